// Package shape is where geofences are: polygons and circles on the earth, which of them hold a point, and an index of many of them.
//
// Edges of a polygon are straight in degrees of longitude and latitude, as GeoJSON has them and as a map draws them. A polygon may span the 180th
// meridian; one that goes round a pole is none. A circle may hold a pole.
package shape

import (
	"math"
	"slices"

	"outrider.dev/sdk/fleet"
)

// The kinds of shapes.
const (
	Polygon = "polygon"
	Circle  = "circle"
)

// Bounds of shapes.
const (
	FewestCorners = 3
	MostCorners   = 500
	LeastRadiusM  = 10
	MostRadiusM   = 100_000
)

// Point is a place in degrees.
type Point struct {
	Lat float64 `json:"lat" minimum:"-90" maximum:"90"`
	Lng float64 `json:"lng" minimum:"-180" maximum:"180"`
}

// Shape is a circle with Center and RadiusM, or a polygon of Points whose last is joined to the first.
type Shape struct {
	Type    string  `json:"type" enum:"polygon,circle"`
	Points  []Point `json:"points,omitempty" required:"false" doc:"Corners of a polygon, 3 to 500; the last is joined to the first"`
	Center  *Point  `json:"center,omitempty" required:"false" doc:"Of a circle"`
	RadiusM float64 `json:"radius_m,omitempty" required:"false" doc:"Of a circle, 10 to 100,000 metres"`
}

// Area is a shape that is ready to be asked. It does not change.
type Area struct {
	outline                  outline
	west, south, east, north float64  // the longitudes of a polygon are continuous: east may be above 180
	ring                     []corner // of a polygon; the first is there again at the end
	edges                    []uint16 // of each part of its height, from the south on, by the corner where they begin; one that spans several is in each
	slabs                    []uint32 // where those of each part begin, and where the last end
	perHeight                float64  // parts of a degree
	center                   Point
	radiusM                  float64
	cosLat                   float64
}

// NewArea prepares a shape that Validate has nothing against.
func NewArea(s Shape) *Area {
	if s.Type == Circle {
		return circle(*s.Center, s.RadiusM)
	}
	a := &Area{ring: make([]corner, len(s.Points), len(s.Points)+1)}
	unwrapped := unwrap(s.Points)
	a.west, a.south, a.east, a.north = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i, p := range s.Points {
		a.ring[i] = corner{unwrapped[i], p.Lat}
		a.west, a.east = min(a.west, unwrapped[i]), max(a.east, unwrapped[i])
		a.south, a.north = min(a.south, p.Lat), max(a.north, p.Lat)
	}
	a.ring = append(a.ring, a.ring[0])
	a.slice()
	a.outline = newOutline(a.ring, a.west, a.south, a.east, a.north)
	return a
}

// corner is one of a ring, in degrees; x is the longitude.
type corner struct{ x, y float64 }

// slice sorts the edges by height, so that few are looked at.
func (a *Area) slice() {
	count := max(1, min(64, len(a.ring)/2))
	a.slabs, a.perHeight = make([]uint32, count+1), float64(count)/(a.north-a.south)
	each := func(do func(n, at int)) {
		for i := range len(a.ring) - 1 {
			low, high := min(a.ring[i].y, a.ring[i+1].y), max(a.ring[i].y, a.ring[i+1].y)
			for n := a.slab(low); n <= a.slab(high); n++ {
				do(n, i)
			}
		}
	}
	each(func(n, _ int) { a.slabs[n+1]++ })
	for n := range count {
		a.slabs[n+1] += a.slabs[n]
	}
	a.edges = make([]uint16, a.slabs[count]) // of 500 corners at most
	next := slices.Clone(a.slabs)
	each(func(n, at int) {
		a.edges[next[n]] = uint16(at)
		next[n]++
	})
}

// slab is the part of its height in which a latitude lies.
func (a *Area) slab(lat float64) int {
	return max(0, min(len(a.slabs)-2, int((lat-a.south)*a.perHeight)))
}

// circle has a box that holds it: at a pole, all longitudes.
func circle(center Point, radiusM float64) *Area {
	const degrees = 180 / math.Pi
	angle := radiusM / fleet.EarthRadiusM
	a := &Area{center: center, radiusM: radiusM, south: center.Lat - angle*degrees, north: center.Lat + angle*degrees, cosLat: math.Cos(center.Lat / degrees)}
	if a.south <= -90 || a.north >= 90 {
		a.south, a.north, a.west, a.east = max(a.south, -90), min(a.north, 90), -180, 180
		return a
	}
	half := math.Asin(min(1, math.Sin(angle)/a.cosLat)) * degrees
	a.west, a.east = center.Lng-half, center.Lng+half
	return a
}

// unwrap makes the longitudes of a ring continuous: no step is longer than half the way round.
func unwrap(points []Point) []float64 {
	lngs := make([]float64, len(points))
	for i, p := range points {
		lngs[i] = p.Lng
		if i > 0 {
			lngs[i] = near(p.Lng, lngs[i-1])
		}
	}
	return lngs
}

// near is a longitude as it is written nearest to another: 181 instead of -179 beside 180.
func near(lng, to float64) float64 {
	return lng - 360*math.Round((lng-to)/360)
}

// Contains reports whether a place is within the area; its border counts as within, as nearly as numbers can say.
func (a *Area) Contains(lat, lng float64) bool {
	if lat < a.south || lat > a.north {
		return false
	}
	lng = near(lng, (a.west+a.east)/2)
	if lng < a.west || lng > a.east {
		return false
	}
	if a.ring == nil {
		return fleet.DistanceM(lat, lng, a.center.Lat, a.center.Lng) <= a.radiusM
	}
	return a.inRing(lat, lng)
}

// holds is Contains for a place that lies where the border passes.
func (a *Area) holds(lat, lng float64) bool {
	if a.outline.steps != nil {
		if inside, sure := a.outline.holds(lat, lng); sure {
			return inside
		}
	}
	return a.Contains(lat, lng)
}

// inRing counts the edges that a ray to the east crosses.
func (a *Area) inRing(lat, lng float64) bool {
	inside := false
	slab := a.slab(lat)
	edges := a.edges[a.slabs[slab]:a.slabs[slab+1]]
	for _, at := range edges {
		p, q := &a.ring[at], &a.ring[at+1]
		if (q.y > lat) != (p.y > lat) {
			x := (lat-q.y)/(p.y-q.y)*(p.x-q.x) + q.x
			if lng < x {
				inside = !inside
			} else if lng == x {
				return true
			}
		} else if lat == q.y && p.y == lat && (lng-q.x)*(lng-p.x) <= 0 {
			return true
		}
	}
	return inside
}

// Middle is a place to put a name at: the centre of the circle, or of the box.
func (a *Area) Middle() Point {
	if a.ring == nil {
		return a.center
	}
	return Point{Lat: (a.south + a.north) / 2, Lng: near((a.west+a.east)/2, 0)}
}

// Box is the area's box in degrees; east may be above 180 where it spans the 180th meridian.
func (a *Area) Box() (west, south, east, north float64) { return a.west, a.south, a.east, a.north }
