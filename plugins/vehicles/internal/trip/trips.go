// Package trip finds trips, stops and idling in the samples of a vehicle. It knows nothing of where they are kept or in what order they
// came: the same samples give the same answer.
package trip

import (
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

// The rules, by the product's definition.
const (
	silence  = history.Silence // nothing for so long ends a trip, and what was known of the vehicle with it
	standing = 5 * time.Minute // below fleet.MovingSpeedKmh for so long ends a trip
	off      = time.Minute     // so does the ignition, off for so long
	idle     = time.Minute     // ignition on and below fleet.MovingSpeedKmh for so long is idling
	awayM    = 100.0           // so far from where it stood, a vehicle has moved, however slowly
	startsBy = 2               // as many samples in a row at fleet.MovingSpeedKmh begin a trip
	jumpKmh  = 250.0           // a step faster than this is an error of the receiver

)

// Position is a point in degrees.
type Position struct{ Lat, Lng float64 }

// Trip is the time from when a vehicle began to move until it came to its last halt. Times are Unix milliseconds.
type Trip struct {
	StartMs, EndMs int64
	DistanceM      float64
	IdleMs         int64
	TopKmh         float64   // the highest speed that was said; 0: none was
	OverMs         int64     // above the limit, or above the usual one where none is known
	From, To       *Position // where it began and ended; nil: not known
	RepairedMs     int64     // when late samples changed it after its day was over; 0: never
}

// Period is a time from StartMs to EndMs, in Unix milliseconds.
type Period struct{ StartMs, EndMs int64 }

// within is how much of the periods lies between two instants, in milliseconds.
func within(list []Period, startMs, endMs int64) (sum int64) {
	for _, p := range list {
		sum += max(0, min(p.EndMs, endMs)-max(p.StartMs, startMs))
	}
	return sum
}

// find returns the trips among readings, and whether the last one may go on after them.
func find(list []reading) (found []Trip, goesOn bool) {
	m := machine{list: list, begin: none}
	for i, r := range list {
		if r.fresh {
			m.end(i - 1)
			m.rest(i)
		}
		m.step(i)
	}
	if m.begin == none {
		return m.trips, false
	}
	last := len(list) - 1
	goesOn = !m.resting || !m.ended(m.halt, last)
	m.end(last)
	return m.trips, goesOn
}

const none = -1

// machine goes through readings. A vehicle rests or moves; a trip is moves with short rests between them. The fields are positions in list.
type machine struct {
	list    []reading
	trips   []Trip
	begin   int // of the trip; none: it is on none
	counted int // what of the way is the trip's: to this reading it stood
	resting bool
	halt    int       // where the rest began
	anchor  *Position // where it rests
	run     int       // how many readings before this one moved, in a row, while it rests
}

// rest has the vehicle rest from reading i on.
func (m *machine) rest(i int) {
	m.resting, m.halt, m.anchor, m.run = true, i, m.list[i].last, 0
}

func (m *machine) step(i int) {
	if !m.resting {
		if !m.list[i].moving {
			m.rest(i)
		}
		return
	}
	from, departs := m.departs(i)
	if !departs {
		return
	}
	if m.begin != none && m.ended(m.halt, from) {
		m.end(m.halt)
	}
	if m.begin == none {
		m.begin, m.counted = from, from
		if m.list[from].moving && !m.list[from].fresh {
			m.counted--
		}
	}
	m.resting = false
	if !m.list[i].moving {
		m.rest(i)
	}
}

// departs reports whether reading i shows that the resting vehicle has moved, and since which reading.
func (m *machine) departs(i int) (from int, departs bool) {
	r := m.list[i]
	if r.moving {
		m.run++
	} else {
		m.run = 0
	}
	if m.run >= startsBy {
		return i - startsBy + 1, true
	}
	switch {
	case r.at() == nil:
	case r.jump || m.anchor == nil: // a position was put right, or is the first
		m.anchor = r.at()
	case m.anchor.metresTo(*r.at()) < awayM:
	case r.moving:
		return i, true
	default: // it moved between two looks at it
		return i - 1, true
	}
	return 0, false
}

// ended reports whether a rest ends a trip.
func (m *machine) ended(halt, until int) bool {
	if m.list[halt].to(m.list[until]) >= standing {
		return true
	}
	for i := halt; i < until; i++ {
		if !m.list[i].isOff() {
			continue
		}
		since := i
		for i < until && m.list[i].isOff() {
			i++
		}
		if m.list[since].to(m.list[i]) >= off {
			return true
		}
	}
	return false
}

// end ends the trip, if there is one, at a reading or where the rest before it began.
func (m *machine) end(at int) {
	if m.begin == none {
		return
	}
	if m.resting {
		at = m.halt
	}
	if at == m.begin { // the only reading of it: it took the time since the one before
		m.begin = m.counted
	}
	top, over := speeds(m.list[m.begin : at+1])
	m.trips = append(m.trips, Trip{
		StartMs: m.list[m.begin].TimeMs, EndMs: m.list[at].TimeMs, DistanceM: distanceM(m.list[m.counted : at+1]), TopKmh: top, OverMs: over,
		From: m.list[m.counted].last, To: m.list[at].last,
	})
	m.begin = none
}

// idling returns the times in which the ignition was on and the vehicle below fleet.MovingSpeedKmh.
func idling(list []reading) (found []Period) {
	since := none
	end := func(atMs int64) {
		if since != none && time.Duration(atMs-list[since].TimeMs)*time.Millisecond >= idle {
			found = append(found, Period{list[since].TimeMs, atMs})
		}
		since = none
	}
	for i, r := range list {
		if r.fresh && i > 0 {
			end(list[i-1].TimeMs)
		}
		if r.isOn() && !r.moving {
			if since == none {
				since = i
			}
		} else {
			end(r.TimeMs)
		}
	}
	if len(list) > 0 {
		end(list[len(list)-1].TimeMs)
	}
	return found
}

// metresTo is the great-circle distance to another point.
func (p Position) metresTo(other Position) float64 {
	return fleet.DistanceM(p.Lat, p.Lng, other.Lat, other.Lng)
}
