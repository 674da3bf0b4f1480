package place

import (
	"math"
	"sort"
)

// cellsPerDegree is the resolution of the grid: cells of a quarter of a degree hold 20 places where Europe is densest.
const cellsPerDegree = 4

// firstKm is the distance that is searched before the whole of MaxDistanceKm; most points are answered within it.
const firstKm = 15.0

// Index finds the place of a point, in records that are sorted by cell. It does not change and is safe for use by many goroutines.
type Index struct {
	records string // recordSize each
	text    string // names and regions
}

// Len is the number of places.
func (x *Index) Len() int { return len(x.records) / recordSize }

// Find returns the place whose edge is nearest to a point (inside counts as negative), among those whose centre is
// within MaxDistanceKm. ok is false when there is none, or when the coordinates are not on the globe.
func (x *Index) Find(lat, lng float64) (found Found, ok bool) {
	if !onGlobe(lat, lng) {
		return Found{}, false
	}
	if f, ok := x.within(lat, lng, firstKm); ok && f.DistanceKm-f.edgeKm() <= firstKm-maxEdgeKm {
		return f, true // nothing further away can have a nearer edge
	}
	return x.within(lat, lng, MaxDistanceKm)
}

// within is Find among the places whose centre is at most km away.
func (x *Index) within(lat, lng, km float64) (best Found, ok bool) {
	top, bottom := row(min(lat+km/kmPerDegree, 90)), row(max(lat-km/kmPerDegree, -90))
	left, width := columns(lat, lng, km)
	for r := bottom; r <= top; r++ {
		for _, part := range wrapped(left, width) {
			end := cellOf(r, part.right)
			for i := x.firstOf(cellOf(r, part.left)); i < x.Len() && x.cell(i) <= end; i++ {
				placeLat, placeLng := x.point(i)
				d := distanceKm(lat, lng, placeLat, placeLng)
				if d > km {
					continue
				}
				if p := x.at(i); !ok || better(p, d, best) {
					best, ok = Found{Place: p, DistanceKm: d}, true
				}
			}
		}
	}
	return best, ok
}

// firstOf is the position of the first record of a cell or, if it has none, of those after it.
func (x *Index) firstOf(cell int32) int {
	return sort.Search(x.Len(), func(i int) bool { return x.cell(i) >= cell })
}

func (x *Index) cell(i int) int32 {
	lat, lng := x.point(i)
	return cellOf(row(lat), column(lng))
}

// better reports whether a place at distance d names the point better than the best so far. Ties go to the larger
// place, then to the name, so that the answer does not depend on an order.
func better(p Place, d float64, best Found) bool {
	a, b := d-p.edgeKm(), best.DistanceKm-best.edgeKm()
	switch {
	case a != b:
		return a < b
	case p.Population != best.Population:
		return p.Population > best.Population
	default:
		return p.Name < best.Name
	}
}

// columns returns the first column and the number of columns that a circle of km around a point can touch.
func columns(lat, lng, km float64) (left, width int) {
	reach := km / kmPerDegree
	if math.Abs(lat)+reach >= 89 {
		return 0, around // round a pole every meridian is near
	}
	span := reach / math.Cos((math.Abs(lat)+reach)*math.Pi/180)
	left = int(math.Floor((lng - span + 180) * cellsPerDegree))
	right := int(math.Floor((lng + span + 180) * cellsPerDegree))
	return left, min(right-left+1, around)
}

// stretch is a row of columns from left to right, both included.
type stretch struct{ left, right int }

// wrapped cuts columns where they cross the date line.
func wrapped(left, width int) []stretch {
	left = wrap(left)
	if right := left + width - 1; right >= around {
		return []stretch{{left, around - 1}, {0, right - around}}
	}
	return []stretch{{left, left + width - 1}}
}

const around = 360 * cellsPerDegree // columns

func row(lat float64) int    { return int(math.Floor((lat + 90) * cellsPerDegree)) }
func column(lng float64) int { return wrap(int(math.Floor((lng + 180) * cellsPerDegree))) }

// wrap brings a column number into range across the date line.
func wrap(c int) int { return ((c % around) + around) % around }

func cellOf(row, column int) int32 { return int32(row*around + column) }

func onGlobe(lat, lng float64) bool {
	return lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180
}
