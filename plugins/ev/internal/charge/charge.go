// Package charge judges what electric vehicles said: when they were charged, with how much, and what they used. It knows nothing but readings.
package charge

import (
	"math"
	"slices"

	"outrider.dev/sdk/minutes"
)

// Point is what a vehicle said in a minute. NaN: not said.
type Point struct {
	AtMs        int64
	Soc         float64 // percent
	UsedKWh     float64 // totals
	RegainedKWh float64
	ChargedKWh  float64
	PowerKW     float64
	Charging    bool
	NotCharging bool    // it says so; neither: it says nothing
	OdoM        float64 // metres from anywhere, never falling
	Lat, Lng    *float64
}

// Session is a while beside a charger.
type Session struct {
	StartMs, EndMs int64
	EnergyKWh      float64
	PeakKW         float64
	Before, After  float64 // state of charge in percent; NaN: not known
	GoesOn         bool
	Lat, Lng       *float64
}

const (
	// pauseMs is how long a session may pause: a charger that waits for cheaper hours is another session.
	pauseMs = int64(15 * 60_000)
	// silenceMs is how long nothing comes until a session is over.
	silenceMs = int64(30 * 60_000)
	// endMs is how far apart the last point that charges and the first that does not are at most: what lies between has been charging.
	endMs = 2 * minutes.MinuteMs
	// leastKWh is less than what a session is.
	leastKWh = 0.1
	// awayM is how far a vehicle moves at most beside its charger.
	awayM = 300.0
	// fastestKW is more than what any charger gives: a counter that goes faster has leapt.
	fastestKW = 1000.0
	// mostFallen is by how many percent a charge falls at most between two readings that follow each other.
	mostFallen = 20.0
)

// interpolated are points whose totals, charge and power are filled in where a vehicle says them less often than a minute.
func interpolated(points []Point) []Point {
	list := slices.Clone(points)
	at := func(i int) int64 { return list[i].AtMs }
	follows := func(can func(a, b *Point) bool) func(a, b int) bool {
		return func(a, b int) bool { return at(b)-at(a) <= minutes.HourMs && can(&list[a], &list[b]) }
	}
	for _, total := range []func(p *Point) *float64{
		func(p *Point) *float64 { return &p.UsedKWh }, func(p *Point) *float64 { return &p.RegainedKWh }, func(p *Point) *float64 { return &p.ChargedKWh },
	} {
		minutes.Interpolate(len(list), at, func(i int) *float64 { return total(&list[i]) }, follows(func(a, b *Point) bool { return gained(*total(a), *total(b), b.AtMs-a.AtMs) > 0 }))
	}
	minutes.Interpolate(len(list), at, func(i int) *float64 { return &list[i].Soc }, follows(func(a, b *Point) bool { return a.Soc-b.Soc < mostFallen }))
	for i, first := 1, 0; i < len(list); i++ { // power is held while both ends charge
		if math.IsNaN(list[i].PowerKW) {
			continue
		}
		for between := first + 1; between < i && list[first].PowerKW > 0 && list[i].PowerKW > 0 && at(i)-at(first) <= pauseMs; between++ {
			list[between].PowerKW = list[first].PowerKW
		}
		first = i
	}
	return list
}

// charges reports whether energy went in between two points: the vehicle says so, or its counter does while it stands.
func charges(a, b Point) bool {
	if b.OdoM-a.OdoM > awayM || b.AtMs-a.AtMs > silenceMs {
		return false
	}
	return b.charges() || a.chargesUntil(b) || gained(a.ChargedKWh, b.ChargedKWh, b.AtMs-a.AtMs) > 0
}

// charges reports whether a vehicle says that energy goes in.
func (p Point) charges() bool { return p.Charging || p.PowerKW > 0 }

// chargesUntil reports whether energy went in up to the next point, which is the first that says that none does any more. Where a counter speaks, it says so.
func (p Point) chargesUntil(next Point) bool {
	return p.charges() && next.NotCharging && next.AtMs-p.AtMs <= endMs && (math.IsNaN(p.ChargedKWh) || math.IsNaN(next.ChargedKWh))
}

// gained is by how much a counter grew; 0 for one that begins anew or leaps, or says nothing.
func gained(a, b float64, tookMs int64) float64 {
	grown := b - a
	if math.IsNaN(grown) || grown < 0 || grown > fastestKW*float64(tookMs)/3_600_000+1 {
		return 0
	}
	return grown
}

// Sessions finds when a vehicle was charged, the oldest first. batteryKWh stands in where no counter says how much went in.
func Sessions(points []Point, batteryKWh float64) []Session {
	points = interpolated(points)
	var list []Session
	open := -1
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if !charges(a, b) {
			continue
		}
		if open < 0 || a.AtMs-list[open].EndMs > pauseMs || (b.Lat != nil && b.OdoM-odoAt(points, list[open].EndMs) > awayM) {
			if b.charges() && !a.charges() && gained(a.ChargedKWh, b.ChargedKWh, b.AtMs-a.AtMs) == 0 {
				a = b // it began with what it says
			}
			list = append(list, Session{StartMs: a.AtMs, EndMs: a.AtMs, Before: a.Soc, After: a.Soc, Lat: b.Lat, Lng: b.Lng})
			open = len(list) - 1
		}
		list[open].take(a, b, batteryKWh)
	}
	kept := list[:0]
	for i, s := range list {
		last := points[len(points)-1]
		s.GoesOn = i == len(list)-1 && last.AtMs-s.EndMs < pauseMs && (last.Charging || last.PowerKW > 0)
		if s.EnergyKWh >= leastKWh {
			kept = append(kept, s)
		}
	}
	return kept
}

// odoAt is how far the vehicle was at the first point that is not before a time.
func odoAt(points []Point, atMs int64) float64 {
	i, _ := slices.BinarySearchFunc(points, atMs, func(p Point, at int64) int { return int(p.AtMs - at) })
	if i == len(points) {
		return 0
	}
	return points[i].OdoM
}

func (s *Session) take(a, b Point, batteryKWh float64) {
	s.EndMs = b.AtMs
	if !math.IsNaN(b.PowerKW) {
		s.PeakKW = max(s.PeakKW, b.PowerKW)
	}
	if !math.IsNaN(b.Soc) {
		s.After = b.Soc
	}
	if math.IsNaN(s.Before) {
		s.Before = b.Soc
	}
	if s.Lat == nil {
		s.Lat, s.Lng = b.Lat, b.Lng
	}
	switch grown := gained(a.ChargedKWh, b.ChargedKWh, b.AtMs-a.AtMs); {
	case !math.IsNaN(a.ChargedKWh) && !math.IsNaN(b.ChargedKWh):
		s.EnergyKWh += grown
	case !math.IsNaN(b.PowerKW) && b.PowerKW > 0:
		s.EnergyKWh += b.PowerKW * float64(b.AtMs-a.AtMs) / 3_600_000
	case a.PowerKW > 0 && a.chargesUntil(b):
		s.EnergyKWh += a.PowerKW * float64(b.AtMs-a.AtMs) / 3_600_000
	case b.Soc > a.Soc:
		s.EnergyKWh += (b.Soc - a.Soc) / 100 * batteryKWh
	}
}

// Sources of what was used.
const (
	FromNothing = iota
	FromCounter
	FromCharge
)

// Quarter is what a vehicle did in a quarter of an hour of UTC: of those any day of any zone is made.
type Quarter struct {
	StartMs     int64
	DistanceM   float64
	UsedKWh     float64 // NaN: not known
	RegainedKWh float64
	Source      int
}

// Quarters adds points up by quarters of an hour, the oldest first.
func Quarters(points []Point, batteryKWh float64) []Quarter {
	points = interpolated(points)
	var list []Quarter
	for i := range points {
		if start := points[i].AtMs / minutes.QuarterMs * minutes.QuarterMs; len(list) == 0 || list[len(list)-1].StartMs != start {
			list = append(list, Quarter{StartMs: start, UsedKWh: math.NaN()})
		}
		if i > 0 {
			list[len(list)-1].add(points[i-1], points[i], batteryKWh)
		}
	}
	return list
}

func (h *Quarter) add(a, b Point, batteryKWh float64) {
	h.DistanceM += b.OdoM - a.OdoM
	used, source := gained(a.UsedKWh, b.UsedKWh, b.AtMs-a.AtMs), FromCounter
	if math.IsNaN(a.UsedKWh) || math.IsNaN(b.UsedKWh) {
		used, source = 0, FromCharge
		if math.IsNaN(a.Soc) || math.IsNaN(b.Soc) {
			return
		}
		if !charges(a, b) && b.Soc < a.Soc && a.Soc-b.Soc < mostFallen {
			used = (a.Soc - b.Soc) / 100 * batteryKWh
		}
	}
	if math.IsNaN(h.UsedKWh) {
		h.UsedKWh, h.Source = 0, source
	}
	h.UsedKWh += used
	h.RegainedKWh += gained(a.RegainedKWh, b.RegainedKWh, b.AtMs-a.AtMs)
}
