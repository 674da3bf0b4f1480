package shape_test

import (
	"math"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
)

func TestSimplify(t *testing.T) {
	round := shape.Ring(shape.Point{Lat: 53.3, Lng: -2.4}, 5000, 5000)
	kept, off := shape.Simplify(round, shape.MostCorners)
	if len(kept) != shape.MostCorners || off <= 0 || off > 1 {
		t.Errorf("%d corners, %f m off; a circle of 5 km with 500 corners is 0.1 m off", len(kept), off)
	}
	if err := shape.Validate(shape.Shape{Type: shape.Polygon, Points: kept}); err != nil {
		t.Error(err)
	}
	if same, off := shape.Simplify(round[:400], shape.MostCorners); len(same) != 400 || off != 0 {
		t.Errorf("few corners: %d left, %f m off", len(same), off)
	}
	zigzag := make([]shape.Point, 50_000)
	for i := range zigzag {
		angle := 2 * math.Pi * float64(i) / float64(len(zigzag))
		radius := 0.1 + 0.01*float64(i%2)
		zigzag[i] = shape.Point{Lat: radius * math.Sin(angle), Lng: radius * math.Cos(angle)}
	}
	begun := time.Now()
	if kept, _ := shape.Simplify(zigzag, shape.MostCorners); len(kept) != shape.MostCorners || time.Since(begun) > 5*time.Second {
		t.Errorf("%d corners of a zigzag are left, in %s", len(kept), time.Since(begun))
	}
}

func TestRing(t *testing.T) {
	area := shape.NewArea(shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: 70, Lng: 179.9}, RadiusM: 20_000})
	outside := shape.NewArea(shape.Shape{Type: shape.Circle, Center: &shape.Point{Lat: 70, Lng: 179.9}, RadiusM: 19_990})
	ring := shape.Ring(shape.Point{Lat: 70, Lng: 179.9}, 19_999, 64)
	for _, p := range ring {
		if !area.Contains(p.Lat, p.Lng) || outside.Contains(p.Lat, p.Lng) {
			t.Errorf("%v is not on the circle", p)
		}
	}
	if err := shape.Validate(shape.Shape{Type: shape.Polygon, Points: ring}); err != nil {
		t.Error(err)
	}
}
