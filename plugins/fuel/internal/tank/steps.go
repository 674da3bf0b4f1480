package tank

import (
	"math"
	"slices"
)

// Kinds of a step.
const (
	Refuel = "refuel"
	Theft  = "theft"
)

// Step is where the level changed at once while the vehicle stood.
type Step struct {
	Kind          string
	AtMs, EndMs   int64 // between which points
	Before, After float64
	Percent       float64 // put in, or taken out: above 0
	Certainty     float64 // 0 to 1
	On            bool    // the ignition was on
	Lat, Lng      *float64
}

const (
	// window is how many points on each side of a moment are compared.
	window = 9
	// enough is how many of them there must be after it: with fewer it is judged later.
	enough = 4
	// leastPercent is what no step is smaller than; slopePercent is added where the vehicle has moved between the points that are compared, since it may stand on a slope.
	leastPercent, slopePercent = 5.0, 3.0
	// awayM is how far it may have moved between the two points next to a step.
	awayM = 400.0
	// nearMs and nearPoints join what is found about the same step, however often a parked vehicle speaks; backMs is within which a step and its opposite are a sensor that jumped.
	nearMs, backMs = 20 * 60_000, 3 * 60 * 60_000
	nearPoints     = 3
	// spreads is by how many standard deviations two medians differ that differ.
	spreads = 4.5
)

// Steps finds refuelling and suspected theft in points, the oldest first.
func Steps(points []Point, tankL float64) []Step {
	list := believed(points)
	trembles := noise(list)
	var found []Step
	last, clearest := 0, 0.0 // the point of what was found last, and how clear the step that it belongs to is
	for i := 0; i+1 < len(list); i++ {
		s, ok := at(list, i, trembles, tankL)
		if !ok {
			continue
		}
		clear := s.Percent + math.Abs(list[i+1].Level-list[i].Level)
		n := len(found) - 1
		isSame := n >= 0 && found[n].Kind == s.Kind && (i-last <= nearPoints || s.AtMs-list[last].AtMs < nearMs)
		last = i
		switch {
		case !isSame:
			found, clearest = append(found, s), clear
		case clear > clearest:
			found[n], clearest = s, clear
		}
	}
	return withoutJumps(found)
}

// at compares what is before and after the space behind point i.
func at(list []Point, i int, trembles, tankL float64) (Step, bool) {
	a, b := list[i], list[i+1]
	if b.OdoM-a.OdoM > awayM || (a.MaxKmh >= standsKmh && b.MaxKmh >= standsKmh && b.AtMs-a.AtMs < nearMs) {
		return Step{}, false
	}
	before, stoodBefore := side(list[:i+1], true)
	after, stoodAfter := side(list[i+1:], false)
	if len(after) < enough || len(before) < enough {
		return Step{}, false
	}
	from, to := median(levels(before)), median(levels(after))
	change := to - from + burnt(before, after, tankL)
	least := max(leastPercent, spreads*trembles*math.Sqrt(1.57/float64(len(before))+1.57/float64(len(after))))
	if !stoodBefore || !stoodAfter {
		least += slopePercent
	}
	s := Step{AtMs: a.AtMs, EndMs: b.AtMs, Before: from, After: to, Percent: math.Abs(change), On: a.On && b.On, Lat: b.Lat, Lng: b.Lng}
	if s.Lat == nil {
		s.Lat, s.Lng = a.Lat, a.Lng
	}
	if s.Percent < least {
		return Step{}, false
	}
	s.Kind = Refuel
	if change < 0 {
		if s.Kind = Theft; stuckBefore(list[:i+1], from) {
			return Step{}, false
		}
	}
	s.Certainty = certainty(s, least, stoodBefore && stoodAfter)
	return s, true
}

func certainty(s Step, least float64, stood bool) float64 {
	c := 1 - 0.25*(least/s.Percent)*(least/s.Percent)
	if !stood {
		c -= 0.05
	}
	if s.Kind == Theft && s.On {
		c -= 0.1
	}
	return math.Round(100*max(0.5, min(0.99, c))) / 100
}

// side are the points next to a moment: of the standing around it if that has enough, since a slope is the same all the time there.
func side(list []Point, before bool) (points []Point, stood bool) {
	pick := func(n int) Point { return list[n] }
	if before {
		pick = func(n int) Point { return list[len(list)-1-n] }
	}
	first := pick(0)
	stood = true
	for n := 0; n < min(window, len(list)); n++ {
		p := pick(n)
		if math.Abs(p.OdoM-first.OdoM) > awayM {
			if stood && len(points) >= enough {
				return points, true
			}
			stood = false
		}
		points = append(points, p)
	}
	return points, stood
}

// burnt is how many percent the counter says were used between the middles of two sides.
func burnt(before, after []Point, tankL float64) float64 {
	a, b := before[len(before)/2].UsedL, after[len(after)/2].UsedL
	hours := float64(after[len(after)/2].AtMs-before[len(before)/2].AtMs) / float64(hourMs)
	if math.IsNaN(a) || math.IsNaN(b) || tankL <= 0 || b < a || b-a > mostL*hours {
		return 0
	}
	return 100 * (b - a) / tankL
}

// stuckBefore reports whether the level from which it fell had not moved for a long way: then it fell because the sensor came back. The points next to the fall may be of it already.
func stuckBefore(list []Point, from float64) bool {
	last := list[len(list)-1]
	for i := len(list) - 1; i >= 0; i-- {
		if math.Abs(list[i].Level-from) > unchanged {
			if len(list)-i > window {
				return false
			}
			continue
		}
		if last.OdoM-list[i].OdoM > stuckM {
			return true
		}
	}
	return false
}

// withoutJumps leaves out steps that are taken back: a sensor that jumped somewhere and returned.
func withoutJumps(found []Step) []Step {
	var list []Step
	for i := 0; i < len(found); i++ {
		if i+1 < len(found) && found[i].Kind != found[i+1].Kind && found[i+1].AtMs-found[i].AtMs < backMs &&
			math.Abs(found[i].Percent-found[i+1].Percent) < max(3, 0.15*found[i].Percent) {
			i++
			continue
		}
		list = append(list, found[i])
	}
	return list
}

func levels(points []Point) []float64 {
	list := make([]float64, len(points))
	for i, p := range points {
		list[i] = p.Level
	}
	return slices.Clip(list)
}
