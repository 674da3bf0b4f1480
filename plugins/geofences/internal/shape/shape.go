// Package shape is where geofences are: polygons and circles on the earth, which of them hold a point, and an index of many of them.
//
// Edges of a polygon are straight in degrees of longitude and latitude, as GeoJSON has them and as a map draws them. A polygon may span the 180th
// meridian; one that goes round a pole is none. A circle may hold a pole.
package shape

import (
	"math"

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
	west, south, east, north float64 // the longitudes of a polygon are continuous: east may be above 180
	lng, lat                 []float64
	center                   Point
	radiusM                  float64
	cosLat                   float64
}

// NewArea prepares a shape that Validate has nothing against.
func NewArea(s Shape) *Area {
	if s.Type == Circle {
		return circle(*s.Center, s.RadiusM)
	}
	a := &Area{lng: make([]float64, len(s.Points)), lat: make([]float64, len(s.Points))}
	unwrapped := unwrap(s.Points)
	a.west, a.south, a.east, a.north = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i, p := range s.Points {
		a.lng[i], a.lat[i] = unwrapped[i], p.Lat
		a.west, a.east = min(a.west, unwrapped[i]), max(a.east, unwrapped[i])
		a.south, a.north = min(a.south, p.Lat), max(a.north, p.Lat)
	}
	return a
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
	if a.lng == nil {
		return fleet.DistanceM(lat, lng, a.center.Lat, a.center.Lng) <= a.radiusM
	}
	return a.inRing(lat, lng)
}

// inRing counts the edges that a ray to the east crosses.
func (a *Area) inRing(lat, lng float64) bool {
	inside := false
	lats, lngs := a.lat, a.lng[:len(a.lat)]
	before := len(lats) - 1
	for i := range lats {
		if (lats[i] > lat) != (lats[before] > lat) {
			at := (lat-lats[i])/(lats[before]-lats[i])*(lngs[before]-lngs[i]) + lngs[i]
			if lng < at {
				inside = !inside
			} else if lng == at {
				return true
			}
		} else if lat == lats[i] && lats[before] == lat && (lng-lngs[i])*(lng-lngs[before]) <= 0 {
			return true
		}
		before = i
	}
	return inside
}

// Middle is a place to put a name at: the centre of the circle, or of the box.
func (a *Area) Middle() Point {
	if a.lng == nil {
		return a.center
	}
	return Point{Lat: (a.south + a.north) / 2, Lng: near((a.west+a.east)/2, 0)}
}

// Box is the area's box in degrees; east may be above 180 where it spans the 180th meridian.
func (a *Area) Box() (west, south, east, north float64) { return a.west, a.south, a.east, a.north }
