package tank

import "math"

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
	before, after := sideOf(list[:i+1], true), sideOf(list[i+1:], false)
	if before.count < enough || after.count < enough {
		return Step{}, false
	}
	from, to := before.level(), after.level()
	change := to - from + burnt(before.middle(), after.middle(), tankL)
	least := max(leastPercent, spreads*trembles*math.Sqrt(1.57/float64(before.count)+1.57/float64(after.count)))
	if !before.stood || !after.stood {
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
	s.Certainty = certainty(s, least, before.stood && after.stood)
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

// side are the points next to a moment, the nearest first.
type side struct {
	points [window]*Point
	count  int
	stood  bool
}

// sideOf takes those of the standing around the moment if that has enough, since a slope is the same all the time there.
func sideOf(list []Point, before bool) side {
	s := side{stood: true}
	var first *Point
	for n := range min(window, len(list)) {
		p := &list[n]
		if before {
			p = &list[len(list)-1-n]
		}
		if first == nil {
			first = p
		}
		if math.Abs(p.OdoM-first.OdoM) > awayM {
			if s.stood && s.count >= enough {
				return s
			}
			s.stood = false
		}
		s.points[s.count] = p
		s.count++
	}
	return s
}

// level is the one in the middle of them.
func (s *side) level() float64 {
	var levels [window]float64
	for i, p := range s.points[:s.count] {
		levels[i] = p.Level
	}
	return median(levels[:s.count])
}

func (s *side) middle() *Point { return s.points[s.count/2] }

// burnt is how many percent the counter says were used between the middles of two sides.
func burnt(before, after *Point, tankL float64) float64 {
	a, b := before.UsedL, after.UsedL
	hours := float64(after.AtMs-before.AtMs) / float64(hourMs)
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
