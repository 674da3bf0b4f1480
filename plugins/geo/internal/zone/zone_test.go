package zone_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ringsaturn/tzf"

	"outrider.dev/outrider/plugins/geo/internal/zone"
)

func TestFind(t *testing.T) {
	f := zone.Packaged()
	for _, tc := range []struct {
		name     string
		lat, lng float64
		want     string
	}{
		{"England", 53.2014, -2.3574, "Europe/London"},
		{"the Irish side of a border", 55.0000, -7.5500, "Europe/Dublin"},
		{"the Portuguese side of a border", 41.8060, -6.7567, "Europe/Lisbon"},
		{"a state that keeps its own time", 33.4484, -112.0740, "America/Phoenix"},
		{"the open sea", 45, -35, "Etc/GMT+2"},
		{"the date line", 0, 180, "Etc/GMT-12"},
		{"the north pole", 90, 180, "Etc/GMT-12"},
		{"the south pole", -90, -180, "Antarctica/McMurdo"},
		{"beyond the pole", 91, 0, ""},
		{"beyond the date line", 0, -180.1, ""},
		{"not a number", math.NaN(), 0, ""},
		{"neither a number", 0, math.NaN(), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := f.Find(tc.lat, tc.lng); got != tc.want {
				t.Errorf("Find(%v, %v) = %q, want %q", tc.lat, tc.lng, got, tc.want)
			}
		})
	}
}

// TestFind_agreesWithBorders compares with the borders that were packed, two kilometres and more away from any, and has every answer be a
// zone that Go knows.
func TestFind_agreesWithBorders(t *testing.T) {
	borders, err := tzf.NewDefaultFinder()
	if err != nil {
		t.Fatal(err)
	}
	f := zone.Packaged()
	random := rand.New(rand.NewPCG(1, 2))
	known := map[string]bool{}
	for range 20_000 {
		lat, lng := 180*random.Float64()-90, 360*random.Float64()-180
		got := f.Find(lat, lng)
		if !known[got] {
			if _, err := time.LoadLocation(got); err != nil || got == "" {
				t.Fatalf("Find(%v, %v) = %q: %v", lat, lng, got, err)
			}
			known[got] = true
		}
		if want := borders.GetTimezoneName(lng, lat); got != want && !nearBorder(borders, lat, lng) {
			t.Errorf("Find(%v, %v) = %q, the borders say %q", lat, lng, got, want)
		}
	}
}

func nearBorder(borders tzf.F, lat, lng float64) bool {
	here := borders.GetTimezoneName(lng, lat)
	for _, north := range []float64{-0.02, 0, 0.02} {
		for _, east := range []float64{-0.02, 0, 0.02} {
			if borders.GetTimezoneName(lng+east, lat+north) != here {
				return true
			}
		}
	}
	return false
}
