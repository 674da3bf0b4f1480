// Package speeding finds in the samples of a device when its vehicle was too fast.
package speeding

import (
	"cmp"

	"outrider.dev/sdk/events"
)

const (
	// RuleVersion is written into every alert that the rule makes.
	RuleVersion = 1
	// LeastMs is how long it has to last, and how long it has to be over before it ends, in milliseconds.
	LeastMs = 10_000
	// gapMs is a silence after which nobody knows what happened meanwhile, in milliseconds.
	gapMs = 60_000
	// kept is how many samples are shown with an alert.
	kept = 60
)

// Point is a sample as the rule sees it; speeds are km/h.
type Point struct {
	Time         int64    `json:"time_ms"`
	Lat          *float64 `json:"lat"`
	Lng          *float64 `json:"lng"`
	SpeedKmh     float64  `json:"speed_kmh"`
	LimitKmh     float64  `json:"limit_kmh"`
	LimitAssumed bool     `json:"limit_assumed,omitempty"` // no map knew one: the default
}

// over is by how much the point is above its limit, in km/h.
func (p Point) over() float64 { return p.SpeedKmh - p.LimitKmh }

// Episode is one time of speeding.
type Episode struct {
	Start   Point   `json:"start"`
	Last    Point   `json:"last"`            // the last that was too fast
	Max     Point   `json:"max"`             // the one that was furthest above its limit
	Under   *Point  `json:"under,omitempty"` // the first of those that are not, since Last
	SeenMs  int64   `json:"seen_ms"`
	HeardMs int64   `json:"heard_ms"` // when the newest of its samples was received
	RunMs   int64   `json:"run_ms"`   // since then every sample is too fast; 0: since Start
	Long    bool    `json:"long"`     // some run has lasted LeastMs
	Samples []Point `json:"samples"`
	// OfferedKmh is by how much the worst moment was above its limit when an alert of the episode was last offered; nil: none was yet.
	OfferedKmh *float64 `json:"offered_kmh,omitempty"`
}

// counts reports whether it was too fast for long enough without a break.
func (e *Episode) counts() bool { return e.Long }

// offer reports whether the episode is news while it goes on: it has lasted long enough, or its worst moment became worse since.
func (e *Episode) offer() bool {
	over := e.Max.over()
	if !e.counts() || e.OfferedKmh != nil && over <= *e.OfferedKmh {
		return false
	}
	e.OfferedKmh = &over
	return true
}

// End is where it ended: at the first sample that was slow enough, or where the samples end.
func (e *Episode) End() Point {
	if e.Under != nil {
		return *e.Under
	}
	return e.Last
}

// Feed goes through samples in the order of time, with an episode that is open from before, if one is. A sample is too fast when it is more than
// bandKmh above its limit. It returns the episodes that ended and that lasted long enough, and the one that is open at the end.
func Feed(open *Episode, points []Point, bandKmh float64) (ended []*Episode, still *Episode) {
	end := func() {
		if open.counts() {
			ended = append(ended, open)
		}
		open = nil
	}
	for _, p := range points {
		if open != nil && p.Time-open.SeenMs > gapMs {
			end()
		}
		fast := p.over() > bandKmh
		if open == nil {
			if fast {
				open = &Episode{Start: p, Last: p, Max: p, SeenMs: p.Time, Samples: []Point{p}}
			}
			continue
		}
		open.see(p, fast)
		if open.Under != nil && p.Time-open.Under.Time >= LeastMs {
			end()
		}
	}
	return ended, open
}

func (e *Episode) see(p Point, fast bool) {
	e.SeenMs = p.Time
	if len(e.Samples) < kept {
		e.Samples = append(e.Samples, p)
	}
	if !fast {
		if e.Under == nil {
			e.Under = &p
		}
		return
	}
	if e.Under != nil {
		e.RunMs = p.Time
	}
	e.Under, e.Last = nil, p
	e.Long = e.Long || p.Time-cmp.Or(e.RunMs, e.Start.Time) >= LeastMs
	if p.over() > e.Max.over() {
		e.Max = p
	}
}

// PointOf is the point of a sample; false for one without a speed.
func PointOf(s events.Sample, defaultLimitKmh float64) (Point, bool) {
	if s.SpeedKmh == nil {
		return Point{}, false
	}
	p := Point{Time: s.Time, Lat: s.Lat, Lng: s.Lng, SpeedKmh: *s.SpeedKmh, LimitKmh: defaultLimitKmh, LimitAssumed: true}
	if s.SpeedLimitKmh != nil && *s.SpeedLimitKmh > 0 {
		p.LimitKmh, p.LimitAssumed = *s.SpeedLimitKmh, false
	}
	return p, true
}
