package speeding_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/speeding"
)

// shown is what an alert says in its details.
type shown struct {
	Start, End, Max speeding.Point
	Samples         []speeding.Point
	Rule            struct {
		BandKmh float64 `json:"band_kmh"`
		LeastS  int     `json:"least_s"`
	}
}

// Every figure of ten alerts is computed here once more from the samples that the alert shows, by the words of the rule and none of its code.
func TestAlertOf_EveryFigureComesFromItsSamples(t *testing.T) {
	bands := speeding.CountryBands("GB")
	for n := range 10 {
		t.Run(fmt.Sprintf("alert %d", n), func(t *testing.T) {
			ended, open := speeding.Feed(nil, drive(uint64(n)), bands.ModerateKmh)
			if len(ended) != 1 || open != nil {
				t.Fatalf("%d episodes ended, open %v; want one", len(ended), open)
			}
			made := speeding.AlertOf("demo", bands, "d1", ended[0], 0)
			var said shown
			if err := json.Unmarshal(made.Details, &said); err != nil {
				t.Fatal(err)
			}
			start, end, top := figures(said.Samples, bands.ModerateKmh)
			if said.Start.Time != start.Time || made.EventMs != start.Time {
				t.Errorf("it begins at %d (%d), the samples say %d", said.Start.Time, made.EventMs, start.Time)
			}
			if said.End.Time != end.Time || *made.DurationMs != end.Time-start.Time {
				t.Errorf("it ends at %d after %d ms, the samples say %d after %d", said.End.Time, *made.DurationMs, end.Time, end.Time-start.Time)
			}
			if *made.SpeedKmh != top.SpeedKmh || *made.SpeedLimitKmh != top.LimitKmh || said.Max.Time != top.Time {
				t.Errorf("the top is %v in %v at %d, the samples say %v in %v at %d", *made.SpeedKmh, *made.SpeedLimitKmh, said.Max.Time, top.SpeedKmh, top.LimitKmh, top.Time)
			}
			if want := severityOf(*made.SpeedKmh-*made.SpeedLimitKmh, bands); made.Severity != want {
				t.Errorf("%.1f km/h in %.1f is severity %d, want %d", *made.SpeedKmh, *made.SpeedLimitKmh, made.Severity, want)
			}
			if said.Rule.BandKmh != bands.ModerateKmh || said.Rule.LeastS != 10 {
				t.Errorf("the rule is said to be %+v", said.Rule)
			}
		})
	}
}

// drive is a way with one time of speeding of 15 to 40 s in it, a sample a second, whose limit changes once.
func drive(seed uint64) (points []speeding.Point) {
	random := rand.New(rand.NewPCG(seed, 7))
	limit, over := 30+10*float64(random.IntN(9)), 10+random.Float64()*25
	from, length := 5+random.IntN(10), 15+random.IntN(25)
	for second := range from + length + 15 {
		p := speeding.Point{Time: int64(second) * 1000, LimitKmh: limit, SpeedKmh: limit - 3*random.Float64()}
		if second > from+length/2 {
			p.LimitKmh = limit + 5
		}
		if second >= from && second < from+length {
			p.SpeedKmh = p.LimitKmh + over + 3*random.Float64()
		}
		points = append(points, p)
	}
	return points
}

// figures are those of an alert: its first sample above the band, the first after the last of them, and the one that is furthest above its limit.
func figures(samples []speeding.Point, bandKmh float64) (start, end, top speeding.Point) {
	first, last := -1, -1
	for i, s := range samples {
		over := s.SpeedKmh - s.LimitKmh
		if over <= bandKmh {
			continue
		}
		if first < 0 {
			first = i
		}
		if last = i; over > top.SpeedKmh-top.LimitKmh {
			top = s
		}
	}
	return samples[first], samples[last+1], top
}

// severityOf is that of the band which an overspeed reaches.
func severityOf(overKmh float64, bands speeding.Bands) int {
	switch {
	case overKmh >= bands.SevereKmh:
		return alert.Severe
	case overKmh >= bands.ExcessiveKmh:
		return alert.Harsh
	}
	return alert.Moderate
}
