package device

import (
	"encoding/json"
	"errors"
	"fmt"

	"outrider.dev/sdk/events"
)

// bound is what a reading of the vehicle may be.
type bound struct {
	field     string
	low, high float64
}

// percents are the bounds of what samples say beside the vehicle's bus, canBounds those of the numbers of the bus in the order of numbersOf.
var (
	percents  = [...]bound{{"fuel_percent", 0, 100}, {"battery_percent", 0, 100}}
	canBounds = [...]bound{
		{"fuel_l", 0, 5_000}, {"fuel_used_l", 0, 1e8}, {"soc_percent", 0, 100}, {"energy_used_kwh", 0, 1e8}, {"energy_regenerated_kwh", 0, 1e8}, {"energy_charged_kwh", 0, 1e8},
		{"charge_power_kw", 0, 2_000}, {"range_m", 0, 5e6}, {"engine_h", 0, 1e6}, {"coolant_c", -60, 250},
	}
)

// mostDoors is how many doors a vehicle has at most.
const mostDoors = 16

func (w *wireSample) percents() [len(percents)]**float64 {
	return [...]**float64{&w.FuelPercent, &w.BatteryPercent}
}

func numbersOf(c *events.CAN) [len(canBounds)]**float64 {
	return [...]**float64{
		&c.FuelL, &c.FuelUsedL, &c.SocPercent, &c.EnergyUsedKWh, &c.EnergyRegeneratedKWh, &c.EnergyChargedKWh, &c.ChargePowerKW, &c.RangeM, &c.EngineH, &c.CoolantC,
	}
}

// checkReadings says which readings of the vehicle cannot be. Each is left out; the sample lives without it.
func (w *wireSample) checkReadings() (wrong []Rejected) {
	for i, value := range w.percents() {
		wrong = percents[i].check(value, wrong)
	}
	if w.CAN == nil {
		return wrong
	}
	for i, value := range numbersOf(w.CAN) {
		wrong = canBounds[i].check(value, wrong)
	}
	if doors := w.CAN.DoorsOpen; doors != nil && (*doors < 0 || *doors > mostDoors) {
		wrong = append(wrong, Rejected{Whole, "doors_open", fmt.Sprintf("must be from 0 to %d, not %d", mostDoors, *doors)})
		w.CAN.DoorsOpen = nil
	}
	if w.CAN.Empty() {
		w.CAN = nil
	}
	return wrong
}

// check takes a value out that cannot be.
func (b bound) check(value **float64, wrong []Rejected) []Rejected {
	if *value == nil || (**value >= b.low && **value <= b.high) {
		return wrong
	}
	wrong = append(wrong, rejectedOf(within(b.field, *value, b.low, b.high)))
	*value = nil
	return wrong
}

func rejectedOf(err error) Rejected {
	rejected, _ := errors.AsType[Rejected](err) // all refusals of this package are
	return rejected
}

// decodeReadings reads the readings of the vehicle one by one, so that one of a wrong type costs only itself.
func (w *wireSample) decodeReadings(raw json.RawMessage) (wrong []Rejected) {
	var fields map[string]json.RawMessage
	if err := decode(raw, &fields); err != nil {
		return []Rejected{rejectedOf(err)}
	}
	c := &events.CAN{}
	w.CAN = c
	into := map[string]any{
		"doors_open": &c.DoorsOpen, "charging": &c.Charging, "driver_belt": &c.DriverBelt, "passenger_belt": &c.PassengerBelt,
	}
	for i, value := range w.percents() {
		into[percents[i].field] = value
	}
	for i, value := range numbersOf(c) {
		into[canBounds[i].field] = value
	}
	for _, name := range readingNames {
		text, there := fields[name]
		if !there {
			continue
		}
		if err := json.Unmarshal(text, into[name]); err != nil {
			takeOut(into[name])
			wrong = append(wrong, wrongType(name, err))
		}
	}
	return wrong
}

// takeOut takes away what the decoder made of a value before it gave up on it.
func takeOut(value any) {
	switch value := value.(type) {
	case **float64:
		*value = nil
	case **int:
		*value = nil
	case **bool:
		*value = nil
	}
}

// readingNames are the readings of the vehicle as the protocol lists them.
var readingNames = []string{
	"fuel_percent", "battery_percent", "fuel_l", "fuel_used_l", "soc_percent", "energy_used_kwh", "energy_regenerated_kwh", "energy_charged_kwh", "charge_power_kw",
	"range_m", "engine_h", "coolant_c", "doors_open", "charging", "driver_belt", "passenger_belt",
}

func wrongType(field string, err error) Rejected {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return Rejected{Whole, field, typeReason(wrong)}
	}
	return Rejected{Whole, field, "is not JSON"}
}
