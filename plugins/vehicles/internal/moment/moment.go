// Package moment answers where every vehicle was at an instant of the past: of each what its default device said last before it.
package moment

import (
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

// Vehicle is a vehicle in sight, with the device that stood for it at the instant.
type Vehicle struct {
	ID, Name, Type, DeviceID string
	GroupLabel, Driver       string // of then; an empty driver: nobody is known
}

// Stand is a vehicle as it was at an instant. Without a reading nothing was heard of it for long.
type Stand struct {
	Vehicle
	Reading *history.Reading // the last before the instant
	Place   *history.Reading // the last of them with a position
	Trail   []Spot           // where it was shortly before, the oldest first, if that was asked for
}

// Spot is a place of a trail.
type Spot struct{ Lat, Lng float64 }

const (
	trailMs     = int64(15 * time.Minute / time.Millisecond)
	trailStepMs = int64(45 * time.Second / time.Millisecond)
)

// trail adds the places of readings of the time before an instant, one a step.
func (s *Stand) trail(list []*history.Reading) {
	var lastMs int64
	for _, r := range list {
		if r.Said(history.HasPosition) && r.TimeMs-lastMs >= trailStepMs {
			s.Trail, lastMs = append(s.Trail, Spot{r.Lat, r.Lng}), r.TimeMs
		}
	}
}

// lead puts the places of an earlier time before those of a trail.
func (s *Stand) lead(list []*history.Reading) {
	later := s.Trail
	s.Trail = nil
	s.trail(list)
	s.Trail = append(s.Trail, later...)
}

// Status is what the vehicle was doing, by what was said by then.
func (s Stand) Status(atMs int64) fleet.Presence {
	if s.Reading == nil {
		return fleet.Offline
	}
	return fleet.PresenceAt(fleet.Reading{
		LastSeen: time.UnixMilli(s.Reading.TimeMs), EverLocated: s.Place != nil, Ignition: s.Reading.Ignition, SpeedKmh: s.Reading.SpeedKmh,
	}, time.UnixMilli(atMs))
}

// lastOf finds the last reading of a series, and the last with a position, that are not after an instant.
func lastOf(list []history.Reading, atMs int64) (last, place *history.Reading) {
	for i := len(list) - 1; i >= 0; i-- {
		r := &list[i]
		if r.TimeMs > atMs {
			continue
		}
		if last == nil {
			last = r
		}
		if r.Said(history.HasPosition) {
			return last, r
		}
	}
	return last, nil
}
