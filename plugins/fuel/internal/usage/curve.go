package usage

import (
	"math"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
)

// mostPoints is how many points of a curve are enough for any screen.
const mostPoints = 3_000

// curve is the level of a tank for a screen: every so many minutes, and whatever is next to a step.
func curve(points []tank.Point, steps []tank.Step) [][4]*float64 {
	smooth := tank.Smooth(points, steps)
	every := len(points)/mostPoints + 1
	list := [][4]*float64{}
	for i, p := range points {
		if i%every != 0 && !next(p.AtMs, steps) {
			continue
		}
		at, doing := float64(p.AtMs), 0.0
		switch {
		case p.MaxKmh >= 5:
			doing = 2
		case p.On:
			doing = 1
		}
		list = append(list, [4]*float64{&at, known(p.Level), known(smooth[i]), &doing})
	}
	return list
}

func next(atMs int64, steps []tank.Step) bool {
	for _, s := range steps {
		if atMs == s.AtMs || atMs == s.EndMs {
			return true
		}
	}
	return false
}

// known is a number in tenths; nil for none.
func known(value float64) *float64 {
	if math.IsNaN(value) {
		return nil
	}
	tenths := math.Round(10*value) / 10
	return &tenths
}
