package traffic

import (
	"iter"
	"time"

	"outrider.dev/sdk/events"
)

// Pace is how often a device reads its sensors.
type Pace struct {
	Moving time.Duration // while the ignition is on
	Parked time.Duration
}

// Next is the instant of the reading that follows t. Different vehicles read at different instants. A parked device wakes up
// as soon as the ignition is on.
func (v *Vehicle) Next(t time.Time, pace Pace) time.Time {
	next := v.align(t, pace.Moving)
	if v.state(t).doing != parked {
		return next
	}
	later := v.align(t, pace.Parked)
	if on := v.align(v.leaves(t).Add(-time.Millisecond), pace.Moving); on.Before(later) {
		later = on
	}
	if later.After(next) {
		return later
	}
	return next
}

// leaves is the instant at which a vehicle that is parked at t switches its ignition on; a day later if it does not know yet.
func (v *Vehicle) leaves(t time.Time) time.Time {
	at := float64(t.UnixMilli()) / 1000
	for _, p := range []*plan{v.planAt(t), v.plans[0]} {
		for _, s := range p.spans {
			if s.from > at && s.doing != parked {
				return time.UnixMilli(int64(s.from * 1000))
			}
		}
	}
	return t.Add(24 * time.Hour)
}

// align is the first instant after t that is a whole number of steps from the vehicle's own beginning.
func (v *Vehicle) align(t time.Time, step time.Duration) time.Time {
	own := int64(v.dice.of(17).unit() * float64(step.Milliseconds()))
	ms, n := t.UnixMilli()-own, step.Milliseconds()
	return time.UnixMilli((ms/n+1)*n + own).UTC()
}

// History yields the readings of a vehicle after one instant and up to another, in order: the same ones that it would have sent live.
func History(seed uint64, spec Spec, zone *time.Location, after, until time.Time, pace Pace) iter.Seq[events.Sample] {
	return func(yield func(events.Sample) bool) {
		v := New(seed, spec, zone)
		for t := v.Next(after, pace); !t.After(until); t = v.Next(t, pace) {
			if !yield(v.Sample(t)) {
				return
			}
		}
	}
}
