package plain

// Reading is a sample of a device as it is written, by a device and in events alike. What is missing or null is nil.
type Reading struct {
	Time []byte // as it stands: a number, or a text with its quotes; nil: missing or null
	Lat, Lng, SpeedKmh, HeadingDeg, AltitudeM, SpeedLimitKmh,
	OdometerM, FuelPercent, BatteryPercent *float64
	GPSValid, Ignition *bool
	Signal             *int
	CAN                *CAN
}

// values is where the numbers of a reading lie: one piece of memory instead of a dozen.
type values struct {
	floats [9]float64
	bools  [2]bool
	signal int
	can    *canValues
}

// Reading reads a sample.
func (r *Reader) Reading() (reading Reading, ok bool) {
	v := &values{}
	ok = r.Object(func(name []byte) bool {
		switch string(name) {
		case "time":
			return r.time(&reading.Time)
		case "lat":
			return r.float(&reading.Lat, &v.floats[0])
		case "lng":
			return r.float(&reading.Lng, &v.floats[1])
		case "gps_valid":
			return r.bool(&reading.GPSValid, &v.bools[0])
		case "speed_kmh":
			return r.float(&reading.SpeedKmh, &v.floats[2])
		case "heading_deg":
			return r.float(&reading.HeadingDeg, &v.floats[3])
		case "altitude_m":
			return r.float(&reading.AltitudeM, &v.floats[4])
		case "ignition":
			return r.bool(&reading.Ignition, &v.bools[1])
		case "speed_limit_kmh":
			return r.float(&reading.SpeedLimitKmh, &v.floats[5])
		case "odometer_m":
			return r.float(&reading.OdometerM, &v.floats[6])
		case "signal":
			return r.int(&reading.Signal, &v.signal)
		case "fuel_percent":
			return r.float(&reading.FuelPercent, &v.floats[7])
		case "battery_percent":
			return r.float(&reading.BatteryPercent, &v.floats[8])
		case "can":
			return r.canObject(v, &reading)
		default:
			return false
		}
	})
	return reading, ok
}

func (r *Reader) time(into *[]byte) bool {
	if *into = nil; r.Null() {
		return true
	}
	r.next()
	begin := r.at
	if _, ok := r.Text(); !ok {
		r.at = begin
		if _, ok := r.number(); !ok {
			return false
		}
	}
	*into = r.data[begin:r.at]
	return true
}

func (r *Reader) float(into **float64, place *float64) (ok bool) {
	if *into = nil; r.Null() {
		return true
	}
	*into = place
	*place, ok = r.Float()
	return ok
}

func (r *Reader) bool(into **bool, place *bool) (ok bool) {
	if *into = nil; r.Null() {
		return true
	}
	*into = place
	*place, ok = r.Bool()
	return ok
}

func (r *Reader) int(into **int, place *int) bool {
	if *into = nil; r.Null() {
		return true
	}
	value, ok := r.Int()
	*into, *place = place, int(value)
	return ok
}
