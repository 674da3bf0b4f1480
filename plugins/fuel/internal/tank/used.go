package tank

import (
	"math"
	"slices"

	"outrider.dev/sdk/minutes"
)

// Where consumption is taken from, the best first.
const (
	FromNothing = iota
	FromCounter
	FromLevel
)

// Quarter is what a vehicle did in a quarter of an hour of UTC: of those any day of any zone is made.
type Quarter struct {
	StartMs   int64
	DistanceM float64
	IdleS     float64
	UsedL     float64 // NaN: not known
	IdleL     float64
	Source    int
}

const (
	hourMs, minuteMs = int64(3_600_000), int64(60_000)
	// leastIdleMs is how long a vehicle stands with its engine on that idles: the vehicles plugin says the same of its track.
	leastIdleMs = minuteMs
	// silenceMs is how long nothing comes until nothing is known in between.
	silenceMs = int64(10 * 60_000)
	// mostL an hour is burnt; a counter that goes faster has jumped.
	mostL = 150.0
	// LeastPer100 and mostPer100 are the economy that can be, in litres per 100 km; it is asked of leastM or more.
	LeastPer100, mostPer100, leastM = 0.3, 200.0, 20_000.0
)

// Quarters adds points up by quarters of an hour, the oldest first. idleLph is what standing with the engine on takes where no counter says it.
func Quarters(points []Point, steps []Step, tankL, idleLph float64) []Quarter {
	points = interpolated(points)
	counts, always := byCounter(points)
	var lost []float64
	moves := false
	if !counts || !always {
		lost = levelsLost(points, steps, tankL)
		moves = byLevel(points, lost)
	}
	idles := idling(points)
	var list []Quarter
	for i := range points {
		if start := points[i].AtMs / minutes.QuarterMs * minutes.QuarterMs; len(list) == 0 || list[len(list)-1].StartMs != start {
			list = append(list, Quarter{StartMs: start, UsedL: math.NaN()})
		}
		if i > 0 {
			p := pair{counts: counts, moves: moves, level: math.NaN(), idles: idles[i]}
			if lost != nil {
				p.level = lost[i]
			}
			list[len(list)-1].add(points[i-1], points[i], p, idleLph)
		}
	}
	return list
}

// interpolated are points whose counter is filled in where a vehicle says it less often than a minute.
func interpolated(points []Point) []Point {
	list := slices.Clone(points)
	minutes.Interpolate(len(list), func(i int) int64 { return list[i].AtMs }, func(i int) *float64 { return &list[i].UsedL },
		func(a, b int) bool { return list[b].AtMs-list[a].AtMs <= hourMs && counted(list[a], list[b]) > 0 })
	return list
}

// pair is what lies between two points.
type pair struct {
	counts, moves bool // the counter, the level can be believed
	level         float64
	idles         bool
}

func (h *Quarter) add(a, b Point, p pair, idleLph float64) {
	seconds := float64(b.AtMs-a.AtMs) / 1000
	h.DistanceM += b.OdoM - a.OdoM
	if p.idles {
		h.IdleS += seconds
	}
	used, source := counted(a, b), FromCounter
	if !p.counts || math.IsNaN(used) {
		used, source = p.level, FromLevel
	}
	if source == FromLevel && !p.moves || math.IsNaN(used) {
		return
	}
	if math.IsNaN(h.UsedL) {
		h.UsedL, h.Source = 0, source
	}
	h.UsedL += used
	switch {
	case p.idles && source == FromCounter:
		h.IdleL += used
	case p.idles:
		h.IdleL += seconds / 3600 * idleLph
	}
}

// idling says of each point whether the vehicle stood with its engine on since the one before. It idles from a minute on, as on its track.
func idling(points []Point) []bool {
	idles := make([]bool, len(points))
	for i, begun := 1, 0; i <= len(points); i++ {
		if i < len(points) && idled(points[i-1], points[i]) {
			idles[i] = true
			continue
		}
		if points[i-1].AtMs-points[begun].AtMs < leastIdleMs {
			clear(idles[begun:i])
		}
		begun = i
	}
	return idles
}

// idled says whether a vehicle stood with its engine on between two points: from the first that says so until the first that does not. Where its odometer goes on meanwhile it does not say its speed.
func idled(a, b Point) bool {
	return a.stands() && b.AtMs-a.AtMs <= silenceMs && !(b.stands() && b.OdoM-a.OdoM >= 50)
}

func (p *Point) stands() bool { return p.On && p.MaxKmh < standsKmh }

// counted is what the counter says between two points; NaN: nothing. One that begins anew, or leaps, counts nothing.
func counted(a, b Point) float64 {
	used := b.UsedL - a.UsedL
	if math.IsNaN(used) {
		return used
	}
	if used < 0 || used > mostL*max(1.0/6, float64(b.AtMs-a.AtMs)/float64(hourMs)) {
		return 0
	}
	return used
}

// levelsLost is what the level lost before each point, in litres; where somebody filled it or took something out, nothing. NaN: not known.
func levelsLost(points []Point, steps []Step, tankL float64) []float64 {
	smooth, lost := Smooth(points, steps), make([]float64, len(points))
	for i := 1; i < len(points); i++ {
		if isStep := func(s Step) bool { return s.AtMs < points[i].AtMs && s.EndMs > points[i-1].AtMs }; !slices.ContainsFunc(steps, isStep) {
			lost[i] = (smooth[i-1] - smooth[i]) / 100 * tankL
		}
	}
	return lost
}

// byCounter says whether the counter can be what it says it is, by the distance that was driven: one in other units is out by far; and whether it says something between all points.
func byCounter(points []Point) (can, always bool) {
	litres, said := 0.0, false
	always = true
	for i := 1; i < len(points); i++ {
		if used := counted(points[i-1], points[i]); math.IsNaN(used) {
			always = false
		} else {
			litres, said = litres+used, true
		}
	}
	metres := driven(points)
	return metres < leastM || said && isEconomy(litres, metres), always
}

// byLevel says whether the level can be what it says it is: a sensor that sticks says that nothing was used.
func byLevel(points []Point, lost []float64) bool {
	litres := 0.0
	for _, used := range lost {
		if !math.IsNaN(used) {
			litres += used
		}
	}
	metres := driven(points)
	return !Stuck(points) && (metres < leastM || isEconomy(litres, metres))
}

func driven(points []Point) float64 {
	if len(points) == 0 {
		return 0
	}
	return points[len(points)-1].OdoM - points[0].OdoM
}

// isEconomy reports whether litres can have been used on a way.
func isEconomy(litres, metres float64) bool {
	per100 := litres / metres * 100_000
	return per100 >= LeastPer100 && per100 <= mostPer100
}
