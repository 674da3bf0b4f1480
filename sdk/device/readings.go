package device

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

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
		{"can.fuel_l", 0, 5_000},
		{"can.fuel_used_l", 0, 1e8},
		{"can.soc_percent", 0, 100},
		{"can.energy_used_kwh", 0, 1e8},
		{"can.energy_regenerated_kwh", 0, 1e8},
		{"can.energy_charged_kwh", 0, 1e8},
		{"can.charge_power_kw", 0, 2_000},
		{"can.range_m", 0, 5e6},
		{"can.engine_h", 0, 1e6},
		{"can.coolant_c", -60, 250},
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
		wrong = append(wrong, Rejected{Whole, "can.doors_open", fmt.Sprintf("must be from 0 to %d, not %d", mostDoors, *doors)})
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
	var fields struct {
		CAN json.RawMessage `json:"can"`
	}
	var outside, bus map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(raw, &outside), json.Unmarshal(raw, &fields)); err != nil {
		return []Rejected{{Whole, "", "is not JSON"}} // it was read before
	}
	for i, value := range w.percents() {
		wrong = readAlone(outside[percents[i].field], percents[i].field, value, wrong)
	}
	if len(fields.CAN) == 0 || string(fields.CAN) == "null" {
		return wrong
	}
	if err := json.Unmarshal(fields.CAN, &bus); err != nil {
		return append(wrong, Rejected{Whole, "can", "must be an object"})
	}
	c := &events.CAN{}
	w.CAN = c
	for i, value := range numbersOf(c) {
		wrong = readAlone(bus[inBus(canBounds[i].field)], canBounds[i].field, value, wrong)
	}
	wrong = readAlone(bus["doors_open"], "can.doors_open", &c.DoorsOpen, wrong)
	wrong = readAlone(bus["charging"], "can.charging", &c.Charging, wrong)
	wrong = readAlone(bus["driver_belt"], "can.driver_belt", &c.DriverBelt, wrong)
	return readAlone(bus["passenger_belt"], "can.passenger_belt", &c.PassengerBelt, wrong)
}

// inBus is the name of a field within "can".
func inBus(field string) string { return strings.TrimPrefix(field, "can.") }

// readAlone reads one value; one of a wrong type is none, and said.
func readAlone[V any](text json.RawMessage, field string, into **V, wrong []Rejected) []Rejected {
	if text == nil {
		return wrong
	}
	err := json.Unmarshal(text, into)
	if err == nil {
		return wrong
	}
	*into = nil // the decoder made something before it gave up
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return append(wrong, Rejected{Whole, field, typeReason(mistyped)})
	}
	return append(wrong, Rejected{Whole, field, "is not JSON"})
}
