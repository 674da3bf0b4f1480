package traffic

import (
	"math"

	"outrider.dev/sdk/events"
)

const (
	chargedTo   = 0.9  // of its capacity: where a battery is full enough every morning
	regained    = 0.12 // of what it gave, by braking
	yardKW      = 11.0
	roadKW      = 50.0
	roadBelow   = 0.7  // it charges on the road if it is emptier
	roadChance  = 0.15 // and there is a charger where it stops
	plugSeconds = 120  // from standing still to charging
)

// readBattery says charge, power and totals of the traction battery.
func (v *Vehicle) readBattery(c *events.CAN, now state, at float64, p *plan) {
	before, full := v.before(p.day), v.manner.batteryKWh
	level, power := v.battery(p, at, now.odometer-before.metres)
	gross := now.odometer / 100_000 * v.manner.kwhPer100 / (1 - regained)
	// What was charged in all is what was used in all, less what the battery lacks now.
	charged := gross*(1-regained) - (chargedTo*full - level)
	c.SocPercent = number(round(100*level/full, 1))
	c.EnergyUsedKWh, c.EnergyRegeneratedKWh = number(round(gross, 2)), number(round(gross*regained, 2))
	c.EnergyChargedKWh = number(round(charged, 2))
	on := power > 0
	c.Charging, c.ChargePowerKW = &on, number(round(power, 1))
	c.RangeM = number(math.Round(level / v.manner.kwhPer100 * 100_000))
}

// battery is how many kWh are in it and with what power it is charged, metres after the shift began.
func (v *Vehicle) battery(p *plan, at, metres float64) (level, power float64) {
	full := v.manner.batteryKWh
	if len(p.spans) == 0 || at < p.begins() {
		return chargedTo * full, 0
	}
	if p.levels == nil {
		v.charge(p)
	}
	last := len(p.spans) - 1
	if at >= p.ends() {
		kw := max(yardKW, (chargedTo*full-p.levels[last+1])/3) // it is full in three hours
		return v.plugged(p.levels[last+1], kw, chargedTo*full, at-p.ends())
	}
	for i, s := range p.spans {
		switch {
		case at >= s.to:
		case s.doing == driving:
			return p.levels[i] - (metres-s.odometer)/100_000*v.manner.kwhPer100, 0
		case v.chargesAt(p, i):
			return v.plugged(p.levels[i], roadKW, 0.8*full, at-s.from)
		default:
			return p.levels[i], 0
		}
	}
	return p.levels[last+1], 0
}

// plugged is a battery so many seconds after the vehicle stood still beside a charger. Beyond 80 % it takes less.
func (v *Vehicle) plugged(level, kw, until, seconds float64) (now, power float64) {
	hours, knee := max(0, seconds-plugSeconds)/3600, 0.8*v.manner.batteryKWh
	if level < min(knee, until) {
		took := min(hours, (min(knee, until)-level)/kw)
		if level, hours = level+took*kw, hours-took; level < min(knee, until)-1e-9 {
			return level, onlyAfter(seconds, kw)
		}
	}
	slow := kw * 0.6
	if level = min(max(level, min(until, level+hours*slow)), max(level, until)); level < until-1e-9 {
		return level, onlyAfter(seconds, slow)
	}
	return level, 0
}

// onlyAfter is a power once the plug is in.
func onlyAfter(seconds, kw float64) float64 {
	if seconds <= plugSeconds {
		return 0
	}
	return kw
}

// charge works out the battery of a shift, span by span.
func (v *Vehicle) charge(p *plan) {
	level := chargedTo * v.manner.batteryKWh
	p.levels = []float64{level}
	for i, s := range p.spans {
		switch {
		case s.doing == driving:
			end := p.distance
			if i+1 < len(p.spans) {
				end = p.spans[i+1].odometer
			}
			level -= (end - s.odometer) / 100_000 * v.manner.kwhPer100
		case v.chargesAt(p, i):
			level, _ = v.plugged(level, roadKW, 0.8*v.manner.batteryKWh, s.to-s.from)
		}
		p.levels = append(p.levels, level)
	}
}

// chargesAt reports whether it charges while it stands in a span of a shift.
func (v *Vehicle) chargesAt(p *plan, i int) bool {
	s := p.spans[i]
	return s.doing == parked && s.to-s.from > 900 && p.levels[i] < roadBelow*v.manner.batteryKWh && v.dice.of(27).of(uint64(p.day)).of(uint64(i)).unit() < roadChance
}
