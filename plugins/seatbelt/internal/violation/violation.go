// Package violation is driving with the driver's seat belt unfastened: what counts (violation.go), which vehicles are to be looked at (take.go), what is found
// in their samples (judge.go), and what people are shown (api.go).
package violation

import (
	"math"

	"outrider.dev/sdk/events"
)

const (
	// aboveKmh and leastMs are what domain.md calls a violation: unbelted above 10 km/h for 10 s or more.
	aboveKmh = 10.0
	leastMs  = 10_000
	// silenceMs is how long a vehicle may say nothing within a violation.
	silenceMs = 60_000
)

// Violation is one. Its start and end are readings that said so: what was between the last of them and the next is not known.
type Violation struct {
	StartMs, EndMs int64
	IsOver         bool // the next reading says otherwise, or there was none for silenceMs
	DistanceM      float64
	TopKmh         float64
	Lat, Lng       *float64 // where it began; nil: not known
	DeviceID       string
}

// Reading is a sample with the device that sent it.
type Reading struct {
	events.Sample
	DeviceID string `json:"device_id"`
}

// isUnbelted reports whether a sample says that the vehicle drives unbelted.
func isUnbelted(s *events.Sample) bool {
	return saysBelt(s) && !*s.CAN.DriverBelt && s.SpeedKmh != nil && *s.SpeedKmh > aboveKmh
}

// saysBelt reports whether a sample says anything of the driver's belt; the others say nothing for or against a violation.
func saysBelt(s *events.Sample) bool { return s.CAN != nil && s.CAN.DriverBelt != nil }

// Find finds the violations in readings of one vehicle, in the order of time.
func Find(readings []Reading) (found []Violation) {
	var now *run
	for i := range readings {
		s := &readings[i].Sample
		if now != nil && s.Time-now.last.Time > silenceMs {
			found, now = now.end(found, true), nil
		}
		if !saysBelt(s) {
			continue
		}
		switch unbelted := isUnbelted(s); {
		case unbelted && now == nil:
			now = begin(readings[i])
		case unbelted:
			now.add(s)
		case now != nil:
			found, now = now.end(found, true), nil
		}
	}
	if now != nil {
		found = now.end(found, false)
	}
	return found
}

// run is a violation while it is found.
type run struct {
	Violation
	last *events.Sample
}

func begin(r Reading) *run {
	s := r.Sample
	now := &run{Violation{StartMs: s.Time, EndMs: s.Time, TopKmh: *s.SpeedKmh, DeviceID: r.DeviceID}, &s}
	if s.GPSValid {
		now.Lat, now.Lng = s.Lat, s.Lng
	}
	return now
}

func (r *run) add(s *events.Sample) {
	r.DistanceM += between(r.last, s)
	r.EndMs, r.TopKmh, r.last = s.Time, max(r.TopKmh, *s.SpeedKmh), s
}

// end puts a run among what was found if it lasts long enough.
func (r *run) end(found []Violation, isOver bool) []Violation {
	if r.EndMs-r.StartMs < leastMs {
		return found
	}
	r.IsOver = isOver
	return append(found, r.Violation)
}

// between is how far a vehicle drove between two samples, in metres: by its odometer, else by its speeds.
func between(a, b *events.Sample) float64 {
	byspeed := (*a.SpeedKmh + *b.SpeedKmh) / 2 / 3.6 * float64(b.Time-a.Time) / 1000
	if a.OdometerM == nil || b.OdometerM == nil {
		return byspeed
	}
	driven := *b.OdometerM - *a.OdometerM
	if driven < 0 || math.Abs(driven-byspeed) > 10*byspeed+1000 { // it began anew, or belongs to another device
		return byspeed
	}
	return driven
}
