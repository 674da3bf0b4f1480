package history

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Unpack reads what Pack wrote; all readings are of the device. ErrPacked for anything else.
func Unpack(packed []byte, deviceID string) ([]Reading, error) {
	u, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	list := u.readings(deviceID)
	if packed[0] == canVersion {
		u.can(list)
	}
	if u.bad || len(u.rest) > 0 {
		return nil, ErrPacked
	}
	return list, nil
}

func unpack(packed []byte) (*unpacker, error) {
	if len(packed) == 0 || packed[0] != packVersion && packed[0] != canVersion {
		return nil, ErrPacked
	}
	decompress, err := decoder()
	if err != nil {
		return nil, fmt.Errorf("unpack readings: %w", err)
	}
	raw, err := decompress.DecodeAll(packed[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPacked, err)
	}
	return &unpacker{rest: raw}, nil
}

// unpacker reads numbers one after the other; bad once they end too soon.
type unpacker struct {
	rest []byte
	bad  bool
}

func (u *unpacker) unsigned() uint64 {
	value, n := binary.Uvarint(u.rest)
	return uint64(u.took(int64(value), n))
}

func (u *unpacker) signed() int64 {
	value, n := binary.Varint(u.rest)
	return u.took(value, n)
}

func (u *unpacker) took(value int64, n int) int64 {
	if n <= 0 {
		u.bad, u.rest = true, nil
		return 0
	}
	u.rest = u.rest[n:]
	return value
}

// head reads what was said of what, and when.
func (u *unpacker) head(deviceID string) []Reading {
	count := u.unsigned()
	if count > mostPacked || count > uint64(len(u.rest)) { // each has a time of a byte at least
		u.bad = true
		return nil
	}
	list := make([]Reading, count)
	u.flags(list)
	var last, step int64
	for i := range list {
		step += u.short()
		last += step
		list[i].DeviceID, list[i].TimeMs = deviceID, last
	}
	return list
}

func (u *unpacker) readings(deviceID string) []Reading {
	list := u.head(deviceID)
	for _, f := range Fields {
		u.numbers(list, f.What, f.steady, f.Of)
	}
	var bars int64
	for i := range list {
		if list[i].Said(HasSignal) {
			bars += u.signed()
			list[i].Signal = int(bars)
		}
	}
	return list
}

func (u *unpacker) flags(list []Reading) {
	for i := 0; i < len(list) && !u.bad; {
		flags, run := u.unsigned(), u.unsigned()
		if run == 0 || run > uint64(len(list)-i) {
			u.bad = true
			return
		}
		for range run {
			list[i].Has, list[i].Ignition = uint16(flags&(ignitionOn-1)), flags&ignitionOn != 0
			i++
		}
	}
}

func (u *unpacker) numbers(list []Reading, what uint16, steady bool, of func(*Reading) *float64) {
	if len(u.rest) == 0 {
		u.bad = true
		return
	}
	scale := u.rest[0]
	u.rest = u.rest[1:]
	power := math.Pow10(int(scale))
	var last, step int64
	for i := range list {
		if !list[i].Said(what) {
			continue
		}
		if scale == unscaled {
			if len(u.rest) < 8 {
				u.bad = true
				return
			}
			*of(&list[i]) = math.Float64frombits(binary.LittleEndian.Uint64(u.rest))
			u.rest = u.rest[8:]
			continue
		}
		next := u.short()
		if steady {
			step += next
			next = step
		}
		last += next
		*of(&list[i]) = float64(last) / power
	}
}
