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

// canObject reads an object of fields of the vehicle's bus. It gives up on one that comes again.
func (r *Reader) canObject(v *values, reading *Reading) bool {
	if reading.CAN != nil {
		return false
	}
	if r.Null() {
		return true
	}
	v.can = &canValues{}
	reading.CAN = &v.can.CAN
	return r.Object(func(name []byte) bool { return r.canField(v.can, name) })
}

// canField reads one of these fields.
func (r *Reader) canField(c *canValues, name []byte) bool {
	switch string(name) {
	case "fuel_l":
		return r.float(&c.FuelL, &c.floats[0])
	case "fuel_used_l":
		return r.float(&c.FuelUsedL, &c.floats[1])
	case "soc_percent":
		return r.float(&c.SocPercent, &c.floats[2])
	case "energy_used_kwh":
		return r.float(&c.EnergyUsedKWh, &c.floats[3])
	case "energy_regenerated_kwh":
		return r.float(&c.EnergyRegeneratedKWh, &c.floats[4])
	case "energy_charged_kwh":
		return r.float(&c.EnergyChargedKWh, &c.floats[5])
	case "charge_power_kw":
		return r.float(&c.ChargePowerKW, &c.floats[6])
	case "range_m":
		return r.float(&c.RangeM, &c.floats[7])
	case "engine_h":
		return r.float(&c.EngineH, &c.floats[8])
	case "coolant_c":
		return r.float(&c.CoolantC, &c.floats[9])
	case "doors_open":
		return r.int(&c.DoorsOpen, &c.doors)
	case "charging":
		return r.bool(&c.Charging, &c.bools[0])
	case "driver_belt":
		return r.bool(&c.DriverBelt, &c.bools[1])
	case "passenger_belt":
		return r.bool(&c.PassengerBelt, &c.bools[2])
	default:
		return false
	}
}
