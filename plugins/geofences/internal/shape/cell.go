package shape

import (
	"math"

	"outrider.dev/sdk/fleet"
)

// cell reports whether an area touches the square of a side in degrees with this south-western corner, and whether it fills it. In doubt it touches,
// and does not fill.
func (a *Area) cell(west, south, side float64) (touches, whole bool) {
	// What is rounded when a place is put into its cell may lie a little beside it.
	slack := side * 1e-9
	west, south, east, north := west-slack, south-slack, west+side+slack, south+side+slack
	if a.lng == nil {
		return a.circleCell(west, south, east, north)
	}
	if west > a.east || east < a.west || south > a.north || north < a.south {
		return false, false
	}
	before := len(a.lat) - 1
	for i := range a.lat {
		if edgeTouches(a.lng[before], a.lat[before], a.lng[i], a.lat[i], west, south, east, north) {
			return true, false
		}
		before = i
	}
	filled := a.inRing((south+north)/2, (west+east)/2) // no edge passes: it is all in or all out
	return filled, filled
}

// edgeTouches reports whether an edge has a place within a box: it is cut to the box from each side.
func edgeTouches(x0, y0, x1, y1, west, south, east, north float64) bool {
	start, end := 0.0, 1.0
	for _, side := range [...][2]float64{{x0 - x1, x0 - west}, {x1 - x0, east - x0}, {y0 - y1, y0 - south}, {y1 - y0, north - y0}} {
		p, q := side[0], side[1]
		switch {
		case p == 0:
			if q < 0 {
				return false
			}
		case p < 0:
			start = max(start, q/p)
		default:
			end = min(end, q/p)
		}
	}
	return start <= end
}

// circleCell judges by how far the square is from the centre, with a reserve: meridians meet, and nothing is a square there.
func (a *Area) circleCell(west, south, east, north float64) (touches, whole bool) {
	midLat, midLng := (south+north)/2, (west+east)/2
	reach := 0.0
	for _, corner := range [...][2]float64{{south, west}, {south, east}, {north, west}, {north, east}} {
		reach = max(reach, fleet.DistanceM(clampLat(midLat), midLng, clampLat(corner[0]), corner[1]))
	}
	reach *= 1.05
	far := fleet.DistanceM(clampLat(midLat), midLng, a.center.Lat, a.center.Lng)
	return far-reach <= a.radiusM, far+reach <= a.radiusM
}

func clampLat(lat float64) float64 { return math.Max(-90, math.Min(90, lat)) }
