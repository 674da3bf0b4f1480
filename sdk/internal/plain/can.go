package plain

// CAN is what a vehicle's own bus says, field by field as events.CAN. What is missing or null is nil.
type CAN struct {
	FuelL, FuelUsedL, SocPercent, EnergyUsedKWh, EnergyRegeneratedKWh, EnergyChargedKWh, ChargePowerKW, RangeM, EngineH, CoolantC *float64
	DoorsOpen                                                                                                                     *int
	Charging, DriverBelt, PassengerBelt                                                                                           *bool
}

// canValues is where the values of a CAN lie.
type canValues struct {
	CAN
	floats [10]float64
	doors  int
	bools  [3]bool
}

// canObject reads an object of fields of the vehicle's bus. One that comes again adds to the first, as for encoding/json.
func (r *Reader) canObject(v *values, reading *Reading) bool {
	if r.Null() {
		reading.CAN = nil
		return true
	}
	if reading.CAN == nil {
		v.can = &canValues{}
		reading.CAN = &v.can.CAN
	}
	return r.Object(func(name []byte) bool { return r.canField(v, reading, name) })
}

// canField reads one of these fields.
func (r *Reader) canField(v *values, reading *Reading, name []byte) (ok bool) {
	if v.can == nil {
		v.can = &canValues{}
	}
	c := v.can
	switch string(name) {
	case "fuel_l":
		ok = r.float(&c.FuelL, &c.floats[0])
	case "fuel_used_l":
		ok = r.float(&c.FuelUsedL, &c.floats[1])
	case "soc_percent":
		ok = r.float(&c.SocPercent, &c.floats[2])
	case "energy_used_kwh":
		ok = r.float(&c.EnergyUsedKWh, &c.floats[3])
	case "energy_regenerated_kwh":
		ok = r.float(&c.EnergyRegeneratedKWh, &c.floats[4])
	case "energy_charged_kwh":
		ok = r.float(&c.EnergyChargedKWh, &c.floats[5])
	case "charge_power_kw":
		ok = r.float(&c.ChargePowerKW, &c.floats[6])
	case "range_m":
		ok = r.float(&c.RangeM, &c.floats[7])
	case "engine_h":
		ok = r.float(&c.EngineH, &c.floats[8])
	case "coolant_c":
		ok = r.float(&c.CoolantC, &c.floats[9])
	case "doors_open":
		ok = r.int(&c.DoorsOpen, &c.doors)
	case "charging":
		ok = r.bool(&c.Charging, &c.bools[0])
	case "driver_belt":
		ok = r.bool(&c.DriverBelt, &c.bools[1])
	case "passenger_belt":
		ok = r.bool(&c.PassengerBelt, &c.bools[2])
	default:
		return false
	}
	reading.CAN = &c.CAN
	return ok
}
