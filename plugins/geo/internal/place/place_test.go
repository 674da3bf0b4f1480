package place

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestFind(t *testing.T) {
	x := loaded(t)
	for _, tc := range []struct {
		name, label, country string
		lat, lng             float64
	}{
		{"in a village", "Holmes Chapel, Cheshire East", "GB", 53.2010, -2.3590},
		{"in the middle of a city, beside one of its parts", "Manchester", "GB", 53.4800, -2.2400},
		{"in a suburb that has a name", "Didsbury, Manchester", "GB", 53.4170, -2.2315},
		{"in a town of a conurbation", "Croydon, Greater London", "GB", 51.3765, -0.0985},
		{"on the moor between towns", "near Glossop, Derbyshire", "GB", 53.4560, -1.8400},
		{"in another country", "Berlin", "DE", 52.5200, 13.4050},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, ok := x.Find(tc.lat, tc.lng)
			if !ok || f.Label() != tc.label || f.Country != tc.country {
				t.Errorf("Find(%v, %v) = %q, %s, %v; want %q, %s", tc.lat, tc.lng, f.Label(), f.Country, ok, tc.label, tc.country)
			}
		})
	}
}

func TestFind_nothingNear(t *testing.T) {
	x := loaded(t)
	for name, point := range map[string][2]float64{
		"the Atlantic":         {45, -35},
		"the south pole":       {-90, 0},
		"beyond the pole":      {91, 0},
		"beyond the date line": {0, 181},
	} {
		if f, ok := x.Find(point[0], point[1]); ok {
			t.Errorf("%s is said to be %q", name, f.Label())
		}
	}
}

// TestFind_agreesWithBruteForce compares the grid with a walk over every place, on made worlds that crowd the date
// line and the poles, where grids go wrong.
func TestFind_agreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.OneOf(rapid.Float64Range(-90, 90), rapid.Float64Range(52, 54), rapid.Float64Range(88, 90))
		lng := rapid.OneOf(rapid.Float64Range(-180, 180), rapid.Float64Range(-3, -1), rapid.Float64Range(179, 180), rapid.Float64Range(-180, -179))
		places := make([]Place, rapid.IntRange(0, 60).Draw(t, "places"))
		for i := range places {
			places[i] = Place{
				Name: fmt.Sprintf("p%d", i), Lat: lat.Draw(t, "lat"), Lng: lng.Draw(t, "lng"),
				Population: rapid.IntRange(0, 2_000_000).Draw(t, "population"),
			}
		}
		atLat, atLng := lat.Draw(t, "at lat"), lng.Draw(t, "at lng")
		got, ok := New(places).Find(atLat, atLng)
		want, wantOK := bruteForce(places, atLat, atLng)
		if ok != wantOK || got != want {
			t.Fatalf("Find(%v, %v) = %+v, %v; every place says %+v, %v", atLat, atLng, got, ok, want, wantOK)
		}
	})
}

func bruteForce(places []Place, lat, lng float64) (best Found, ok bool) {
	for _, p := range places {
		d := distanceKm(lat, lng, p.Lat, p.Lng)
		if d <= MaxDistanceKm && (!ok || better(p, d, best)) {
			best, ok = Found{Place: p, DistanceKm: d}, true
		}
	}
	return best, ok
}

func loaded(t *testing.T) *Index {
	t.Helper()
	x, err := Load()
	if err != nil {
		t.Fatalf("load the packaged places: %v", err)
	}
	return x
}
