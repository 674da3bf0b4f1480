package events

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// A message of many samples travels packed: a byte that no JSON begins with, the length of the event and the event as JSON without its samples, then
// their number and each of them. It takes a seventh of the room, and a tenth of the time to write and read.
//
// A sample is its time less that of the one before, a set of flags, and what the flags say it has, in the order of Sample. All are variable-length
// integers as encoding/binary has them. A number of a float's field is an integer whose lowest two bits say of what: tenths, millionths, or nothing, with
// the eight bytes of the float behind it. What the vehicle's bus says comes last, as CAN.Append writes it.
const packedMark = 0x01

// enoughToPack is how many samples a message has at least that travels packed. Fewer can be read by people.
const enoughToPack = 16

// What a sample has. The value of a bool is a flag of its own.
const (
	hasLat = 1 << iota
	hasLng
	isGPSValid
	hasSpeed
	hasHeading
	hasAltitude
	hasIgnition
	isIgnitionOn
	hasLimit
	hasOdometer
	hasSignal
	hasFuel
	hasBattery
	hasCAN
	unknownFlags
)

// Units of packed numbers.
const (
	inTenths = iota
	inMillionths
	asItIs
)

// mostPacked bounds packed numbers: up to it every integer is a float, so that a quotient is the nearest float to what was written.
const mostPacked = 1 << 53

// appendPacked writes samples. False: a number is none that JSON has.
func appendPacked(b []byte, samples []Sample) ([]byte, bool) {
	b = binary.AppendUvarint(b, uint64(len(samples)))
	before := int64(0)
	for i := range samples {
		s := &samples[i]
		b = binary.AppendUvarint(binary.AppendVarint(b, s.Time-before), flagsOf(s))
		before = s.Time
		for _, value := range [...]*float64{s.Lat, s.Lng, s.SpeedKmh, s.HeadingDeg, s.AltitudeM, s.SpeedLimitKmh, s.OdometerM, s.FuelPercent, s.BatteryPercent} {
			if value == nil {
				continue
			}
			if math.IsNaN(*value) || math.IsInf(*value, 0) {
				return nil, false
			}
			b = appendNumber(b, *value)
		}
		if s.Signal != nil {
			b = binary.AppendVarint(b, int64(*s.Signal))
		}
		if s.CAN != nil {
			if !s.CAN.finite() {
				return nil, false
			}
			b = s.CAN.Append(b)
		}
	}
	return b, true
}

// PackSamples writes samples in the form in which many travel, for those who keep them. UnpackSamples reads them. A number that JSON does not have is an error.
func PackSamples(samples []Sample) ([]byte, error) {
	packed, ok := appendPacked(nil, samples)
	if !ok {
		return nil, errors.New("a sample has a number that is none")
	}
	return packed, nil
}

// UnpackSamples reads what PackSamples wrote.
func UnpackSamples(packed []byte) ([]Sample, error) {
	p := packedSamples{rest: packed}
	return p.read()
}

func flagsOf(s *Sample) (flags uint64) {
	flags |= flag(s.Lat != nil, hasLat) | flag(s.Lng != nil, hasLng) | flag(s.GPSValid, isGPSValid) | flag(s.SpeedKmh != nil, hasSpeed)
	flags |= flag(s.HeadingDeg != nil, hasHeading) | flag(s.AltitudeM != nil, hasAltitude) | flag(s.Ignition != nil, hasIgnition)
	flags |= flag(s.Ignition != nil && *s.Ignition, isIgnitionOn) | flag(s.SpeedLimitKmh != nil, hasLimit) | flag(s.OdometerM != nil, hasOdometer)
	return flags | flag(s.Signal != nil, hasSignal) | flag(s.FuelPercent != nil, hasFuel) | flag(s.BatteryPercent != nil, hasBattery) | flag(s.CAN != nil, hasCAN)
}

func flag(set bool, bit uint64) uint64 {
	if set {
		return bit
	}
	return 0
}

// appendNumber writes a number in the largest unit in which it is whole and comes out the same.
func appendNumber(b []byte, value float64) []byte {
	for unit, parts := range [...]float64{inTenths: 10, inMillionths: 1e6} {
		whole := math.Round(value * parts)
		if math.Abs(whole) < mostPacked>>3 && whole/parts == value && (whole != 0 || !math.Signbit(value)) {
			return binary.AppendUvarint(b, zigzag(int64(whole))<<2|uint64(unit)) // a small index
		}
	}
	b = binary.AppendUvarint(b, asItIs)
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(value))
}

func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) } // bits

func unzigzag(n uint64) int64 { return int64(n>>1) ^ -int64(n&1) } // bits

// unpack divides a packed message into its event, as JSON without samples, and its samples. False: it is not packed.
func unpack(raw []byte) (head []byte, samples packedSamples, packed bool) {
	if len(raw) == 0 || raw[0] != packedMark {
		return nil, packedSamples{}, false
	}
	size, n := binary.Uvarint(raw[1:])
	if rest := raw[1+max(n, 0):]; n > 0 && size <= uint64(len(rest)) {
		return rest[:size], packedSamples{rest: rest[size:]}, true
	}
	return nil, packedSamples{}, true
}

// packedSamples is what is left to read of packed samples.
type packedSamples struct {
	rest   []byte
	broken bool // it ended too early, or says what cannot be

	floats []float64 // room for those to come: one piece of memory for many
	ints   []int
	bools  []bool
}

// read returns all samples.
func (p *packedSamples) read() ([]Sample, error) {
	count := p.uint()
	if count > uint64(len(p.rest))/2 { // a sample has two bytes at least
		return nil, fmt.Errorf("%d packed samples in %d bytes", count, len(p.rest))
	}
	list := make([]Sample, count)
	at := int64(0)
	for i := range list {
		at += unzigzag(p.uint())
		p.sample(&list[i], at, len(list)-i)
	}
	if p.broken || len(p.rest) > 0 {
		return nil, fmt.Errorf("the packed samples are broken, %d bytes before their end", len(p.rest))
	}
	return list, nil
}

// sample reads what follows a sample's time; left is how many there are with it.
func (p *packedSamples) sample(s *Sample, at int64, left int) {
	flags := p.uint()
	if p.broken = p.broken || flags >= unknownFlags; p.broken {
		return
	}
	s.Time, s.GPSValid = at, flags&isGPSValid != 0
	for _, field := range [...]struct {
		flag uint64
		into **float64
	}{
		{hasLat, &s.Lat},
		{hasLng, &s.Lng},
		{hasSpeed, &s.SpeedKmh},
		{hasHeading, &s.HeadingDeg},
		{hasAltitude, &s.AltitudeM},
		{hasLimit, &s.SpeedLimitKmh},
		{hasOdometer, &s.OdometerM},
		{hasFuel, &s.FuelPercent},
		{hasBattery, &s.BatteryPercent},
	} {
		if flags&field.flag != 0 {
			*field.into = next(&p.floats, p.number(), 8*left)
		}
	}
	if flags&hasIgnition != 0 {
		s.Ignition = next(&p.bools, flags&isIgnitionOn != 0, left)
	}
	if flags&hasSignal != 0 {
		s.Signal = next(&p.ints, int(unzigzag(p.uint())), left)
	}
	if flags&hasCAN != 0 {
		s.CAN = p.can(left)
	}
}

// mostRoom is for how many values room is made at once.
const mostRoom = 1024

// next puts a value into room for many; more says for how many, when there is none left.
func next[V any](room *[]V, value V, more int) *V {
	if len(*room) == cap(*room) {
		*room = make([]V, 0, min(more, mostRoom))
	}
	*room = append(*room, value)
	return &(*room)[len(*room)-1]
}

func (p *packedSamples) uint() uint64 {
	if len(p.rest) > 0 && p.rest[0] < 0x80 {
		value := p.rest[0]
		p.rest = p.rest[1:]
		return uint64(value)
	}
	value, n := binary.Uvarint(p.rest)
	if n <= 0 {
		p.broken = true
		return 0
	}
	p.rest = p.rest[n:]
	return value
}

func (p *packedSamples) number() float64 {
	packed := p.uint()
	switch whole := float64(unzigzag(packed >> 2)); packed & 3 {
	case inTenths:
		return whole / 10
	case inMillionths:
		return whole / 1e6
	}
	if packed != asItIs || len(p.rest) < 8 {
		p.broken = true
		return 0
	}
	value := math.Float64frombits(binary.LittleEndian.Uint64(p.rest))
	p.rest = p.rest[8:]
	p.broken = p.broken || math.IsNaN(value) || math.IsInf(value, 0)
	return value
}
