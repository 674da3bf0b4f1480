package shape

import (
	"math"
	"slices"

	"outrider.dev/sdk/fleet"
)

// Chord is the part of a way between two places that lies within an area: from and to are parts of the way, 0 to 1, and metres how long it is. ok is
// false where the way does not touch the area. Several parts count from the first to the last.
func (a *Area) Chord(from, to Point) (start, end, metres float64, ok bool) {
	// Everything in degrees, with longitudes continuous around the middle of the area.
	middle := (a.west + a.east) / 2
	x0 := near(from.Lng, middle)
	x1 := near(to.Lng, x0)
	if max(x0, x1) < a.west || min(x0, x1) > a.east || max(from.Lat, to.Lat) < a.south || min(from.Lat, to.Lat) > a.north {
		return 0, 0, 0, false
	}
	var cuts []float64
	if a.ring == nil {
		cuts = a.circleCuts(x0, from.Lat, x1, to.Lat)
	} else {
		cuts = a.ringCuts(x0, from.Lat, x1, to.Lat)
	}
	if a.Contains(from.Lat, from.Lng) {
		cuts = append(cuts, 0)
	}
	if a.Contains(to.Lat, to.Lng) {
		cuts = append(cuts, 1)
	}
	if len(cuts) < 2 {
		return 0, 0, 0, false
	}
	start, end = slices.Min(cuts), slices.Max(cuts)
	whole := fleet.DistanceM(from.Lat, from.Lng, to.Lat, to.Lng)
	return start, end, whole * (end - start), end > start
}

// ringCuts are the parts of a way at which it crosses edges.
func (a *Area) ringCuts(x0, y0, x1, y1 float64) (cuts []float64) {
	dx, dy := x1-x0, y1-y0
	for i := range len(a.ring) - 1 {
		p, q := a.ring[i], a.ring[i+1]
		ex, ey := q.x-p.x, q.y-p.y
		if cross := dx*ey - dy*ex; cross != 0 {
			wx, wy := p.x-x0, p.y-y0
			t, u := (wx*ey-wy*ex)/cross, (wx*dy-wy*dx)/cross
			if t >= 0 && t <= 1 && u >= 0 && u <= 1 {
				cuts = append(cuts, t)
			}
		}
	}
	return cuts
}

// circleCuts are those of a circle, on the plane that touches the earth at its middle: right to a metre for ways of some kilometres.
func (a *Area) circleCuts(x0, y0, x1, y1 float64) (cuts []float64) {
	const metres = math.Pi / 180 * fleet.EarthRadiusM
	cx := near(a.center.Lng, x0)
	px, py := (x0-cx)*metres*a.cosLat, (y0-a.center.Lat)*metres
	dx, dy := (x1-x0)*metres*a.cosLat, (y1-y0)*metres
	A, B, C := dx*dx+dy*dy, 2*(px*dx+py*dy), px*px+py*py-a.radiusM*a.radiusM
	under := B*B - 4*A*C
	if A == 0 || under < 0 {
		return nil
	}
	root := math.Sqrt(under)
	for _, t := range []float64{(-B - root) / (2 * A), (-B + root) / (2 * A)} {
		if t >= 0 && t <= 1 {
			cuts = append(cuts, t)
		}
	}
	return cuts
}
