package trip

// distanceM is how far a vehicle went: what the odometer counted between two of its readings, and elsewhere the sum of the steps between
// positions. A step that nobody can drive counts as none.
func distanceM(list []reading) float64 {
	var sum, steps float64
	var counted, fix *reading
	for i := range list {
		r := &list[i]
		if r.at() != nil {
			if fix != nil && !r.jump {
				steps += fix.at().metresTo(*r.at())
			}
			fix = r
		}
		if r.OdometerM != nil {
			if counted != nil {
				steps = byOdometer(*counted, *r, steps)
			}
			sum, steps, counted = sum+steps, 0, r
		}
	}
	return sum + steps
}

// byOdometer is what the odometer counted between two readings, or the steps if it was put back, is another device's, or cannot be true.
func byOdometer(from, to reading, steps float64) float64 {
	metres := *to.OdometerM - *from.OdometerM
	if to.DeviceID != from.DeviceID || metres < 0 || speedKmh(metres, to.TimeMs-from.TimeMs) > jumpKmh {
		return steps
	}
	return metres
}
