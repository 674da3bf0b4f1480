package history

import (
	"encoding/binary"
	"fmt"
	"math"

	"outrider.dev/sdk/events"
)

// appendCAN writes what the vehicle's bus said behind the other columns: flags of it by runs, then a column for each number. Flags count one up, 0 is nothing at all.
func appendCAN(b []byte, list []Reading) ([]byte, error) {
	flags, columns := make([]uint64, len(list)), make([][]float64, events.NumbersOfCAN)
	var room [events.NumbersOfCAN]float64
	for i := range list {
		if list[i].CAN == "" {
			continue
		}
		said, numbers, err := events.SplitCAN([]byte(list[i].CAN), room[:0])
		if err != nil {
			return nil, fmt.Errorf("pack the reading of %d: %w", list[i].TimeMs, err)
		}
		flags[i] = said + 1
		for n := range columns {
			if said&(1<<n) != 0 {
				if columns[n] == nil {
					columns[n] = make([]float64, 0, len(list)-i)
				}
				columns[n], numbers = append(columns[n], numbers[0]), numbers[1:]
			}
		}
	}
	for i := 0; i < len(list); {
		run := 1
		for i+run < len(list) && flags[i+run] == flags[i] {
			run++
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, flags[i]), uint64(run))
		i += run
	}
	for _, column := range columns {
		b = appendColumn(b, column)
	}
	return b, nil
}

// appendColumn writes numbers as differences, in the least power of ten in which all are whole.
func appendColumn(b []byte, column []float64) []byte {
	if len(column) == 0 {
		return b
	}
	scale := scaleOfColumn(column)
	b = append(b, scale)
	power, last := math.Pow10(int(scale)), int64(0)
	for _, value := range column {
		if scale == unscaled {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(value))
			continue
		}
		whole := int64(math.Round(value * power))
		b = binary.AppendVarint(b, whole-last)
		last = whole
	}
	return b
}

func scaleOfColumn(column []float64) byte {
next:
	for scale := range mostScale + 1 {
		power := math.Pow10(scale)
		for _, value := range column {
			if !comesBack(value, power) {
				continue next
			}
		}
		return byte(scale)
	}
	return unscaled
}

// can reads what appendCAN wrote.
func (u *unpacker) can(list []Reading) {
	flags, counts := u.busFlags(list)
	columns := make([][]float64, events.NumbersOfCAN)
	for n := range columns {
		columns[n] = u.column(counts[n])
	}
	if u.bad {
		return
	}
	// All of them lie in one text, so that a span is one piece of memory.
	text, ends := make([]byte, 0, 16*len(list)), make([]int, len(list))
	numbers := make([]float64, 0, events.NumbersOfCAN)
	for i := range list {
		if flags[i] > 0 {
			numbers = numbers[:0]
			for n := range columns {
				if (flags[i]-1)&(1<<n) != 0 {
					numbers, columns[n] = append(numbers, columns[n][0]), columns[n][1:]
				}
			}
			text = events.JoinCAN(text, flags[i]-1, numbers)
		}
		ends[i] = len(text)
	}
	all, begin := string(text), 0
	for i := range list {
		list[i].CAN, begin = all[begin:ends[i]], ends[i]
	}
}

// busFlags reads the flags of all readings, and counts how many numbers each column has.
func (u *unpacker) busFlags(list []Reading) (flags []uint64, counts [events.NumbersOfCAN]int) {
	flags = make([]uint64, len(list))
	for i := 0; i < len(list) && !u.bad; {
		said, run := u.unsigned(), u.unsigned()
		if run == 0 || run > uint64(len(list)-i) {
			u.bad = true
			return flags, counts
		}
		for range run {
			flags[i] = said
			i++
		}
		for n := range counts {
			if said > 0 && (said-1)&(1<<n) != 0 {
				counts[n] += int(run)
			}
		}
	}
	return flags, counts
}

func (u *unpacker) column(count int) []float64 {
	if count == 0 || u.bad {
		return nil
	}
	if len(u.rest) == 0 {
		u.bad = true
		return nil
	}
	scale := u.rest[0]
	u.rest = u.rest[1:]
	if count > len(u.rest) {
		u.bad = true
		return nil
	}
	list, power, last := make([]float64, count), math.Pow10(int(scale)), int64(0)
	for i := range list {
		if scale == unscaled {
			if len(u.rest) < 8 {
				u.bad = true
				return nil
			}
			list[i], u.rest = math.Float64frombits(binary.LittleEndian.Uint64(u.rest)), u.rest[8:]
			continue
		}
		last += u.signed()
		list[i] = float64(last) / power
	}
	return list
}
