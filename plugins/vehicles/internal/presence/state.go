// Package presence decides what a device is doing now from the samples that arrive, in whatever order they do.
package presence

import (
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

// State is what is kept of a device between samples. Times are Unix milliseconds, 0 for never; nil is never said.
type State struct {
	LastSeenMs    int64 // time of the newest sample, by the device's clock
	ReceivedMs    int64 // when that sample was received
	HeardMs       int64 // when a status or a connection was last received
	Connected     bool
	Lat, Lng      *float64 // the last valid position
	LocatedMs     int64    // time of that position
	SpeedKmh      *float64
	HeadingDeg    *float64
	Ignition      *bool
	SpeedLimitKmh *float64
	OdometerM     *float64
	Signal        *int
	TripMs        int64 // when the trip of now began; 0: it is on none
	MovedMs       int64 // time of the newest sample that moved
	SkewMs        int64 // how far the device's clock is ahead; 0: it is right, as far as can be said

	FarLat, FarLng *float64 // where the vehicle seems to have jumped to; nil: it has not
	FarFromMs      int64    // since when
	FarSeen        int      // by how many samples
}

// A trip ends, by the product's definition, when nothing comes or moves for so long.
const (
	tripSilence = 10 * time.Minute
	tripStand   = 5 * time.Minute
	tripOff     = time.Minute // with the ignition off
)

// Apply moves the state on by a sample that was received at receivedMs, and reports whether it changed: a sample that is not
// newer than last_seen never changes it, nor does one that is ahead of its receipt. Speed and limit are those of the newest sample alone, since an old speed would
// show a parked vehicle driving; what changes slowly stays until it is said again.
func (s *State) Apply(sample *events.Sample, receivedMs int64) bool {
	s.Heal()
	at := s.corrected(sample.Time, receivedMs)
	if fleet.Skew(at, receivedMs) != 0 || at <= s.LastSeenMs && !s.isAhead(at, receivedMs) {
		return false
	}
	silent := time.Duration(at-s.LastSeenMs) * time.Millisecond
	s.LastSeenMs, s.ReceivedMs = at, receivedMs
	s.SpeedKmh, s.SpeedLimitKmh = sample.SpeedKmh, sample.SpeedLimitKmh
	if sample.Lat != nil && sample.Lng != nil {
		s.locate(sample.Lat, sample.Lng, at)
	}
	s.HeadingDeg = said(sample.HeadingDeg, s.HeadingDeg)
	s.Ignition = said(sample.Ignition, s.Ignition)
	s.OdometerM = said(sample.OdometerM, s.OdometerM)
	s.Signal = said(sample.Signal, s.Signal)
	s.followTrip(silent)
	return true
}

// followTrip begins, keeps or ends the trip, by the newest sample.
func (s *State) followTrip(silent time.Duration) {
	stood := time.Duration(s.LastSeenMs-s.MovedMs) * time.Millisecond
	off := s.Ignition != nil && !*s.Ignition
	if silent >= tripSilence || stood >= tripStand || off && stood >= tripOff {
		s.TripMs = 0
	}
	if s.SpeedKmh != nil && *s.SpeedKmh >= fleet.MovingSpeedKmh {
		if s.TripMs == 0 {
			s.TripMs = s.LastSeenMs
		}
		s.MovedMs = s.LastSeenMs
	}
}

// At judges the state at an instant.
func (s State) At(now time.Time) fleet.Presence {
	r := fleet.Reading{EverLocated: s.Lat != nil}
	if heard := max(s.ReceivedMs, s.HeardMs); heard > 0 {
		r.LastSeen = time.UnixMilli(heard)
	}
	if s.SpeedKmh != nil {
		r.SpeedKmh = *s.SpeedKmh
	}
	if s.Ignition != nil {
		r.Ignition = *s.Ignition
	}
	return fleet.PresenceAt(r, now)
}

func said[T any](now, before *T) *T {
	if now != nil {
		return now
	}
	return before
}
