package traffic

import (
	"math"
	"time"
)

// doing is what a vehicle does for a while.
type doing int

const (
	parked  doing = iota // ignition off
	idling               // ignition on, standing
	driving              // ignition on
)

// span is a while of a plan. Times are Unix seconds.
type span struct {
	from, to float64
	doing    doing
	at       spot    // where it stands
	odometer float64 // metres since the plan's beginning, at the span's beginning
	leg      int     // which drive, if driving
}

// leg is one drive of a plan.
type leg struct {
	from, to spot
	dice     chance
}

// plan is one shift of a vehicle: from its yard, round its stops and back.
type plan struct {
	day      int
	spans    []span
	legs     []leg
	distance float64   // metres
	levels   []float64 // of an electric one: kWh in its battery at the beginning of each span, and at the end
}

func (p *plan) begins() float64 {
	if len(p.spans) == 0 {
		return math.Inf(1)
	}
	return p.spans[0].from
}

func (p *plan) ends() float64 {
	if len(p.spans) == 0 {
		return math.Inf(-1)
	}
	return p.spans[len(p.spans)-1].to
}

// tours is how many rounds a vehicle knows; each working day it drives one of them.
const tours = 5

// dayOf is the number of the local day that an instant is in, and the instant at which that day begins.
func dayOf(t time.Time, zone *time.Location) (int, time.Time) {
	local := t.In(zone)
	year, month, day := local.Date()
	midnight := time.Date(year, month, day, 0, 0, 0, 0, zone)
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400), midnight
}

// tourOf is the round that the vehicle drives on a day; -1 if it rests.
func (v *Vehicle) tourOf(day int) int {
	dice := v.dice.of(uint64(day))
	if v.Relay {
		return v.dice.of(uint64(day)).of(2).below(tours)
	}
	rest := 0.06
	if weekday := (day + 4) % 7; weekday == 0 || weekday == 6 { // day 0 was a Thursday
		rest = 0.22
	}
	if dice.of(1).unit() < rest {
		return -1
	}
	return dice.of(2).below(tours)
}

// plan makes the shift that begins on a local day.
func (v *Vehicle) plan(day int, midnight time.Time) *plan {
	p := &plan{day: day}
	tour := v.tourOf(day)
	if tour < 0 {
		return p
	}
	dice := v.dice.of(uint64(day)).of(3)
	if v.Relay {
		v.relayPlan(p, v.tours[tour], dice, float64(midnight.Unix())+v.shiftHour*3600)
		return p
	}
	now := float64(midnight.Unix()) + (v.shiftHour+dice.of(1).between(0, 0.7))*3600
	stops := v.tours[tour]
	here := v.yard
	p.spans, p.legs = make([]span, 0, 4*(len(stops)+1)), make([]leg, 0, len(stops)+1)
	for i := 0; i <= len(stops); i++ {
		next := v.yard
		if i < len(stops) {
			next = stops[i]
		}
		roll := dice.of(uint64(100 + i))
		now = p.stand(now, roll.of(1).between(60, 240), idling, here)
		l := leg{here, next, roll.of(2)}
		d := v.drive(l)
		p.spans = append(p.spans, span{now, now + d.duration, driving, here, p.distance, len(p.legs)})
		p.legs = append(p.legs, l)
		p.distance += d.path.length
		now += d.duration
		here = next
		now = v.stop(p, now, here, roll.of(3), i == len(stops))
	}
	return p
}

// stop is what happens at a customer: the engine runs on, is off for most of it, or runs all the time.
func (v *Vehicle) stop(p *plan, now float64, here spot, dice chance, home bool) float64 {
	now = p.stand(now, dice.of(1).between(30, 150), idling, here)
	switch {
	case home:
		return now
	case dice.of(2).unit() < 0.2:
		return p.stand(now, dice.of(3).between(240, 900), idling, here)
	default:
		return p.stand(now, dice.of(3).between(420, 2100), parked, here)
	}
}

func (p *plan) stand(now, seconds float64, what doing, here spot) float64 {
	p.spans = append(p.spans, span{now, now + seconds, what, here, p.distance, 0})
	return now + seconds
}

func (v *Vehicle) drive(l leg) drive {
	return newDrive(v.roads.path(l.from, l.to), v.mostKmh, l.dice)
}
