package tank_test

import (
	"math"
	"testing"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
)

const tankL = 400.0

// drive is a day of a truck that stands for half an hour in every two, at 30 l/100 km; said is what its sensors make of level and counter.
func drive(said func(minute int, level, used float64, stands bool) (float64, float64)) []tank.Point {
	var list []tank.Point
	litres, used, odo := 320.0, 5000.0, 0.0
	for minute := range 600 {
		stands := minute%120 >= 90
		p := tank.Point{AtMs: int64(minute) * 60_000, On: !stands, OdoM: odo}
		if !stands {
			p.MaxKmh = 60
			odo, litres, used = odo+1000, litres-0.3, used+0.3
			p.OdoM = odo
		}
		p.Level, p.UsedL = said(minute, litres/tankL*100, used, stands)
		list = append(list, p)
	}
	return list
}

func usedIn(points []tank.Point) (litres float64, known bool, steps []tank.Step) {
	steps = tank.Steps(points, tankL)
	for _, h := range tank.Quarters(points, steps, tankL, 1) {
		if !math.IsNaN(h.UsedL) {
			litres, known = litres+h.UsedL, true
		}
	}
	return litres, known, steps
}

// seldom is what a bus says each so many minutes; NaN in between.
func seldom(minute, each int, value float64) float64 {
	if minute%each == 0 {
		return value
	}
	return math.NaN()
}

// TestBadSensors: 450 minutes at 0.3 l are 135 l, whatever a sensor says.
func TestBadSensors(t *testing.T) {
	nothing := math.NaN()
	for name, tc := range map[string]struct {
		said  func(minute int, level, used float64, stands bool) (float64, float64)
		want  float64 // litres; NaN: not known
		steps int
	}{
		"a good one":                {func(_ int, level, used float64, _ bool) (float64, float64) { return level, used }, 135, 0},
		"a level alone":             {func(_ int, level, _ float64, _ bool) (float64, float64) { return level, nothing }, 135, 0},
		"a level that sticks":       {func(_ int, _, _ float64, _ bool) (float64, float64) { return 61.5, nothing }, nothing, 0},
		"sticks, and a counter":     {func(_ int, _, used float64, _ bool) (float64, float64) { return 61.5, used }, 135, 0},
		"jumps to 0 and back":       {func(m int, level, used float64, _ bool) (float64, float64) { return zeroed(m, level, 0), used }, 135, 0},
		"to 0, without counter":     {func(m int, level, _ float64, _ bool) (float64, float64) { return zeroed(m, level, 0), nothing }, 135, 0},
		"jumps to 100 and back":     {func(m int, level, used float64, _ bool) (float64, float64) { return zeroed(m, level, 100), used }, 135, 0},
		"a counter begins anew":     {func(m int, level, used float64, _ bool) (float64, float64) { return level, again(m, used) }, 135, 0},
		"a counter each 5 minutes":  {func(m int, _, used float64, _ bool) (float64, float64) { return nothing, seldom(m, 5, used) }, 135, 0},
		"begins anew, each 5":       {func(m int, _, used float64, _ bool) (float64, float64) { return nothing, seldom(m, 5, again(m, used)) }, 135, 0},
		"leaps, each 5":             {func(m int, _, used float64, _ bool) (float64, float64) { return nothing, seldom(m, 5, used+leap(m)) }, 135, 0},
		"a counter that leaps":      {func(m int, level, used float64, _ bool) (float64, float64) { return level, used + leap(m) }, 135, 0},
		"a counter in ml":           {func(_ int, level, used float64, _ bool) (float64, float64) { return level, used * 1000 }, 132, 0},
		"a counter in hectolitres":  {func(_ int, level, used float64, _ bool) (float64, float64) { return level, math.Floor(used / 1000) }, 135, 0},
		"comes back after sticking": {func(m int, level, _ float64, _ bool) (float64, float64) { return stuckUntil(m, level), nothing }, nothing, 0},
		"a level that wavers": {func(m int, _, _ float64, _ bool) (float64, float64) {
			return 61.5 + 4*math.Sin(2*math.Pi*float64(m)/599), nothing
		}, nothing, 0},
		"says nothing": {func(int, float64, float64, bool) (float64, float64) { return nothing, nothing }, nothing, 0},
	} {
		t.Run(name, func(t *testing.T) {
			litres, known, steps := usedIn(drive(tc.said))
			if len(steps) != tc.steps {
				t.Errorf("finds %+v", steps)
			}
			if !math.IsNaN(tc.want) && (!known || math.Abs(litres-tc.want) > 4) {
				t.Errorf("used %.1f l, known %t, want %.1f", litres, known, tc.want)
			}
			if math.IsNaN(tc.want) && known && name != "comes back after sticking" {
				t.Errorf("used %.1f l, which nobody can know", litres)
			}
		})
	}
}

// zeroed is a level that is something else for half an hour while the truck stands, and for a minute while it drives.
func zeroed(minute int, level, instead float64) float64 {
	if minute >= 210 && minute < 236 || minute == 300 {
		return instead
	}
	return level
}

func again(minute int, used float64) float64 {
	if minute > 280 {
		return used - 5000
	}
	return used
}

func leap(minute int) float64 {
	if minute > 280 {
		return 70_000
	}
	return 0
}

func stuckUntil(minute int, level float64) float64 {
	if minute < 330 {
		return 80
	}
	return level
}

// TestSteps_OfAParkedVehicle: one that speaks every ten minutes loses its fuel once, when it did.
func TestSteps_OfAParkedVehicle(t *testing.T) {
	var list []tank.Point
	for i := range 30 {
		level := 31.9
		if i == 10 {
			level = 31.3
		}
		if i > 10 {
			level = 18.3
		}
		list = append(list, tank.Point{AtMs: int64(i) * 600_000, Level: level, UsedL: 5000, OdoM: 1000})
	}
	steps := tank.Steps(list, tankL)
	if len(steps) != 1 || steps[0].Kind != tank.Theft || steps[0].AtMs != 10*600_000 || steps[0].EndMs != 11*600_000 {
		t.Errorf("found %+v", steps)
	}
}
