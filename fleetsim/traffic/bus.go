package traffic

import (
	"math"
	"time"

	"outrider.dev/sdk/events"
)

const electric = "electric"

// readBus adds what the vehicle's own bus says: a tank or a battery that fits what it does, its belts and its doors.
func (v *Vehicle) readBus(s *events.Sample, now state, t time.Time) {
	at, p := float64(t.UnixMilli())/1000, v.planAt(t)
	c := &events.CAN{}
	s.CAN = c
	if v.Fuel == electric {
		v.readBattery(c, now, at, p)
	} else {
		v.readTank(s, now, at, p)
	}
	if v.Type == "bicycle" || v.Type == "motorbike" {
		return
	}
	v.readBelts(c, now, at, p)
	open := 0
	if now.doing != driving && len(p.spans) > 0 && at > p.begins() && at < p.ends() && v.dice.of(21).of(uint64(at/180)).unit() < 0.4 {
		open = 1
	}
	c.DoorsOpen = &open
}

// Kinds of what a tank tells.
const (
	percentAndTotal = iota
	percentOnly
	litresAndPercent
	tanks
)

// readTank says level and totals. Some vehicles tell their level only, some litres, too. Those whose tanks are larger than their kind's always tell litres: from a percentage alone nobody
// could know how many they are.
func (v *Vehicle) readTank(s *events.Sample, now state, at float64, p *plan) {
	before, full := v.before(p.day), v.manner.tankLitres
	burnt := v.burns(now.odometer-before.metres, v.idled(p, at))
	litres := before.tank - burnt - before.refuelled*(1-v.poured(p, at)) - v.theft(p.day)*v.gone(p, at)
	tilt := v.tilt(now, at)
	level := min(100, max(0, 100*litres/full+tilt))
	s.FuelPercent = number(round(math.Round(level*2.5)/2.5, 1)) // in steps of 0.4 %, as buses say it
	kind := v.dice.of(22).below(tanks)
	if kind != percentOnly {
		s.CAN.FuelUsedL = number(math.Floor(2*(before.litres+burnt)) / 2)
	}
	if kind == litresAndPercent || v.Relay {
		s.CAN.FuelL = number(round(level/100*full, 1))
	}
	s.CAN.EngineH = number(round((now.odometer/50_000)+float64(before.worked)*0.8+v.idled(p, at)*0.8, 1))
	warm := 88.0 + 2*math.Sin(at/300)
	if now.doing == parked {
		warm = 20
	} else if len(p.spans) > 0 && at >= p.begins() {
		warm = min(warm, 15+(at-p.begins())/8)
	}
	s.CAN.CoolantC = number(math.Round(warm))
}

// tilt is by how many percent the level in a tank seems other than it is: slopes, curves, and the float's own trembling.
func (v *Vehicle) tilt(now state, at float64) float64 {
	slope := 0.9 * math.Sin(now.odometer/700) * math.Cos(now.odometer/2_300)
	if now.doing != driving {
		return slope
	}
	trembles := v.dice.of(23).of(uint64(at)).between(-0.7, 0.7)
	return slope + trembles
}

// idled is the share of a shift's standing with the engine on that is behind it.
func (v *Vehicle) idled(p *plan, at float64) float64 {
	done, all := 0.0, 0.0
	for _, s := range p.spans {
		if s.doing == idling {
			all += s.to - s.from
			done += min(max(0, at-s.from), s.to-s.from)
		}
	}
	if all == 0 {
		return 0
	}
	return done / all
}

// poured is the share of a shift's refuelling that is in the tank: it happens while the vehicle stands in its yard, ready to go.
func (v *Vehicle) poured(p *plan, at float64) float64 {
	if len(p.spans) == 0 {
		return 1
	}
	first := p.spans[0]
	length := first.to - first.from
	return min(1, max(0, (at-first.from-0.1*length)/(0.7*length)))
}

// gone is the share of what is stolen after a shift that is out of the tank: it takes eight minutes, an hour and a half after its end.
func (v *Vehicle) gone(p *plan, at float64) float64 {
	if len(p.spans) == 0 {
		return 1
	}
	return min(1, max(0, (at-p.ends()-5400)/480))
}

// readBelts says the driver's belt, and the passenger's on days with one. Drivers fasten theirs late now and then, and seldom not at all.
func (v *Vehicle) readBelts(c *events.CAN, now state, at float64, p *plan) {
	fastened := now.doing != parked
	if now.doing == driving {
		for _, s := range p.spans {
			if s.doing != driving || at < s.from || at >= s.to {
				continue
			}
			roll := v.dice.of(24).of(uint64(p.day)).of(uint64(s.leg))
			late := 0.0
			if roll.of(1).unit() < 0.06 {
				late = roll.of(2).between(20, 90)
			}
			fastened = at-s.from >= late && roll.of(3).unit() > 0.012
		}
	}
	c.DriverBelt = &fastened
	if v.dice.of(25).of(uint64(p.day)).unit() < 0.25 && now.doing != parked {
		beside := fastened || v.dice.of(26).of(uint64(p.day)).unit() < 0.9
		c.PassengerBelt = &beside
	}
}
