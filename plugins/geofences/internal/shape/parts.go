package shape

import (
	"math"

	"outrider.dev/sdk/fleet"
)

// partsOf says which parts of the tile of a side in degrees with this south-western corner an area fills, and which its border passes. In doubt the
// border passes.
func (a *Area) partsOf(west, south, side float64) (filled, border uint64) {
	// What is rounded when a place is put into its tile may lie a little beside it.
	slack := side * 1e-9
	whole := square{west - slack, south - slack, west + side + slack, south + side + slack}
	if a.ring == nil {
		return a.circleParts(whole, side, slack)
	}
	if whole.west > a.east || whole.east < a.west || whole.south > a.north || whole.north < a.south {
		return 0, 0
	}
	edges := edgesIn(a.allEdges(), whole)
	if len(edges) == 0 { // no edge passes: it is all in or all out
		if a.inRing(whole.middle()) {
			return allFilled, 0
		}
		return 0, 0
	}
	part := side / parts
	for y := range int64(parts) {
		s := south + float64(y)*part - slack
		north := s + part + 2*slack
		row := edgesIn(edges, square{whole.west, s, whole.east, north})
		known, inside := false, false // of the part before, if no edge passes it: this one is the same
		for x := range int64(parts) {
			w := west + float64(x)*part - slack
			one := square{w, s, w + part + 2*slack, north}
			if anyIn(row, one) {
				border |= partBit(x, y)
				known = false
				continue
			}
			if !known {
				known, inside = true, a.inRing(one.middle())
			}
			if inside {
				filled |= partBit(x, y)
			}
		}
	}
	return filled, border
}

func (a *Area) circleParts(whole square, side, slack float64) (filled, border uint64) {
	if touches, all := a.circleIn(whole); !touches {
		return 0, 0
	} else if all {
		return allFilled, 0
	}
	part := side / parts
	for x := range int64(parts) {
		for y := range int64(parts) {
			w, s := whole.west+float64(x)*part, whole.south+float64(y)*part
			if touches, all := a.circleIn(square{w, s, w + part + 2*slack, s + part + 2*slack}); all {
				filled |= partBit(x, y)
			} else if touches {
				border |= partBit(x, y)
			}
		}
	}
	return filled, border
}

// square is a part of the map in degrees.
type square struct{ west, south, east, north float64 }

func (s square) middle() (lat, lng float64) { return (s.south + s.north) / 2, (s.west + s.east) / 2 }

// edge is one of a ring.
type edge struct{ p, q corner }

func (a *Area) allEdges() []edge {
	edges := make([]edge, len(a.ring)-1)
	for i := range edges {
		edges[i] = edge{a.ring[i], a.ring[i+1]}
	}
	return edges
}

// edgesIn are the edges with a place in a square.
func edgesIn(edges []edge, s square) (near []edge) {
	for _, e := range edges {
		if e.touches(s) {
			near = append(near, e)
		}
	}
	return near
}

func anyIn(edges []edge, s square) bool {
	for _, e := range edges {
		if e.touches(s) {
			return true
		}
	}
	return false
}

// touches reports whether an edge has a place within a square: it is cut to the square from each side.
func (e edge) touches(s square) bool {
	x0, y0, x1, y1 := e.p.x, e.p.y, e.q.x, e.q.y
	if max(x0, x1) < s.west || min(x0, x1) > s.east || max(y0, y1) < s.south || min(y0, y1) > s.north {
		return false
	}
	start, end := 0.0, 1.0
	for _, side := range [...][2]float64{{x0 - x1, x0 - s.west}, {x1 - x0, s.east - x0}, {y0 - y1, y0 - s.south}, {y1 - y0, s.north - y0}} {
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
