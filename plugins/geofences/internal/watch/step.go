package watch

import (
	"math"
	"slices"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fleet"
)

// Watcher folds the positions of one vehicle.
type Watcher struct {
	VehicleID string
	State     *State
	Fences    Fences
	// Changed is called with each visit that begins, raises something or ends.
	Changed func(*Visit)

	within map[string]bool // room for the fences of a position
}

// Step takes the next position; path is that of the vehicle's group then. It does nothing with one that is not later than the last.
func (w *Watcher) Step(fix Fix, path string) {
	s := w.State
	if s.Last != nil && fix.TimeMs <= s.Last.TimeMs {
		return
	}
	if s.Stays == nil {
		s.Stays = map[string]*stay{}
	}
	before := s.Path
	s.Path = path
	if w.within == nil {
		w.within = map[string]bool{}
	}
	clear(w.within)
	within := w.within
	w.Fences.At(fix.TimeMs, fix.At, func(f *Fence) {
		if f.Watches(w.VehicleID, path) {
			within[f.ID] = true
			w.inside(f, fix, before)
		}
	})
	if len(s.Stays) > len(within) {
		for _, id := range w.others(within) {
			w.outside(id, s.Stays[id], fix)
		}
	}
	w.through(fix, within, before)
	s.Last = &fix
}

// Tick has what has lasted long enough by a time raise its event, although nothing was heard of the vehicle: it stays parked.
func (w *Watcher) Tick(nowMs int64) {
	for _, id := range w.others(nil) {
		one := w.State.Stays[id]
		if f := w.Fences.Of(id, nowMs); f != nil && one.Inside && one.Parked.Since > 0 {
			w.park(f, one, nowMs)
		}
	}
}

// others are the fences at which something is known, but for some, in an order that is always the same.
func (w *Watcher) others(but map[string]bool) (ids []string) {
	for id := range w.State.Stays {
		if !but[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// watchedBefore reports whether a vehicle was watched by a fence of the same shape at its last position, in a group with a path: then it is seen to arrive.
func (w *Watcher) watchedBefore(f *Fence, path string) bool {
	if w.State.Last == nil {
		return false
	}
	before := w.Fences.Of(f.ID, w.State.Last.TimeMs)
	return before != nil && before.ShapeRev == f.ShapeRev && before.Watches(w.VehicleID, path)
}

// inside is a position within a fence; path is that of the vehicle's group at the position before.
func (w *Watcher) inside(f *Fence, fix Fix, path string) {
	one := w.State.Stays[f.ID]
	switch {
	case one == nil:
		found := !w.watchedBefore(f, path)
		w.State.Stays[f.ID] = &stay{Rev: f.ShapeRev, Before: w.State.Last, Last: &fix, Visit: &Visit{
			ID: idOf(w.VehicleID, f.ID, fix.TimeMs), FenceID: f.ID, DefinedMs: f.FromMs, ArrivalMs: fix.TimeMs, Arrival: fix.At, Found: found, LastMs: fix.TimeMs, TopKmh: fix.SpeedKmh,
		}}
	case !one.Inside:
		one.Inside, one.Rev = true, f.ShapeRev
		if f.Triggers.Enter && !one.Visit.Found && f.Clock.Active(one.Visit.ArrivalMs) {
			one.Visit.Events = append(one.Visit.Events, Event{Trigger: Enter, AtMs: one.Visit.ArrivalMs, At: one.Visit.Arrival, SpeedKmh: one.Last.SpeedKmh})
		}
		first := *one.Last
		w.feed(f, one, first)
		w.feed(f, one, fix)
		one.see(fix)
		w.Changed(one.Visit)
	default:
		one.Other, one.Rev = nil, f.ShapeRev
		before := len(one.Visit.Events)
		ended := w.feed(f, one, fix)
		minute := fix.TimeMs/minuteMs != one.Last.TimeMs/minuteMs
		one.see(fix)
		if ended || minute || len(one.Visit.Events) != before {
			w.Changed(one.Visit)
		}
	}
}

// see adds a position inside to the visit.
func (s *stay) see(fix Fix) {
	v := s.Visit
	v.DistanceM += stepM(*s.Last, fix)
	if fix.SpeedKmh != nil && (v.TopKmh == nil || *fix.SpeedKmh > *v.TopKmh) {
		v.TopKmh = fix.SpeedKmh
	}
	s.Last, v.LastMs = &fix, fix.TimeMs
}

// stepM is the way between two positions; a jump is none.
func stepM(from, to Fix) float64 {
	if fleet.Jumps(from.At.Lat, from.At.Lng, to.At.Lat, to.At.Lng, to.TimeMs-from.TimeMs) {
		return 0
	}
	return fleet.DistanceM(from.At.Lat, from.At.Lng, to.At.Lat, to.At.Lng)
}

// outside is a position that is not within a fence at which the vehicle was, or that is not there for it any more.
func (w *Watcher) outside(id string, one *stay, fix Fix) {
	f := w.Fences.Of(id, fix.TimeMs)
	switch {
	case f == nil || f.Disabled:
		w.end(id, one, w.goneMs(id, one, f), EndedFence)
	case !f.Watches(w.VehicleID, w.State.Path):
		w.end(id, one, max(one.Last.TimeMs, f.FromMs), EndedVehicle)
	case f.ShapeRev != one.Rev:
		w.end(id, one, max(one.Last.TimeMs, f.FromMs), EndedFence)
	case !one.Inside:
		w.passed(f, one, fix)
		delete(w.State.Stays, id)
	case one.Other == nil:
		one.Other = &fix
	default:
		w.leave(f, one)
	}
}

// goneMs is when a fence ended that is not there any more at the newest position.
func (w *Watcher) goneMs(id string, one *stay, f *Fence) int64 {
	if f != nil {
		return max(one.Last.TimeMs, f.FromMs)
	}
	if last := w.Fences.Of(id, one.Last.TimeMs); last != nil && last.ToMs > 0 {
		return max(one.Last.TimeMs, last.ToMs)
	}
	return one.Last.TimeMs
}

// end is the end of a visit that the vehicle has not ended itself; one that had not begun is forgotten.
func (w *Watcher) end(id string, one *stay, atMs int64, why string) {
	delete(w.State.Stays, id)
	if !one.Inside {
		return
	}
	one.close(atMs)
	one.Visit.DepartureMs, one.Visit.Ended = atMs, why
	w.Changed(one.Visit)
}

// leave is the second position outside: the vehicle left with the first. One that drove and was not heard of for long left when that began; one that stood slept.
func (w *Watcher) leave(f *Fence, one *stay) {
	delete(w.State.Stays, f.ID)
	left := *one.Other
	if left.TimeMs-one.Last.TimeMs > offlineMs && one.Parked.Since == 0 {
		left = *one.Last
	}
	w.parkedUntil(f, one, left)
	one.close(left.TimeMs)
	v := one.Visit
	v.DepartureMs, v.Ended = left.TimeMs, EndedLeft
	if f.Triggers.Leave && f.Clock.Active(left.TimeMs) {
		v.Events = append(v.Events, Event{Trigger: Leave, AtMs: left.TimeMs, At: left.At, SpeedKmh: left.SpeedKmh})
	}
	w.Changed(v)
}

// passed looks whether a vehicle of which one position was inside drove clean through.
func (w *Watcher) passed(f *Fence, one *stay, fix Fix) {
	first := *one.Last
	if one.Before == nil || one.Visit.Found || !isWay(*one.Before, first) || !isWay(first, fix) {
		return
	}
	_, _, in, _ := f.Area.Chord(one.Before.At, first.At)
	_, _, out, _ := f.Area.Chord(first.At, fix.At)
	if in+out < leastChordM {
		return
	}
	v := one.Visit
	v.DepartureMs, v.Ended, v.Through, v.DistanceM = fix.TimeMs, EndedLeft, true, in+out
	w.crossed(f, v, first, fix)
}

// through finds the fences that lie on the way from the last position, and hold neither end.
func (w *Watcher) through(fix Fix, within map[string]bool, path string) {
	last := w.State.Last
	if last == nil || !isWay(*last, fix) {
		return
	}
	w.Fences.Along(fix.TimeMs, last.At, fix.At, func(f *Fence) {
		if within[f.ID] || w.State.Stays[f.ID] != nil || !w.watchedBefore(f, path) || !f.Watches(w.VehicleID, w.State.Path) || f.Area.Contains(last.At.Lat, last.At.Lng) {
			return
		}
		start, end, metres, ok := f.Area.Chord(last.At, fix.At)
		if !ok || metres < leastChordM {
			return
		}
		in, out := between(*last, fix, start), between(*last, fix, end)
		w.crossed(f, &Visit{
			ID: idOf(w.VehicleID, f.ID, in.TimeMs), FenceID: f.ID, DefinedMs: f.FromMs, ArrivalMs: in.TimeMs, Arrival: in.At, DepartureMs: out.TimeMs, Ended: EndedLeft, Through: true,
			LastMs: out.TimeMs, DistanceM: metres,
		}, in, out)
	})
}

// crossed has a visit that is over when it is found raise its events.
func (w *Watcher) crossed(f *Fence, v *Visit, in, out Fix) {
	if f.Triggers.Enter && f.Clock.Active(in.TimeMs) {
		v.Events = append(v.Events, Event{Trigger: Enter, AtMs: in.TimeMs, At: in.At, SpeedKmh: in.SpeedKmh})
	}
	if f.Triggers.Leave && f.Clock.Active(out.TimeMs) {
		v.Events = append(v.Events, Event{Trigger: Leave, AtMs: out.TimeMs, At: out.At, SpeedKmh: out.SpeedKmh})
	}
	w.Changed(v)
}

// noStepDegrees are less than leastStepM in both directions together, wherever on earth.
const noStepDegrees = 0.0003

// isWay reports whether a vehicle drove from one position straight to another, as far as is known.
func isWay(from, to Fix) bool {
	if to.TimeMs-from.TimeMs > gapMs || math.Abs(to.At.Lat-from.At.Lat) < noStepDegrees && math.Abs(to.At.Lng-from.At.Lng) < noStepDegrees {
		return false
	}
	return stepM(from, to) >= leastStepM
}

// between is a position on the way.
func between(from, to Fix, part float64) Fix {
	dLng := to.At.Lng - from.At.Lng
	if dLng > 180 {
		dLng -= 360
	} else if dLng < -180 {
		dLng += 360
	}
	lng := from.At.Lng + part*dLng
	if lng > 180 {
		lng -= 360
	} else if lng < -180 {
		lng += 360
	}
	return Fix{
		TimeMs: from.TimeMs + int64(part*float64(to.TimeMs-from.TimeMs)), At: shape.Point{Lat: from.At.Lat + part*(to.At.Lat-from.At.Lat), Lng: lng}, SpeedKmh: to.SpeedKmh,
	}
}

// Resume goes on after positions that were left out, since they are far from every fence that is asked, with one that is far as well. Nobody knows the way to it.
func (w *Watcher) Resume(fix Fix, path string) {
	if len(w.State.Stays) > 0 || (w.State.Last != nil && fix.TimeMs <= w.State.Last.TimeMs) {
		w.Step(fix, path)
		return
	}
	w.State.Last, w.State.Path = &fix, path
}
