package shape_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

// TestIndex_IsExactAtTheBorder asks about places a hair beside edges, on corners and on borders of tiles: the index judges most places by an outline in
// whole steps, and has to say what the area itself says.
func TestIndex_IsExactAtTheBorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		if shape.Validate(s) != nil || s.Type != shape.Polygon {
			return
		}
		area, index := shape.NewArea(s), shape.NewIndex[int]()
		index.Put(1, area)
		for range 50 {
			i := rapid.IntRange(0, len(s.Points)-1).Draw(t, "edge")
			p, q := s.Points[i], s.Points[(i+1)%len(s.Points)]
			dLng := q.Lng - p.Lng
			dLng -= 360 * math.Round(dLng/360)
			part := rapid.SampledFrom([]float64{0, 0.25, 0.5, 1 / math.Pi, 1}).Draw(t, "part")
			hair := math.Pow(10, rapid.Float64Range(-15, -3).Draw(t, "hair")) * rapid.SampledFrom([]float64{-1, 0, 1}).Draw(t, "side")
			lat, lng := p.Lat+part*(q.Lat-p.Lat), p.Lng+part*dLng
			if rapid.Bool().Draw(t, "north") {
				lat += hair
			} else {
				lng += hair
			}
			lat, lng = max(-90, min(90, lat)), lng-360*math.Round(lng/360)
			found := false
			index.At(lat, lng, func(int) { found = true })
			if want := area.Contains(lat, lng); found != want {
				t.Fatalf("%v, %v beside edge %d of %+v: the index says %v, the area %v", lat, lng, i, s, found, want)
			}
		}
	})
}

// TestIndex_ForgetsWhatIsGone puts areas in and takes them out again until nothing may be found, and checks that those left are.
func TestIndex_ForgetsWhatIsGone(t *testing.T) {
	index := shape.NewIndex[int]()
	at := func(i int) (lat, lng float64) { return float64(i%97)*1.7 - 80, float64(i%211)*1.6 - 175 }
	const count = 3000
	for i := range count {
		lat, lng := at(i)
		index.Put(i, shape.NewArea(ring(12, lat, lng, 0.003+float64(i%5)*0.01)))
	}
	for i := range count {
		if i%3 != 0 {
			index.Remove(i)
		}
	}
	for i := range count {
		lat, lng := at(i)
		found := false
		index.At(lat, lng, func(key int) { found = found || key == i })
		if want := i%3 == 0; found != want {
			t.Fatalf("area %d: found %v, want %v", i, found, want)
		}
	}
	for i := range count {
		index.Remove(i)
	}
	if index.Len() != 0 {
		t.Errorf("%d areas are left", index.Len())
	}
}
