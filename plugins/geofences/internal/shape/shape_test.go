package shape_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/fleet"
)

func points(pairs ...float64) (list []shape.Point) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, shape.Point{Lat: pairs[i], Lng: pairs[i+1]})
	}
	return list
}

func polygon(pairs ...float64) shape.Shape {
	return shape.Shape{Type: shape.Polygon, Points: points(pairs...)}
}

func circle(lat, lng, radiusM float64) shape.Shape {
	return shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: lat, Lng: lng}, RadiusM: radiusM}
}

// ring is a polygon of n corners round a place.
func ring(n int, lat, lng, radius float64) (s shape.Shape) {
	s.Type = shape.Polygon
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		s.Points = append(s.Points, shape.Point{Lat: lat + radius*math.Sin(angle), Lng: lng + radius*math.Cos(angle)})
	}
	return s
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		name  string
		shape shape.Shape
		want  string // a part of what is said; empty: it is good
	}{
		{"a square", polygon(53, -2, 53, -1.9, 53.1, -1.9, 53.1, -2), ""},
		{"500 corners", ring(500, 53, -2, 0.1), ""},
		{"over the 180th meridian", polygon(-17, 179, -17, -179, -18, -179, -18, 179), ""},
		{"a circle", circle(53, -2, 10), ""},
		{"a circle on a pole", circle(90, 0, 50_000), ""},
		{"a corner that sticks out thin", polygon(53, -2, 53, -1.9, 53.1, -1.9, 53.05, -1.95), ""},
		{"no shape", shape.Shape{}, "Please add a shape"},
		{"another kind", shape.Shape{Type: "star"}, "Please add a shape"},
		{"no corners", shape.Shape{Type: shape.Polygon}, "Please add a shape"},
		{"a circle without a centre", shape.Shape{Type: shape.Circle, RadiusM: 50}, "Please add a shape"},
		{"two corners", polygon(53, -2, 53.1, -2), "at least 3 corners"},
		{"501 corners", ring(501, 53, -2, 0.1), "500 corners at most"},
		{"crossing itself", polygon(53, -2, 53.1, -1.9, 53.1, -2, 53, -1.9), "does not overlap"},
		{"crossing itself over the 180th meridian", polygon(-17, 179.9, -17.1, -179.9, -17.1, 179.9, -17, -179.9), "does not overlap"},
		{"an edge back on the one before", polygon(53, -2, 53, -1.9, 53, -1.95, 53.1, -1.95), "does not overlap"},
		{"touching itself at a corner", polygon(0, 1, 1, 2, 2, 1, 1, 1.5, 0, 2, 1, 1.5), "does not overlap"},
		{"all on one line", polygon(53, -2, 53.1, -1.9, 53.2, -1.8), "on one line"},
		{"all in one place", polygon(53, -2, 53, -2, 53, -2), "in the same place"},
		{"corners a millimetre apart", polygon(53, -2, 53.00000001, -2, 53.1, -1.9, 53.1, -2), "in the same place"},
		{"round a pole", polygon(80, 0, 80, 90, 80, 180, 80, -90), "round a pole"},
		{"off the earth", polygon(91, 0, 80, 1, 80, 2), "not a place on the earth"},
		{"no number", polygon(math.NaN(), 0, 80, 1, 80, 2), "not a place on the earth"},
		{"radius 0", circle(53, -2, 0), "10 m to 100 km"},
		{"radius 200 km", circle(53, -2, 200_000), "10 m to 100 km"},
		{"a radius that is no number", circle(53, -2, math.NaN()), "10 m to 100 km"},
		{"a circle off the earth", circle(53, 200, 100), "not a place on the earth"},
		{"a circle with corners", shape.Shape{Type: shape.Circle, Center: &shape.Point{}, RadiusM: 50, Points: points(1, 1)}, "no corners"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := shape.Validate(tc.shape)
			if (err == nil) != (tc.want == "") || (err != nil && !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("Validate = %v, want %q", err, tc.want)
			}
		})
	}
	if err := shape.Validate(shape.Shape{}); !errors.Is(err, shape.ErrMissing) {
		t.Errorf("no shape is %v, want ErrMissing", err)
	}
}

func TestArea_Contains(t *testing.T) {
	fiji := shape.NewArea(polygon(-16, 179, -16, -179, -18, -179, -18, 179))
	pole := shape.NewArea(circle(89.9, 10, 50_000))
	meridian := shape.NewArea(circle(51.5, 0, 1000))
	dateline := shape.NewArea(circle(-17, 180, 20_000))
	for _, tc := range []struct {
		name     string
		area     *shape.Area
		lat, lng float64
		want     bool
	}{
		{"east of the 180th meridian", fiji, -17, -179.5, true},
		{"west of it", fiji, -17, 179.5, true},
		{"on it", fiji, -17, 180, true},
		{"on it from the other side", fiji, -17, -180, true},
		{"on the other side of the earth", fiji, -17, 0, false},
		{"past its eastern edge", fiji, -17, -178.9, false},
		{"the pole itself", pole, 90, 0, true},
		{"beyond the pole", pole, 89.9, -170, true},
		{"away from the pole", pole, 89, -170, false},
		{"west of Greenwich", meridian, 51.5, -0.01, true},
		{"east of Greenwich", meridian, 51.5, 0.01, true},
		{"too far west", meridian, 51.5, -0.02, false},
		{"a circle over the 180th meridian", dateline, -17, -179.9, true},
		{"the same from the west", dateline, -17, 179.9, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.area.Contains(tc.lat, tc.lng); got != tc.want {
				t.Errorf("Contains(%v, %v) = %v, want %v", tc.lat, tc.lng, got, tc.want)
			}
		})
	}
}

func TestArea_Chord(t *testing.T) {
	square := shape.NewArea(polygon(0, 1, 0, 2, 1, 2, 1, 1))
	disc := shape.NewArea(circle(50, 10, 1000))
	dateline := shape.NewArea(polygon(-16, 179, -16, -179, -18, -179, -18, 179))
	degree := fleet.DistanceM(0.5, 1, 0.5, 2)
	for _, tc := range []struct {
		name     string
		area     *shape.Area
		from, to shape.Point
		metres   float64
		ok       bool
	}{
		{"clean through", square, shape.Point{Lat: 0.5, Lng: 0}, shape.Point{Lat: 0.5, Lng: 3}, degree, true},
		{"beside it", square, shape.Point{Lat: 1.5, Lng: 0}, shape.Point{Lat: 1.5, Lng: 3}, 0, false},
		{"into it", square, shape.Point{Lat: 0.5, Lng: 0}, shape.Point{Lat: 0.5, Lng: 1.5}, degree / 2, true},
		{"through a circle", disc, shape.Point{Lat: 49.98, Lng: 10}, shape.Point{Lat: 50.02, Lng: 10}, 2000, true},
		{"beside a circle", disc, shape.Point{Lat: 49.98, Lng: 10.02}, shape.Point{Lat: 50.02, Lng: 10.02}, 0, false},
		{"over the 180th meridian", dateline, shape.Point{Lat: -17, Lng: 178}, shape.Point{Lat: -17, Lng: -178}, fleet.DistanceM(-17, 179, -17, -179), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, _, metres, ok := tc.area.Chord(tc.from, tc.to)
			if ok != tc.ok || math.Abs(metres-tc.metres) > 0.01*tc.metres {
				t.Errorf("Chord = %.0f m, %v, want %.0f m, %v", metres, ok, tc.metres, tc.ok)
			}
		})
	}
}

// drawn draws a shape of some kind, anywhere on the earth: also over the 180th meridian, at the poles, thin and large.
func drawn(t *rapid.T) shape.Shape {
	lat, lng := rapid.Float64Range(-89, 89).Draw(t, "lat"), rapid.Float64Range(-180, 180).Draw(t, "lng")
	if rapid.Bool().Draw(t, "anchored") { // where it matters
		lng = rapid.SampledFrom([]float64{-180, 180, 0, 179.999, -179.9}).Draw(t, "meridian")
	}
	if rapid.Bool().Draw(t, "round") {
		return circle(lat, lng, rapid.Float64Range(10, 100_000).Draw(t, "radius"))
	}
	s := shape.Shape{Type: shape.Polygon}
	n := rapid.IntRange(3, 40).Draw(t, "corners")
	reach := math.Pow(10, rapid.Float64Range(-4, 0.9).Draw(t, "reach"))
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		r := reach * rapid.Float64Range(0.2, 1).Draw(t, "r")
		at := lng + r*math.Cos(angle)
		s.Points = append(s.Points, shape.Point{Lat: max(-90, min(90, lat+r*math.Sin(angle))), Lng: at - 360*math.Round(at/360)})
	}
	return s
}

// TestIndex_AnswersLikeEachArea compares the index with asking every area, and those with a point-in-polygon by winding of its own.
func TestIndex_AnswersLikeEachArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shapes := map[int]shape.Shape{}
		index := shape.NewIndex[int]()
		for i := range rapid.IntRange(1, 8).Draw(t, "shapes") {
			s := drawn(t)
			if shape.Validate(s) != nil {
				continue
			}
			shapes[i] = s
			index.Put(i, shape.NewArea(s))
		}
		for i := range shapes {
			if rapid.IntRange(0, 4).Draw(t, "remove") == 0 {
				index.Remove(i)
				delete(shapes, i)
			}
		}
		for range 20 {
			lat, lng := place(t, shapes)
			var found []int
			index.At(lat, lng, func(key int) { found = append(found, key) })
			for key, s := range shapes {
				want, sure := oracle(s, lat, lng)
				if got := slices.Contains(found, key); sure && got != want {
					t.Fatalf("%v, %v is within %+v: the index says %v, the oracle %v", lat, lng, s, got, want)
				}
			}
			if dup := slices.Compact(slices.Sorted(slices.Values(found))); len(dup) != len(found) {
				t.Fatalf("the index names an area twice: %v", found)
			}
		}
	})
}

// TestIndex_AlongFindsWhatAWayTouches has every area that holds a place of a way be named.
func TestIndex_AlongFindsWhatAWayTouches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		if shape.Validate(s) != nil {
			return
		}
		area, index := shape.NewArea(s), shape.NewIndex[int]()
		index.Put(1, area)
		shapes := map[int]shape.Shape{1: s}
		lat, lng := place(t, shapes)
		from := shape.Point{Lat: lat, Lng: lng}
		to := shape.Point{Lat: max(-90, min(90, lat+rapid.Float64Range(-0.2, 0.2).Draw(t, "dLat")))}
		dLng := rapid.Float64Range(-0.2, 0.2).Draw(t, "dLng")
		to.Lng = lng + dLng - 360*math.Round((lng+dLng)/360)
		touched := false
		for i := range 101 {
			part := float64(i) / 100
			at := lng + part*dLng
			touched = touched || area.Contains(lat+part*(to.Lat-lat), at-360*math.Round(at/360))
		}
		named := false
		index.Along(from, to, func(key int, _ *shape.Area) { named = true })
		if touched && !named {
			t.Fatalf("the way from %+v to %+v goes through %+v, and the index does not name it", from, to, s)
		}
	})
}

// place draws a place: often near a shape, else anywhere.
func place(t *rapid.T, shapes map[int]shape.Shape) (lat, lng float64) {
	lat, lng = rapid.Float64Range(-90, 90).Draw(t, "anyLat"), rapid.Float64Range(-180, 180).Draw(t, "anyLng")
	keys := []int{}
	for key := range shapes {
		keys = append(keys, key)
	}
	if len(keys) == 0 || rapid.IntRange(0, 5).Draw(t, "far") == 0 {
		return lat, lng
	}
	slices.Sort(keys)
	west, south, east, north := shape.NewArea(shapes[rapid.SampledFrom(keys).Draw(t, "near")]).Box()
	lat = south + (north-south)*rapid.Float64Range(-0.1, 1.1).Draw(t, "y")
	lng = west + (east-west)*rapid.Float64Range(-0.1, 1.1).Draw(t, "x")
	return max(-90, min(90, lat)), lng - 360*math.Round(lng/360)
}

// oracle says whether a shape holds a place, by the angles under which its edges are seen from there; sure is false on the border.
func oracle(s shape.Shape, lat, lng float64) (within, sure bool) {
	if s.Type == shape.Circle {
		d := fleet.DistanceM(lat, lng, s.Center.Lat, s.Center.Lng)
		return d <= s.RadiusM, math.Abs(d-s.RadiusM) > 1e-3
	}
	best := false
	for _, turn := range []float64{-360, 0, 360} { // wherever the ring was written
		sum, at := 0.0, s.Points[0].Lng
		x := make([]float64, len(s.Points))
		for i, p := range s.Points {
			x[i] = p.Lng - 360*math.Round((p.Lng-at)/360)
			at = x[i]
		}
		for i := range s.Points {
			j := (i + 1) % len(s.Points)
			ax, ay, bx, by := x[i]-lng-turn, s.Points[i].Lat-lat, x[j]-lng-turn, s.Points[j].Lat-lat
			if math.Abs(ax*by-ay*bx) < 1e-9 && ax*bx+ay*by <= 1e-9 {
				return false, false
			}
			sum += math.Atan2(ax*by-ay*bx, ax*bx+ay*by)
		}
		best = best || math.Abs(sum) > math.Pi
	}
	return best, true
}
