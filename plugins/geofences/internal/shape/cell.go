package shape

import (
	"math"

	"outrider.dev/sdk/fleet"
)

// sixteenths says which parts of the square of a side in degrees with this south-western corner an area fills, and which its border passes. In doubt the border passes.
func (a *Area) sixteenths(number uint32, west, south, side float64) cellRef {
	ref := cellRef{number: number}
	// What is rounded when a place is put into its cell may lie a little beside it.
	slack := side * 1e-9
	around := square{west - slack, south - slack, west + side + slack, south + side + slack}
	var near []edge
	if a.ring != nil {
		if around.west > a.east || around.east < a.west || around.south > a.north || around.north < a.south {
			return ref
		}
		if near = a.edgesIn(around); len(near) == 0 { // no edge passes: it is all in or all out
			if a.inRing(around.middle()) {
				ref.filled = allFilled
			}
			return ref
		}
	} else if touches, whole := a.circleIn(around); whole || !touches {
		if whole {
			ref.filled = allFilled
		}
		return ref
	}
	part := side / sixteenths
	for column := range sixteenths {
		for row := range sixteenths {
			w, s := west+float64(column)*part-slack, south+float64(row)*part-slack
			touches, whole := a.touches(near, square{w, s, w + part + 2*slack, s + part + 2*slack})
			bit := uint16(1) << (column<<sixteenthBits | row)
			if whole {
				ref.filled |= bit
			} else if touches {
				ref.border |= bit
			}
		}
	}
	return ref
}

// square is a part of the map in degrees.
type square struct{ west, south, east, north float64 }

func (s square) middle() (lat, lng float64) { return (s.south + s.north) / 2, (s.west + s.east) / 2 }

// edge is one of a ring.
type edge struct{ p, q corner }

// edgesIn are the edges with a place in a square.
func (a *Area) edgesIn(s square) (near []edge) {
	for i := range len(a.ring) - 1 {
		if e := (edge{a.ring[i], a.ring[i+1]}); edgeTouches(e.p.x, e.p.y, e.q.x, e.q.y, s.west, s.south, s.east, s.north) {
			near = append(near, e)
		}
	}
	return near
}

// touches reports whether the area touches a square, and whether it fills it; near are the edges that may pass.
func (a *Area) touches(near []edge, s square) (touches, whole bool) {
	if a.ring == nil {
		return a.circleIn(s)
	}
	for _, e := range near {
		if edgeTouches(e.p.x, e.p.y, e.q.x, e.q.y, s.west, s.south, s.east, s.north) {
			return true, false
		}
	}
	filled := a.inRing(s.middle())
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

// circleIn judges by how far the square is from the centre, with a reserve: meridians meet, and nothing is a square there.
func (a *Area) circleIn(s square) (touches, whole bool) {
	midLat, midLng := s.middle()
	reach := 0.0
	for _, corner := range [...][2]float64{{s.south, s.west}, {s.south, s.east}, {s.north, s.west}, {s.north, s.east}} {
		reach = max(reach, fleet.DistanceM(clampLat(midLat), midLng, clampLat(corner[0]), corner[1]))
	}
	reach *= 1.05
	far := fleet.DistanceM(clampLat(midLat), midLng, a.center.Lat, a.center.Lng)
	return far-reach <= a.radiusM, far+reach <= a.radiusM
}

func clampLat(lat float64) float64 { return math.Max(-90, math.Min(90, lat)) }
