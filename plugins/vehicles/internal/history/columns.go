package history

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Columns are the packed readings of a span as columns, for who looks at few of them: nothing is made of the others. Columns can be read into again and again.
type Columns struct {
	Times []int64 // Unix milliseconds
	flags []uint64
	raw   []byte
	of    [mapFields]numbers
}

// mapFields are as many fields as there are up to the limit, which is the last that a map needs.
const mapFields = 6

// numbers is a column; where nothing was said it has the number before.
type numbers struct {
	values []int64
	power  float64 // 0: the values are the bits of the numbers
}

func (n *numbers) at(i int) float64 {
	if n.power == 0 {
		return math.Float64frombits(uint64(n.values[i]))
	}
	return float64(n.values[i]) / n.power
}

// Read reads what Pack wrote. ErrPacked for anything else.
func (c *Columns) Read(packed []byte) error { return c.read(packed, mapFields) }

// read reads the first fields alone.
func (c *Columns) read(packed []byte, fields int) (err error) {
	if len(packed) == 0 || packed[0] != packVersion && packed[0] != canVersion {
		return ErrPacked
	}
	decompress, err := decoder()
	if err != nil {
		return fmt.Errorf("unpack readings: %w", err)
	}
	if c.raw, err = decompress.DecodeAll(packed[1:], c.raw[:0]); err != nil {
		return fmt.Errorf("%w: %w", ErrPacked, err)
	}
	u := &unpacker{rest: c.raw}
	count := u.unsigned()
	if u.bad || count > mostPacked || count > uint64(len(u.rest)) {
		return ErrPacked
	}
	c.Times, c.flags = sized(c.Times, int(count)), sized(c.flags, int(count))
	c.readFlags(u)
	c.readTimes(u)
	for n := range c.of[:fields] {
		c.of[n].read(u, c.flags, Fields[n])
	}
	if u.bad {
		return ErrPacked
	}
	return nil
}

// readTimes reads what is counted by its steps; nearly all are of one byte.
func (c *Columns) readTimes(u *unpacker) {
	var last, step int64
	for i := range c.Times {
		if rest := u.rest; len(rest) > 0 && rest[0] < 0x80 {
			step += int64(rest[0]>>1) ^ -int64(rest[0]&1)
			u.rest = rest[1:]
		} else {
			step += u.signed()
		}
		last += step
		c.Times[i] = last
	}
}

func (c *Columns) readFlags(u *unpacker) {
	for i := 0; i < len(c.flags) && !u.bad; {
		flags, run := u.unsigned(), u.unsigned()
		if run == 0 || run > uint64(len(c.flags)-i) {
			u.bad = true
			return
		}
		for range run {
			c.flags[i] = flags
			i++
		}
	}
}

func (n *numbers) read(u *unpacker, flags []uint64, f Field) {
	if len(u.rest) == 0 {
		u.bad = true
		return
	}
	scale := u.rest[0]
	u.rest = u.rest[1:]
	n.values, n.power = sized(n.values, len(flags)), math.Pow10(int(scale))
	if scale == unscaled {
		n.power = 0
		n.readUnscaled(u, flags, uint64(f.What))
		return
	}
	var last, step int64
	rest, bad := u.rest, u.bad
	for i, flag := range flags {
		if flag&uint64(f.What) != 0 {
			var next int64
			if len(rest) > 0 && rest[0] < 0x80 {
				next, rest = int64(rest[0]>>1)^-int64(rest[0]&1), rest[1:]
			} else {
				var length int
				if next, length = binary.Varint(rest); length <= 0 {
					next, length, rest, bad = 0, 0, nil, true
				}
				rest = rest[length:]
			}
			if f.steady {
				step += next
				next = step
			}
			last += next
		}
		n.values[i] = last
	}
	u.rest, u.bad = rest, bad
}

// readUnscaled reads the bits of numbers.
func (n *numbers) readUnscaled(u *unpacker, flags []uint64, what uint64) {
	var last int64
	for i, flag := range flags {
		if flag&what != 0 {
			if len(u.rest) < 8 {
				u.bad = true
				return
			}
			last = int64(binary.LittleEndian.Uint64(u.rest))
			u.rest = u.rest[8:]
		}
		n.values[i] = last
	}
}

// short is signed, with a way of its own for numbers of one byte, which most are.
func (u *unpacker) short() int64 {
	if len(u.rest) > 0 && u.rest[0] < 0x80 {
		value := u.rest[0]
		u.rest = u.rest[1:]
		return int64(value>>1) ^ -int64(value&1)
	}
	return u.signed()
}

// On is the ignition of a reading, false where it did not say.
func (c *Columns) On(i int) bool { return c.flags[i]&ignitionOn != 0 }

// Has is what a reading says.
func (c *Columns) Has(i int) uint16 { return uint16(c.flags[i] & (ignitionOn - 1)) }

// Column is a number of a reading that Columns have, by its place among Fields.
type Column int

// The columns that a map needs.
const (
	Lat Column = iota
	Lng
	Speed
	Heading
	Altitude
	Limit
)

// Value is a number of the reading of an index; 0 where it did not say.
func (c *Columns) Value(column Column, i int) float64 {
	if c.flags[i]&uint64(Fields[column].What) == 0 {
		return 0
	}
	return c.of[column].at(i)
}

// Parts is a column counted in whole parts of its unit. Where a reading did not say it, it has the number before.
type Parts struct {
	column *numbers
	per    float64
	times  int64 // 0: the parts are no multiple of what is packed
}

// In counts a column in so many parts of its unit: mostly without a division.
func (c *Columns) In(column Column, per int64) Parts {
	p := Parts{column: &c.of[column], per: float64(per)}
	if power := int64(p.column.power); power > 0 && per%power == 0 {
		p.times = per / power
	}
	return p
}

// At is the number of the reading of an index.
func (p Parts) At(i int) int64 {
	if p.times > 0 {
		return p.column.values[i] * p.times
	}
	return int64(math.Round(p.column.at(i) * p.per))
}

// Above tells which numbers of a column are at least as high as a bound.
type Above struct {
	column *numbers
	least  int64 // in what is packed; for numbers that are packed as they are the bits of the bound
}

// Above compares a column with a bound: without a division for each of its numbers.
func (c *Columns) Above(column Column, bound float64) Above {
	a := Above{column: &c.of[column]}
	if a.least = int64(math.Ceil(bound * a.column.power)); a.column.power == 0 {
		a.least = int64(math.Float64bits(bound))
	}
	return a
}

// At reports whether the number of the reading of an index is as high.
func (a Above) At(i int) bool {
	if a.column.power == 0 {
		return a.column.at(i) >= math.Float64frombits(uint64(a.least))
	}
	return a.column.values[i] >= a.least
}

// sized is a list of so many, in the room of another if it is large enough.
func sized[T any](list []T, count int) []T {
	if cap(list) < count {
		return make([]T, count)
	}
	return list[:count]
}
