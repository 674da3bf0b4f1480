package history

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// ErrPacked is packed readings that cannot be read: they were damaged, or are of a newer version.
var ErrPacked = errors.New("the packed readings cannot be read")

const (
	// packVersion is that of readings without anything of a vehicle's bus, canVersion that of readings with it: the same, and its columns behind.
	packVersion = 1
	canVersion  = 2
	// ignitionOn beside what a device said, among the flags of packed readings.
	ignitionOn = uint64(HasBattery) << 1
	// mostPacked bounds the readings of one span, so that damaged bytes do not ask for all memory: a span at a hundred a second has fewer.
	mostPacked = 10_000_000
	// unscaled stands for the power of ten of a column whose numbers are no short decimals: they are kept bit by bit.
	unscaled  = 0xff
	mostScale = 9
)

// Field is a number of a reading.
type Field struct {
	What   uint16
	steady bool // it moves steadily: the difference of differences is kept, else the difference
	Of     func(r *Reading) *float64
}

// Fields are the numbers of a reading in the order of their columns.
var Fields = []Field{
	{HasPosition, true, func(r *Reading) *float64 { return &r.Lat }},
	{HasPosition, true, func(r *Reading) *float64 { return &r.Lng }},
	{HasSpeed, false, func(r *Reading) *float64 { return &r.SpeedKmh }},
	{HasHeading, false, func(r *Reading) *float64 { return &r.HeadingDeg }},
	{HasAltitude, false, func(r *Reading) *float64 { return &r.AltitudeM }},
	{HasLimit, false, func(r *Reading) *float64 { return &r.SpeedLimitKmh }},
	{HasOdometer, true, func(r *Reading) *float64 { return &r.OdometerM }},
	{HasFuel, false, func(r *Reading) *float64 { return &r.FuelPercent }},
	{HasBattery, false, func(r *Reading) *float64 { return &r.BatteryPercent }},
}

// wayFields are the first of them: where a vehicle was and how fast.
const wayFields = 3

var (
	encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true), zstd.WithWindowSize(1<<20))
	})
	decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(256<<20))
	})
)

// Pack writes readings of one device, in the order of time, so that Unpack gives exactly them again, but for the device.
func Pack(list []Reading) ([]byte, error) {
	compress, err := encoder()
	if err != nil {
		return nil, fmt.Errorf("pack readings: %w", err)
	}
	columns, version := columnsOf(list), byte(packVersion)
	if slices.ContainsFunc(list, func(r Reading) bool { return r.CAN != "" }) {
		if columns, err = appendCAN(columns, list); err != nil {
			return nil, err
		}
		version = canVersion
	}
	return compress.EncodeAll(columns, []byte{version}), nil
}

func columnsOf(list []Reading) []byte {
	b := binary.AppendUvarint(make([]byte, 0, 12*len(list)+64), uint64(len(list)))
	b = appendFlags(b, list)
	var last, step int64
	for i := range list {
		next := list[i].TimeMs - last
		b = binary.AppendVarint(b, next-step)
		last, step = list[i].TimeMs, next
	}
	for _, f := range Fields {
		b = appendNumbers(b, list, f.What, f.steady, f.Of)
	}
	last = 0
	for i := range list {
		if list[i].Said(HasSignal) {
			b = binary.AppendVarint(b, int64(list[i].Signal)-last)
			last = int64(list[i].Signal)
		}
	}
	return b
}

// appendFlags writes what the readings said, a run of alike ones after the other.
func appendFlags(b []byte, list []Reading) []byte {
	for i := 0; i < len(list); {
		flags, run := flagsOf(&list[i]), 1
		for i+run < len(list) && flagsOf(&list[i+run]) == flags {
			run++
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, flags), uint64(run))
		i += run
	}
	return b
}

func flagsOf(r *Reading) uint64 {
	flags := uint64(r.Has)
	if r.Ignition {
		flags |= ignitionOn
	}
	return flags
}

func appendNumbers(b []byte, list []Reading, what uint16, steady bool, of func(*Reading) *float64) []byte {
	scale := scaleOf(list, what, of)
	b = append(b, scale)
	power := math.Pow10(int(scale))
	var last, step int64
	for i := range list {
		r := &list[i]
		switch {
		case !r.Said(what):
		case scale == unscaled:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*of(r)))
		default:
			value := int64(math.Round(*of(r) * power))
			next := value - last
			if last = value; steady {
				next, step = next-step, next
			}
			b = binary.AppendVarint(b, next)
		}
	}
	return b
}

// scaleOf is the least power of ten by which all numbers of a column are whole and come back exactly as they were; unscaled without one.
func scaleOf(list []Reading, what uint16, of func(*Reading) *float64) byte {
	for scale := range mostScale + 1 {
		if fits(list, what, math.Pow10(scale), of) {
			return byte(scale)
		}
	}
	return unscaled
}

func fits(list []Reading, what uint16, power float64, of func(*Reading) *float64) bool {
	for i := range list {
		if list[i].Said(what) && !comesBack(*of(&list[i]), power) {
			return false
		}
	}
	return true
}

func comesBack(value, power float64) bool {
	whole := math.Round(value * power)
	return math.Abs(whole) < 1<<52 && whole/power == value && !(value == 0 && math.Signbit(value))
}
