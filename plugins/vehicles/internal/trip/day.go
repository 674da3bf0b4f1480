package trip

import (
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
)

const day = 24 * time.Hour

// A day is judged from its own samples, those of a little before it, which tell what the vehicle was doing at midnight, and those after it
// until what began on it has ended.
const (
	lookBack  = history.Tail
	lookAhead = history.Head
)

// Day is what a vehicle did on a day of UTC.
type Day struct {
	Trips  []Trip   // that began on it
	Idling []Period // cut at midnight
	Heard  []Heard  // cut at midnight
	Begun  bool     // at its midnight the vehicle was on a trip of the day before
	GoesOn bool     // the last trip goes on where the samples end
}

// Number is which day an instant in Unix milliseconds is on.
func Number(atMs int64) int64 { return atMs / day.Milliseconds() }

// Window is the time of the samples, in Unix milliseconds, that a day is judged from. If the day goes on after them, whole is asked for: then
// a trip is followed until the end of the next day.
func Window(number int64, whole bool) (fromMs, toMs int64) {
	begins := number * day.Milliseconds()
	ahead := lookAhead
	if whole {
		ahead = day
	}
	return begins - lookBack.Milliseconds(), begins + (day + ahead).Milliseconds()
}

// OfDay judges a day from the samples of its window, in whatever order they are.
func OfDay(number int64, samples []Sample) Day {
	begins, ends := number*day.Milliseconds(), (number+1)*day.Milliseconds()
	list := read(samples)
	all, goesOn := find(list)
	idle := idling(list)
	var d Day
	for _, t := range all {
		d.Begun = d.Begun || t.StartMs < begins && t.EndMs >= begins
		if t.StartMs >= begins && t.StartMs < ends {
			t.IdleMs = within(idle, t.StartMs, t.EndMs)
			d.Trips = append(d.Trips, t)
		}
	}
	d.GoesOn = goesOn && len(d.Trips) > 0 && all[len(all)-1].StartMs < ends
	for _, p := range idle {
		if cut := (Period{max(p.StartMs, begins), min(p.EndMs, ends)}); cut.StartMs < cut.EndMs {
			d.Idling = append(d.Idling, cut)
		}
	}
	d.Heard = heardIn(list, begins, ends)
	return d
}

// Stop is the time between two trips. Times are Unix milliseconds.
type Stop struct {
	StartMs, EndMs int64
	IdleMs         int64
	At             *Position // nil: not known
}

// Stops returns the stops between trips, which are in the order of time, of at least so long.
func Stops(list []Trip, idling []Period, atLeast time.Duration) (found []Stop) {
	for i := 1; i < len(list); i++ {
		s := Stop{StartMs: list[i-1].EndMs, EndMs: list[i].StartMs, At: list[i-1].To}
		if s.EndMs-s.StartMs >= atLeast.Milliseconds() {
			s.IdleMs = within(idling, s.StartMs, s.EndMs)
			found = append(found, s)
		}
	}
	return found
}
