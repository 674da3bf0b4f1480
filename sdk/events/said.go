package events

import "slices"

// SaidNames are the readings of the vehicle itself that a sample may have, by their names in JSON; Said has a bit for each, in this order.
var SaidNames = []string{
	"fuel_percent", "fuel_l", "fuel_used_l", "soc_percent", "energy_used_kwh", "energy_regenerated_kwh", "energy_charged_kwh", "charge_power_kw", "range_m", "engine_h", "coolant_c",
	"doors_open", "charging", "driver_belt", "passenger_belt",
}

// Said are readings that a sample has.
type Said uint32

// Said tells which readings of the vehicle itself the sample has.
func (s *Sample) Said() (said Said) {
	said.add(0, s.FuelPercent != nil)
	c := s.CAN
	if c == nil {
		return said
	}
	for i, number := range c.floats() {
		said.add(1+i, *number != nil)
	}
	said.add(1+floatsOfCAN, c.DoorsOpen != nil)
	said.add(2+floatsOfCAN, c.Charging != nil)
	said.add(3+floatsOfCAN, c.DriverBelt != nil)
	said.add(4+floatsOfCAN, c.PassengerBelt != nil)
	return said
}

func (s *Said) add(bit int, there bool) {
	if there {
		*s |= 1 << bit
	}
}

// Names are the names of what was said.
func (s Said) Names() []string {
	var names []string
	for bit, name := range SaidNames {
		if s&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// SaidOf is the readings of some names; what is none is left out.
func SaidOf(names []string) (said Said) {
	for bit, name := range SaidNames {
		said.add(bit, slices.Contains(names, name))
	}
	return said
}
