package trip

import (
	"cmp"
	"slices"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/fleet"
)

// Sample is what of a stored sample the rules look at; what the device did not say is nil.
type Sample struct {
	DeviceID      string
	TimeMs        int64 // Unix milliseconds
	Lat, Lng      *float64
	SpeedKmh      *float64
	SpeedLimitKmh *float64
	Ignition      *bool
	OdometerM     *float64
}

// Samples are readings as the rules look at them; they point into the list.
func Samples(list []history.Reading) []Sample {
	samples := make([]Sample, len(list))
	for i := range list {
		r := &list[i]
		samples[i] = Sample{
			DeviceID: r.DeviceID, TimeMs: r.TimeMs, Lat: r.Of(history.HasPosition, &r.Lat), Lng: r.Of(history.HasPosition, &r.Lng), SpeedKmh: r.Of(history.HasSpeed, &r.SpeedKmh),
			SpeedLimitKmh: r.Of(history.HasLimit, &r.SpeedLimitKmh), Ignition: r.On(), OdometerM: r.Of(history.HasOdometer, &r.OdometerM),
		}
	}
	return samples
}

// at is the sample's position; nil: it has none.
func (s Sample) at() *Position {
	if s.Lat == nil || s.Lng == nil {
		return nil
	}
	return &Position{*s.Lat, *s.Lng}
}

func (s Sample) to(later reading) time.Duration {
	return time.Duration(later.TimeMs-s.TimeMs) * time.Millisecond
}

// reading is a sample among the others.
type reading struct {
	Sample
	fresh    bool      // nothing came for so long before it that nothing is known any more
	moving   bool      // at fleet.MovingSpeedKmh or more
	jump     bool      // its position cannot be true, or the one before cannot
	ignition *bool     // as last said
	last     *Position // as last said
}

func (r reading) isOn() bool  { return r.ignition != nil && *r.ignition }
func (r reading) isOff() bool { return r.ignition != nil && !*r.ignition }

// read puts samples in the order of time and looks at each beside those before it.
func read(samples []Sample) []reading {
	sorted := slices.Clone(samples)
	slices.SortFunc(sorted, func(a, b Sample) int {
		return cmp.Or(cmp.Compare(a.TimeMs, b.TimeMs), cmp.Compare(a.DeviceID, b.DeviceID))
	})
	list := make([]reading, len(sorted))
	var fix *Sample // the last one with a position
	for i, s := range sorted {
		r := reading{Sample: s, fresh: i == 0 || sorted[i-1].to(reading{Sample: s}) >= silence}
		r.ignition, r.last = s.Ignition, s.at()
		if r.fresh {
			fix = nil
		} else {
			r.ignition, r.last = said(r.ignition, list[i-1].ignition), said(r.last, list[i-1].last)
		}
		kmh := 0.0
		if fix != nil && s.at() != nil {
			kmh = speedKmh(fix.at().metresTo(*s.at()), s.TimeMs-fix.TimeMs)
			r.jump = kmh > jumpKmh
		}
		r.moving = !r.jump && kmh >= fleet.MovingSpeedKmh
		if s.SpeedKmh != nil {
			r.moving = *s.SpeedKmh >= fleet.MovingSpeedKmh
		}
		if s.at() != nil {
			fix = &sorted[i]
		}
		list[i] = r
	}
	return list
}

// speedKmh is the speed of so many metres in so many milliseconds.
func speedKmh(metres float64, ms int64) float64 {
	return metres * 3600 / float64(max(ms, 1))
}

func said[T any](now, before *T) *T {
	if now != nil {
		return now
	}
	return before
}
