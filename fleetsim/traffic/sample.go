package traffic

import (
	"math"
	"time"

	"outrider.dev/sdk/events"
)

// state is what is true of a vehicle at an instant.
type state struct {
	where    point
	heading  float64 // degrees
	speedKmh float64
	limitKmh float64 // 0: unknown
	doing    doing
	odometer float64 // metres
}

// State works out an instant from the plan alone.
func (v *Vehicle) state(t time.Time) state {
	p := v.planAt(t)
	at := float64(t.UnixMilli()) / 1000
	if len(p.spans) == 0 || at < p.begins() {
		return v.standing(v.yard, parked, v.odometer(p.day))
	}
	if at >= p.ends() {
		return v.standing(v.yard, parked, v.odometer(p.day)+p.distance)
	}
	s := p.spans[0]
	for _, next := range p.spans {
		if next.from > at {
			break
		}
		s = next
	}
	if s.doing != driving {
		return v.standing(s.at, s.doing, v.odometer(p.day)+s.odometer)
	}
	way := v.driveOf(p, s)
	metres, speed := way.at(at - s.from)
	if turn, ok := v.swerving(t); ok {
		behind, faster := turn.of(at)
		metres, speed = metres-behind, speed+faster
		way = v.driveOf(p, s) // looking for it may have driven another
	}
	where, heading, limit := way.path.at(metres)
	return state{where, heading, speed * 3.6, limit, driving, v.odometer(p.day) + s.odometer + metres}
}

// driveOf is the drive of a span. The one that was asked for last is remembered.
func (v *Vehicle) driveOf(p *plan, s span) drive {
	if v.current.plan != p || v.current.leg != s.leg {
		v.current.plan, v.current.leg, v.current.drive = p, s.leg, v.drive(p.legs[s.leg])
	}
	return v.current.drive
}

func (v *Vehicle) standing(s spot, what doing, odometer float64) state {
	street := v.roads.street(s)
	where, heading := street.at(street.length())
	return state{where: where, heading: heading, doing: what, odometer: odometer}
}

// Sample is what the vehicle's device reads at an instant, with the errors of its receivers.
func (v *Vehicle) Sample(t time.Time) events.Sample {
	now := v.state(t)
	noise := v.dice.of(8).of(uint64(t.UnixMilli()))
	spread := 3.0
	if now.doing == parked {
		spread = 1
	}
	where := now.where.towards(noise.of(1).between(0, 2*math.Pi), noise.of(2).between(0, spread))
	on := now.doing != parked
	signal := 2 + int(v.dice.of(9).of(uint64(t.Unix()/420)).between(0, 3.999))
	s := events.Sample{
		Time: t.UnixMilli(), Ignition: &on, Signal: &signal, OdometerM: number(math.Round(now.odometer)),
		SpeedKmh: number(round(now.speedKmh, 1)), BatteryPercent: number(round(92+7*noise.of(3).unit(), 0)),
	}
	v.readBus(&s, now, t)
	if now.limitKmh > 0 {
		s.SpeedLimitKmh = number(now.limitKmh)
	}
	if v.blind(t, now.doing) {
		return s
	}
	s.GPSValid, s.Lat, s.Lng = true, number(round(where.lat, 6)), number(round(where.lng, 6))
	s.HeadingDeg, s.AltitudeM = number(math.Mod(round(now.heading, 1), 360)), number(round(60+40*math.Sin(where.lat*40)*math.Cos(where.lng*30), 1))
	return s
}

// blind reports whether the receiver sees no satellites: a minute now and then while driving.
func (v *Vehicle) blind(t time.Time, what doing) bool {
	return what == driving && v.dice.of(11).of(uint64(t.Unix()/60)).unit() < 0.004
}

func number(f float64) *float64 { return &f }

func round(f float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	return math.Round(f*scale) / scale
}
