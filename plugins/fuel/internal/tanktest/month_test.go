package tanktest_test

import (
	"math"
	"testing"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/outrider/plugins/fuel/internal/tanktest"
)

func pointsOf(m tanktest.Month) []tank.Point {
	list := make([]tank.Point, len(m.Readings))
	for i, r := range m.Readings {
		list[i] = tank.Point{AtMs: r.AtMs, Level: r.Percent, UsedL: r.UsedL, OdoM: r.OdoM, MaxKmh: r.Kmh, On: r.On}
	}
	return list
}

// score matches what was found with what happened.
type score struct{ right, found, happened int }

func (s *score) add(found []tank.Step, truths []tanktest.Truth, kind string) {
	taken := map[int]bool{}
	for _, f := range found {
		if f.Kind != kind {
			continue
		}
		s.found++
		for i, t := range truths {
			if !taken[i] && t.Theft == (kind == tank.Theft) && math.Abs(float64(f.AtMs-t.AtMs)) < 25*60_000 {
				taken[i] = true
				s.right++
				break
			}
		}
	}
	for _, t := range truths {
		if t.Theft == (kind == tank.Theft) {
			s.happened++
		}
	}
}

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.found)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.happened)) }

// TestSteps_ofLabelledMonths is the promise: precision and recall of 0.95 at 2 % noise, with slopes, with a counter and without.
func TestSteps_ofLabelledMonths(t *testing.T) {
	for _, withCounter := range []bool{true, false} {
		var refuels, thefts score
		var off float64
		for seed := range uint64(40) {
			month := tanktest.Make(seed, 2)
			points := pointsOf(month)
			if !withCounter {
				for i := range points {
					points[i].UsedL = math.NaN()
				}
			}
			steps := tank.Steps(points, month.TankL)
			refuels.add(steps, month.Truths, tank.Refuel)
			thefts.add(steps, month.Truths, tank.Theft)
			truth := month.Readings[len(month.Readings)-1].UsedL - month.Readings[0].UsedL
			used := 0.0
			for _, h := range tank.Quarters(points, steps, month.TankL, 1) {
				if !math.IsNaN(h.UsedL) {
					used += h.UsedL
				}
			}
			off = max(off, math.Abs(used-truth)/truth)
		}
		t.Logf("counter %t: refuels precision %.3f recall %.3f of %d; thefts precision %.3f recall %.3f of %d; consumption off by %.1f %% at most", withCounter,
			refuels.precision(), refuels.recall(), refuels.happened, thefts.precision(), thefts.recall(), thefts.happened, 100*off)
		for name, s := range map[string]score{"refuels": refuels, "thefts": thefts} {
			if s.precision() < 0.95 || s.recall() < 0.95 || s.happened < 50 {
				t.Errorf("counter %t: %s with precision %.3f and recall %.3f of %d", withCounter, name, s.precision(), s.recall(), s.happened)
			}
		}
		if off > 0.08 {
			t.Errorf("counter %t: consumption is off by %.1f %%", withCounter, 100*off)
		}
	}
}
