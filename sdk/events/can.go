package events

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// CAN is what a vehicle's own bus says at the time of a sample. What it did not say is nil. Its tank in percent and its odometer are FuelPercent and OdometerM of
// the sample.
type CAN struct {
	FuelL                *float64 `json:"fuel_l,omitempty"`                 // in the tank
	FuelUsedL            *float64 `json:"fuel_used_l,omitempty"`            // since the vehicle was built
	SocPercent           *float64 `json:"soc_percent,omitempty"`            // of the traction battery
	EnergyUsedKWh        *float64 `json:"energy_used_kwh,omitempty"`        // taken from the traction battery since the vehicle was built
	EnergyRegeneratedKWh *float64 `json:"energy_regenerated_kwh,omitempty"` // given back to it by braking
	EnergyChargedKWh     *float64 `json:"energy_charged_kwh,omitempty"`     // charged into it
	ChargePowerKW        *float64 `json:"charge_power_kw,omitempty"`        // now
	RangeM               *float64 `json:"range_m,omitempty"`                // that is left
	EngineH              *float64 `json:"engine_h,omitempty"`               // hours that the engine has run
	CoolantC             *float64 `json:"coolant_c,omitempty"`
	DoorsOpen            *int     `json:"doors_open,omitempty"` // how many
	Charging             *bool    `json:"charging,omitempty"`   // a charger is giving energy
	DriverBelt           *bool    `json:"driver_belt,omitempty"`
	PassengerBelt        *bool    `json:"passenger_belt,omitempty"` // of a seat that is taken
}

// NumbersOfCAN is how many numbers a CAN may have, in the order of its fields: the lowest flags say which.
const NumbersOfCAN = floatsOfCAN + 1

const floatsOfCAN = 10

// Flags of what a CAN has beside its floats. The value of a bool is a flag of its own.
const (
	canDoors = 1 << (floatsOfCAN + iota)
	canCharging
	isCharging
	canDriverBelt
	isDriverBelt
	canPassengerBelt
	isPassengerBelt
	unknownCAN
)

// floats are in the order of their flags.
func (c *CAN) floats() [floatsOfCAN]**float64 {
	return [...]**float64{
		&c.FuelL, &c.FuelUsedL, &c.SocPercent, &c.EnergyUsedKWh, &c.EnergyRegeneratedKWh, &c.EnergyChargedKWh, &c.ChargePowerKW, &c.RangeM, &c.EngineH, &c.CoolantC,
	}
}

func (c *CAN) flags() (flags uint64) {
	for i, number := range c.floats() {
		flags |= flag(*number != nil, 1<<i)
	}
	flags |= flag(c.DoorsOpen != nil, canDoors)
	flags |= flag(c.Charging != nil, canCharging) | flag(c.Charging != nil && *c.Charging, isCharging)
	flags |= flag(c.DriverBelt != nil, canDriverBelt) | flag(c.DriverBelt != nil && *c.DriverBelt, isDriverBelt)
	return flags | flag(c.PassengerBelt != nil, canPassengerBelt) | flag(c.PassengerBelt != nil && *c.PassengerBelt, isPassengerBelt)
}

// Empty reports whether c says nothing.
func (c *CAN) Empty() bool { return c == nil || *c == CAN{} }

// Append writes c in bytes: the same values are the same bytes, always. ReadCAN reads them.
func (c *CAN) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, c.flags())
	for _, number := range c.floats() {
		if *number != nil {
			b = appendNumber(b, **number)
		}
	}
	if c.DoorsOpen != nil {
		b = appendNumber(b, float64(*c.DoorsOpen))
	}
	return b
}

// SplitCAN divides what Append wrote into its flags and its numbers, which it appends to others, for those who keep many; JoinCAN makes the same bytes of them.
func SplitCAN(b []byte, numbers []float64) (flags uint64, all []float64, err error) {
	p := packedSamples{rest: b}
	if flags = p.uint(); flags >= unknownCAN {
		return 0, nil, errCAN
	}
	for i := range NumbersOfCAN {
		if flags&(1<<i) != 0 {
			numbers = append(numbers, p.number())
		}
	}
	if p.broken || len(p.rest) > 0 {
		return 0, nil, errCAN
	}
	return flags, numbers, nil
}

// JoinCAN appends what SplitCAN divided; numbers has one for each of the lowest NumbersOfCAN flags that is set.
func JoinCAN(b []byte, flags uint64, numbers []float64) []byte {
	b = binary.AppendUvarint(b, flags)
	for _, number := range numbers {
		b = appendNumber(b, number)
	}
	return b
}

var errCAN = errors.New("the readings of the vehicle's bus are broken, or of a newer version")

// finite reports whether all numbers are ones that JSON has.
func (c *CAN) finite() bool {
	for _, number := range c.floats() {
		if *number != nil && (math.IsNaN(**number) || math.IsInf(**number, 0)) {
			return false
		}
	}
	return true
}

// ReadCAN reads what Append wrote.
func ReadCAN(b []byte) (*CAN, error) {
	p := packedSamples{rest: b}
	c := p.can(1)
	if p.broken || len(p.rest) > 0 {
		return nil, errCAN
	}
	return c, nil
}

// can reads one of so many that are left.
func (p *packedSamples) can(left int) *CAN {
	flags := p.uint()
	if p.broken = p.broken || flags >= unknownCAN; p.broken {
		return nil
	}
	c := &CAN{}
	for i, number := range c.floats() {
		if flags&(1<<i) != 0 {
			*number = next(&p.floats, p.number(), 8*left)
		}
	}
	if flags&canDoors != 0 {
		c.DoorsOpen = next(&p.ints, int(p.number()), left)
	}
	for _, one := range [...]struct {
		there, is uint64
		into      **bool
	}{
		{canCharging, isCharging, &c.Charging},
		{canDriverBelt, isDriverBelt, &c.DriverBelt},
		{canPassengerBelt, isPassengerBelt, &c.PassengerBelt},
	} {
		if flags&one.there != 0 {
			*one.into = next(&p.bools, flags&one.is != 0, 3*left)
		}
	}
	return c
}

// Charges says whether the vehicle takes in energy, and whether it says anything of that; both are false of no readings.
func (c *CAN) Charges() (is, said bool) {
	if c == nil {
		return false, false
	}
	is = c.Charging != nil && *c.Charging || c.ChargePowerKW != nil && *c.ChargePowerKW > 0
	return is, c.Charging != nil || c.ChargePowerKW != nil
}

// Over is c with what it does not say taken from an older one.
func (c *CAN) Over(older *CAN) *CAN {
	if c == nil || older == nil {
		if c == nil {
			return older
		}
		return c
	}
	joined := *c
	was := *older
	theirs := was.floats()
	for i, number := range joined.floats() {
		if *number == nil {
			*number = *theirs[i]
		}
	}
	if joined.DoorsOpen == nil {
		joined.DoorsOpen = was.DoorsOpen
	}
	for _, pair := range [...][2]**bool{{&joined.Charging, &was.Charging}, {&joined.DriverBelt, &was.DriverBelt}, {&joined.PassengerBelt, &was.PassengerBelt}} {
		if *pair[0] == nil {
			*pair[0] = *pair[1]
		}
	}
	return &joined
}

// namesOfCAN are the names of numbers in JSON, with what stands before them.
var namesOfCAN = [floatsOfCAN]string{
	`"fuel_l":`, `"fuel_used_l":`, `"soc_percent":`, `"energy_used_kwh":`, `"energy_regenerated_kwh":`, `"energy_charged_kwh":`, `"charge_power_kw":`, `"range_m":`,
	`"engine_h":`, `"coolant_c":`,
}

// appendCAN writes c as a field of a sample in JSON. It keeps ok if every number can be written.
func appendCAN(b []byte, c *CAN, ok bool) ([]byte, bool) {
	if c == nil {
		return b, ok
	}
	b = append(b, `,"can":{`...)
	begin := len(b)
	for i, number := range c.floats() {
		if *number != nil {
			b, ok = appendFloat(comma(b, begin), namesOfCAN[i], *number, false, ok)
		}
	}
	if c.DoorsOpen != nil {
		b = strconv.AppendInt(append(comma(b, begin), `"doors_open":`...), int64(*c.DoorsOpen), 10)
	}
	for _, one := range [...]struct {
		name  string
		value *bool
	}{{`"charging":`, c.Charging}, {`"driver_belt":`, c.DriverBelt}, {`"passenger_belt":`, c.PassengerBelt}} {
		if one.value != nil {
			b = strconv.AppendBool(append(comma(b, begin), one.name...), *one.value)
		}
	}
	return append(b, '}'), ok
}

// comma separates fields after the first of an object that begins there.
func comma(b []byte, begin int) []byte {
	if len(b) > begin {
		return append(b, ',')
	}
	return b
}
