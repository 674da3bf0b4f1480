package geofence

import (
	"math"
	"slices"

	"outrider.dev/sdk/events"
)

// The bounds of shapes.
const (
	leastRadiusM, mostRadiusM = 10, 100_000
	leastPoints, mostPoints   = 3, 500
)

// isShape reports whether a shape can be drawn.
func isShape(s events.GeofenceShape) bool {
	switch s.Type {
	case "circle":
		return s.Center != nil && isPlace(*s.Center) && s.RadiusM >= leastRadiusM && s.RadiusM <= mostRadiusM && len(s.Points) == 0
	case "polygon":
		return s.Center == nil && s.RadiusM == 0 && len(s.Points) >= leastPoints && len(s.Points) <= mostPoints &&
			!slices.ContainsFunc(s.Points, func(p events.Place) bool { return !isPlace(p) })
	default:
		return false
	}
}

func isPlace(p events.Place) bool { return math.Abs(p.Lat) <= 90 && math.Abs(p.Lng) <= 180 }
