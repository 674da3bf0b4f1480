package speeding_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/alerts/internal/speeding"
)

// at are points one second apart or as named, at these speeds in a limit of 50.
func at(everyMs int64, speeds ...float64) (points []speeding.Point) {
	for i, s := range speeds {
		points = append(points, speeding.Point{Time: int64(i) * everyMs, SpeedKmh: s, LimitKmh: 50})
	}
	return points
}

func TestFeed(t *testing.T) {
	for _, tc := range []struct {
		name   string
		points []speeding.Point
		ended  int
		open   bool
	}{
		{"exactly the band is not too fast", at(5000, 58, 58, 58, 58, 58), 0, false},
		{"ten seconds and over for ten", at(5000, 60, 60, 60, 50, 50, 50), 1, false},
		{"nine seconds are too short", at(3000, 60, 60, 60, 60, 50, 50, 50, 50, 50), 0, false},
		{"two moments ten seconds apart are none", at(5000, 60, 50, 60, 50, 50, 50), 0, false},
		{"nor is a second run that is too short", at(5000, 60, 60, 50, 60, 60, 50, 50, 50), 0, false},
		{"the second run is long enough", at(5000, 60, 50, 60, 60, 60, 50, 50, 50), 1, false},
		{"slow for a moment is still one", at(5000, 60, 60, 60, 50, 60, 60, 50, 50, 50), 1, false},
		{"it goes on", at(5000, 60, 60, 60), 0, true},
		{"twice", at(5000, 60, 60, 60, 50, 50, 50, 61, 61, 61, 50, 50, 50), 2, false},
		{"a silence ends it", append(at(5000, 60, 60, 60), speeding.Point{Time: 100_000, SpeedKmh: 60, LimitKmh: 50}), 1, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ended, open := speeding.Feed(nil, tc.points, 8)
			if len(ended) != tc.ended || (open != nil) != tc.open {
				t.Errorf("%d ended, open %v", len(ended), open)
			}
		})
	}
}

func TestFeed_TellsStartEndAndMax(t *testing.T) {
	ended, _ := speeding.Feed(nil, at(5000, 40, 60, 75, 62, 50, 50, 50), 8)
	if len(ended) != 1 {
		t.Fatalf("%d ended", len(ended))
	}
	e := ended[0]
	if e.Start.Time != 5000 || e.Max.SpeedKmh != 75 || e.End().Time != 20_000 || len(e.Samples) < 4 {
		t.Errorf("start %d, max %v, end %d", e.Start.Time, e.Max.SpeedKmh, e.End().Time)
	}
}

// TestFeed_IsTheSameInWhateverPieces: how samples are cut into messages changes nothing.
func TestFeed_IsTheSameInWhateverPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := at(2500, rapid.SliceOfN(rapid.SampledFrom([]float64{45, 57, 60, 80}), 0, 60).Draw(t, "speeds")...)
		whole, _ := speeding.Feed(nil, points, 8)
		cut := rapid.IntRange(0, len(points)).Draw(t, "cut")
		first, open := speeding.Feed(nil, points[:cut], 8)
		second, _ := speeding.Feed(open, points[cut:], 8)
		starts := func(list []*speeding.Episode) (times []int64) {
			for _, e := range list {
				times = append(times, e.Start.Time, e.End().Time)
			}
			return times
		}
		if !slices.Equal(starts(whole), starts(append(first, second...))) {
			t.Fatalf("%v in one piece, %v in two", starts(whole), starts(append(first, second...)))
		}
	})
}
