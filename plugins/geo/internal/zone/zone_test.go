package zone

import (
	"math"
	"testing"
)

func TestFind(t *testing.T) {
	f, err := Load()
	if err != nil {
		t.Fatal(err)
	}
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
		{"outside the globe", 91, 0, ""},
		{"not a number", math.NaN(), 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, try := range []string{"first", "cached"} {
				if got := f.Find(tc.lat, tc.lng); got != tc.want {
					t.Errorf("%s: Find(%v, %v) = %q, want %q", try, tc.lat, tc.lng, got, tc.want)
				}
			}
		})
	}
}
