package place

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFind(t *testing.T) {
	x := Packaged()
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
	x := Packaged()
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
				Country: "XX", Population: rapid.IntRange(0, 2_000_000).Draw(t, "population"),
			}
		}
		atLat, atLng := lat.Draw(t, "at lat"), lng.Draw(t, "at lng")
		x := pack(t, places)
		got, ok := x.Find(atLat, atLng)
		want, wantOK := bruteForce(x, atLat, atLng)
		if ok != wantOK || got != want {
			t.Fatalf("Find(%v, %v) = %+v, %v; every place says %+v, %v", atLat, atLng, got, ok, want, wantOK)
		}
	})
}

func bruteForce(x *Index, lat, lng float64) (best Found, ok bool) {
	for i := range x.Len() {
		p := x.at(i)
		d := distanceKm(lat, lng, p.Lat, p.Lng)
		if d <= MaxDistanceKm && (!ok || better(p, d, best)) {
			best, ok = Found{Place: p, DistanceKm: d}, true
		}
	}
	return best, ok
}

func pack(t interface {
	Helper()
	Fatal(args ...any)
}, places []Place,
) *Index {
	t.Helper()
	packed, err := Pack(places)
	if err != nil {
		t.Fatal(err)
	}
	x, err := open(string(packed))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPack checks that what is packed comes back, by the order of the cells.
func TestPack(t *testing.T) {
	places := []Place{
		{Name: "Suva", Country: "FJ", Lat: -18.1416, Lng: 178.4415, Population: 77366},
		{Name: "Crewe", Country: "GB", Region: "Cheshire East", Lat: 53.0979, Lng: -2.4416, Population: 71722},
		{Name: "Holmes Chapel", Country: "GB", Region: "Cheshire East", Lat: 53.2010, Lng: -2.3577, Population: 5605},
	}
	x := pack(t, places)
	if x.Len() != len(places) {
		t.Fatalf("%d places, want %d", x.Len(), len(places))
	}
	for i, want := range places {
		if got := x.at(i); got != want {
			t.Errorf("place %d is %+v, want %+v", i, got, want)
		}
	}
}

func TestPack_refuses(t *testing.T) {
	for name, p := range map[string]Place{
		"a place beside the globe": {Name: "Nowhere", Country: "XX", Lat: 91},
		"a name without an end":    {Name: strings.Repeat("n", 256), Country: "XX"},
		"a country of one letter":  {Name: "Nowhere", Country: "X"},
	} {
		if _, err := Pack([]Place{p}); err == nil {
			t.Errorf("%s is packed", name)
		}
	}
}

func TestOpen_cutShort(t *testing.T) {
	for _, packed := range []string{"", "\x01\x00", "\x01\x00\x00\x00 and no record"} {
		if _, err := open(packed); err == nil {
			t.Errorf("%q is opened", packed)
		}
	}
}
