package watch

// feed has a position inside looked at by the triggers that last. It reports whether something that was raised has ended.
func (w *Watcher) feed(f *Fence, one *stay, fix Fix) (ended bool) {
	active := f.Clock.Active(fix.TimeMs)
	if limit := f.Triggers.SpeedAboveKmh; limit != nil || one.Above.Event > 0 {
		fits := active && limit != nil && fix.SpeedKmh != nil && *fix.SpeedKmh > *limit
		ended = one.lasts(&one.Above, SpeedAbove, valueOf(limit), fits, fix) || ended
	}
	if limit := f.Triggers.SpeedBelowKmh; limit != nil || one.Below.Event > 0 {
		runs := fix.Ignition == nil || *fix.Ignition
		fits := active && limit != nil && runs && fix.SpeedKmh != nil && *fix.SpeedKmh < *limit
		ended = one.lasts(&one.Below, SpeedBelow, valueOf(limit), fits, fix) || ended
	}
	return w.stands(f, one, fix) || ended
}

func valueOf(limit *float64) float64 {
	if limit == nil {
		return 0
	}
	return *limit
}

// lasts goes on with a spell of speed: the second sample raises it, from the first on, and the second that does not fit ends it. It is raised once a visit.
func (s *stay) lasts(sp *spell, trigger string, limit float64, fits bool, fix Fix) (ended bool) {
	switch {
	case sp.Done:
	case fits:
		if sp.Count == 0 {
			sp.Since, sp.At, sp.Most = fix.TimeMs, fix.At, *fix.SpeedKmh
		}
		sp.Count, sp.Off = sp.Count+1, 0
		if (trigger == SpeedAbove) == (*fix.SpeedKmh > sp.Most) {
			sp.Most = *fix.SpeedKmh
		}
		if sp.Event > 0 {
			most := sp.Most
			s.Visit.Events[sp.Event-1].SpeedKmh = &most
		} else if sp.Count == 2 {
			most := sp.Most
			s.Visit.Events = append(s.Visit.Events, Event{Trigger: trigger, AtMs: sp.Since, At: sp.At, SpeedKmh: &most, Threshold: limit})
			sp.Event = len(s.Visit.Events)
		}
	case fix.SpeedKmh == nil: // says nothing
	case sp.Event == 0:
		sp.Count = 0
	default:
		if sp.Off++; sp.Off == 1 {
			sp.OffMs = fix.TimeMs
		}
		if sp.Off == 2 {
			s.finish(sp, sp.OffMs)
			return true
		}
	}
	return false
}

// stands goes on with parking.
func (w *Watcher) stands(f *Fence, one *stay, fix Fix) (ended bool) {
	sp := &one.Parked
	off := fix.Ignition != nil && !*fix.Ignition
	slow := fix.SpeedKmh != nil && *fix.SpeedKmh < standsKmh
	moves := fix.SpeedKmh != nil && *fix.SpeedKmh >= standsKmh && !off
	switch {
	case sp.Done:
	case moves:
		w.parkedUntil(f, one, fix)
		if sp.Event > 0 {
			one.finish(sp, fix.TimeMs)
			return true
		}
		sp.Since = 0
	case off || slow:
		if sp.Since == 0 {
			sp.Since, sp.At = fix.TimeMs, fix.At
		}
		w.park(f, one, fix.TimeMs)
	}
	return false
}

// parkedUntil has a silence of a vehicle that stood count as parking.
func (w *Watcher) parkedUntil(f *Fence, one *stay, fix Fix) {
	if one.Parked.Since > 0 {
		w.park(f, one, fix.TimeMs)
	}
}

// park raises parking once it has lasted by a time.
func (w *Watcher) park(f *Fence, one *stay, nowMs int64) {
	sp := &one.Parked
	if f.Triggers.ParkInsideS == nil || sp.Event > 0 || sp.Done {
		return
	}
	at := sp.Since + int64(*f.Triggers.ParkInsideS)*1000
	if nowMs < at || !f.Clock.Active(at) {
		return
	}
	one.Visit.Events = append(one.Visit.Events, Event{Trigger: ParkInside, AtMs: at, At: sp.At, Threshold: float64(*f.Triggers.ParkInsideS)})
	sp.Event = len(one.Visit.Events)
	w.Changed(one.Visit)
}

// finish ends what a spell has raised.
func (s *stay) finish(sp *spell, atMs int64) {
	if sp.Event > 0 {
		e := &s.Visit.Events[sp.Event-1]
		e.EndMs = max(atMs, e.AtMs)
	}
	sp.Done = true
}

// close ends all that goes on when the visit ends.
func (s *stay) close(atMs int64) {
	for _, sp := range []*spell{&s.Above, &s.Below, &s.Parked} {
		if sp.Event > 0 && !sp.Done {
			s.finish(sp, atMs)
		}
	}
}
