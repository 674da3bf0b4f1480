package shape

import (
	"fmt"
	"math"
)

// Problem is what is wrong with a shape: a sentence for the user, and by which word screens find it in their language, with its numbers.
type Problem struct {
	Reason  string
	Numbers []int
	text    string
}

func (p *Problem) Error() string { return p.text }

func say(reason, format string, numbers ...int) error {
	args := make([]any, len(numbers))
	for i, n := range numbers {
		args[i] = n
	}
	return &Problem{reason, numbers, fmt.Sprintf(format, args...)}
}

// What is wrong most often, in the product's own sentences.
var (
	ErrMissing = say("missing", "Please add a shape for this geofence.")
	ErrOverlap = say("overlap", "This is not a valid shape! Please make sure the shape does not overlap.")
)

// nearestDegrees is how near two corners may be, in degrees: two centimetres, less than six digits say.
const nearestDegrees = 2e-7

// Validate says what is wrong with a shape, in a sentence for the user; nil for a good one.
func Validate(s Shape) error {
	switch s.Type {
	case Circle:
		return validateCircle(s)
	case Polygon:
		return validatePolygon(s.Points)
	default:
		return ErrMissing
	}
}

func validateCircle(s Shape) error {
	switch {
	case s.Center == nil:
		return ErrMissing
	case len(s.Points) > 0:
		return say("circleCorners", "A circle has a centre and a radius, and no corners.")
	case !onEarth(*s.Center):
		return say("centre", "The centre is not a place on the earth.")
	case math.IsNaN(s.RadiusM) || s.RadiusM < LeastRadiusM || s.RadiusM > MostRadiusM:
		return say("radius", "The radius must be 10 m to 100 km.")
	}
	return nil
}

func validatePolygon(points []Point) error {
	switch {
	case len(points) == 0:
		return ErrMissing
	case len(points) < FewestCorners:
		return say("fewCorners", "A polygon needs at least 3 corners.")
	case len(points) > MostCorners:
		return say("manyCorners", "A polygon has 500 corners at most.")
	}
	for i, p := range points {
		if !onEarth(p) {
			return say("corner", "Corner %d is not a place on the earth.", i+1)
		}
	}
	lngs := unwrap(points)
	if turn := near(points[0].Lng, lngs[len(lngs)-1]) - points[0].Lng; math.Abs(turn) > 180 {
		return say("pole", "The shape goes round a pole. Draw a circle there, or several shapes.")
	}
	before := len(points) - 1
	for i := range points {
		if math.Abs(lngs[i]-near(lngs[before], lngs[i])) < nearestDegrees && math.Abs(points[i].Lat-points[before].Lat) < nearestDegrees {
			return say("sameCorners", "Corners %d and %d are in the same place.", before+1, i+1)
		}
		before = i
	}
	if onOneLine(lngs, points) {
		return say("oneLine", "The corners are all on one line.")
	}
	if crosses(lngs, points) {
		return ErrOverlap
	}
	return nil
}

func onEarth(p Point) bool {
	return !math.IsNaN(p.Lat) && !math.IsNaN(p.Lng) && math.Abs(p.Lat) <= 90 && math.Abs(p.Lng) <= 180
}

// onOneLine reports whether no corner is further than nearestDegrees beside the line from the first to the one that is farthest from it.
func onOneLine(lngs []float64, points []Point) bool {
	var x, y, far float64
	for i := range points {
		if dx, dy := lngs[i]-lngs[0], points[i].Lat-points[0].Lat; math.Hypot(dx, dy) > far {
			x, y, far = dx, dy, math.Hypot(dx, dy)
		}
	}
	for i := range points {
		if math.Abs(x*(points[i].Lat-points[0].Lat)-y*(lngs[i]-lngs[0])) > nearestDegrees*far {
			return false
		}
	}
	return true
}

// crosses reports whether two edges of a ring meet anywhere but at the corner that they share.
func crosses(lngs []float64, points []Point) bool {
	n := len(points)
	for i := range n {
		for j := i + 1; j < n; j++ {
			switch {
			case j == i+1:
				if folds(lngs, points, i, j, (j+1)%n) {
					return true
				}
			case i == 0 && j == n-1:
				if folds(lngs, points, j, 0, 1) {
					return true
				}
			case meet(lngs, points, i, (i+1)%n, j, (j+1)%n):
				return true
			}
		}
	}
	return false
}

// folds reports whether the edge after a corner lies back on the one before it.
func folds(x []float64, p []Point, a, corner, b int) bool {
	ax, ay, bx, by := x[a]-x[corner], p[a].Lat-p[corner].Lat, x[b]-x[corner], p[b].Lat-p[corner].Lat
	return ax*by-ay*bx == 0 && ax*bx+ay*by > 0
}

// meet reports whether the edges a to b and c to d have a place in common.
func meet(x []float64, p []Point, a, b, c, d int) bool {
	if max(x[a], x[b]) < min(x[c], x[d]) || max(x[c], x[d]) < min(x[a], x[b]) ||
		max(p[a].Lat, p[b].Lat) < min(p[c].Lat, p[d].Lat) || max(p[c].Lat, p[d].Lat) < min(p[a].Lat, p[b].Lat) {
		return false
	}
	side := func(a, b, c int) float64 { return (x[b]-x[a])*(p[c].Lat-p[a].Lat) - (p[b].Lat-p[a].Lat)*(x[c]-x[a]) }
	return side(a, b, c)*side(a, b, d) <= 0 && side(c, d, a)*side(c, d, b) <= 0
}
