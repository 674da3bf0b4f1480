package trip

import (
	"context"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
)

// IgnitionPeriod is a time in which the ignition was on. Times are Unix milliseconds.
type IgnitionPeriod struct {
	StartMs, EndMs int64
	From, To       *Position // nil: not known
}

// aDaysTrack bounds what is read of one day: a reading a second of three devices.
const aDaysTrack = 300_000

// Ignition returns the times in which a vehicle's ignition was on, of those that touch the range from an instant to before another (Unix milliseconds), cut to it. What is not heard of for
// so long that a trip would end ends at the last reading.
func (s *Store) Ignition(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (found []IgnitionPeriod, err error) {
	w := ignitionWatch{}
	for at := fromMs; at < toMs; at += day.Milliseconds() {
		list, err := s.Track(ctx, orgID, visible, vehicleID, at, min(at+day.Milliseconds(), toMs), aDaysTrack)
		if err != nil {
			return nil, err
		}
		for _, one := range list {
			w.take(one)
		}
	}
	w.end()
	return slices.Clip(w.found), nil
}

// ignitionWatch follows samples in the order of time.
type ignitionWatch struct {
	found []IgnitionPeriod
	on    *IgnitionPeriod // the one that goes on
	last  int64
	at    *Position
}

func (w *ignitionWatch) take(s Sample) {
	if s.TimeMs-w.last >= silence.Milliseconds() {
		w.end()
		w.at = nil
	}
	if at := s.at(); at != nil {
		w.at = at
	}
	if w.on != nil {
		w.on.EndMs, w.on.To = s.TimeMs, w.at
	}
	if s.Ignition != nil {
		switch {
		case !*s.Ignition:
			w.end()
		case w.on == nil:
			w.on = &IgnitionPeriod{StartMs: s.TimeMs, EndMs: s.TimeMs, From: w.at, To: w.at}
		}
	}
	w.last = s.TimeMs
}

// end closes the period that goes on. One of no length is a single reading, and tells of no time.
func (w *ignitionWatch) end() {
	if w.on != nil && w.on.EndMs-w.on.StartMs >= time.Second.Milliseconds() {
		w.found = append(w.found, *w.on)
	}
	w.on = nil
}
