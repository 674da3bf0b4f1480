package traffic

// counted is what a vehicle has done until a day's shift begins.
type counted struct {
	day       int
	metres    float64
	litres    float64 // burnt
	tank      float64 // litres in it
	refuelled float64 // before this day's shift: the tank without it is tank-refuelled
	worked    int     // shifts
}

func (v *Vehicle) begin() counted {
	day := firstDay
	if v.Relay {
		day = relayBegan
	}
	return counted{
		day: day, metres: v.dice.of(3).between(8e6, 240e6), litres: v.dice.of(18).between(2_000, 60_000), tank: v.manner.tankLitres * 0.95,
	}
}

// before counts up to a day. The shift itself is not in it, the refuelling that it begins with is.
func (v *Vehicle) before(day int) counted {
	if day < v.counted.day {
		v.counted = v.begin()
	}
	for v.counted.day < day {
		v.counted = v.next(v.counted)
	}
	return v.counted
}

// next goes on by a day.
func (v *Vehicle) next(c counted) counted {
	if tour := v.tourOf(c.day); tour >= 0 {
		burnt := v.burns(v.lengths[tour], 1)
		c.metres, c.litres, c.tank = c.metres+v.lengths[tour], c.litres+burnt, c.tank-burnt
		c.worked++
		c.tank -= v.theft(c.day)
	}
	c.day++
	c.refuelled = 0
	if tour := v.tourOf(c.day); tour >= 0 {
		if full := v.manner.tankLitres; c.tank < 0.4*full || c.tank-v.burns(v.lengths[tour], 1) < 0.15*full {
			c.refuelled = full*v.dice.of(uint64(c.day)).of(19).between(0.9, 0.99) - c.tank
			c.tank += c.refuelled
		}
	}
	return c
}

// burns is how many litres so many metres take, and a share of the standing of a shift.
func (v *Vehicle) burns(metres, idled float64) float64 {
	return metres/100_000*v.manner.litresPer100 + idled*v.manner.idleLitres
}

// theft is how many litres somebody takes out of the tank in the night after a shift: seldom, and of trucks.
func (v *Vehicle) theft(day int) float64 {
	dice := v.dice.of(uint64(day)).of(20)
	if v.Type != "truck" || v.Fuel == electric || dice.of(1).unit() > 0.015 {
		return 0
	}
	return v.manner.tankLitres * dice.of(2).between(0.1, 0.15)
}

// odometer is its reading at the beginning of a day's shift.
func (v *Vehicle) odometer(day int) float64 { return v.before(day).metres }
