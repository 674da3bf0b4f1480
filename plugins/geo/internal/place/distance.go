package place

import "math"

const (
	earthRadiusKm = 6371.0088
	kmPerDegree   = earthRadiusKm * math.Pi / 180
)

// minEdgeKm and maxEdgeKm bound the size that a place is taken to have: above the maximum a capital would swallow
// the towns around it.
const (
	minEdgeKm = 0.7
	maxEdgeKm = 8.0
)

// edgeKm is the assumed distance from the centre of a place to its edge: it grows with the square root of the
// population, 1 km for 8,000 people and 7 km for 400,000.
func (p Place) edgeKm() float64 {
	km := 0.35 * math.Sqrt(float64(p.Population)/1000)
	return min(max(km, minEdgeKm), maxEdgeKm)
}

// distanceKm is the great-circle distance between two points in degrees.
func distanceKm(lat1, lng1, lat2, lng2 float64) float64 {
	const rad = math.Pi / 180
	sinLat := math.Sin((lat2 - lat1) * rad / 2)
	sinLng := math.Sin((lng2 - lng1) * rad / 2)
	h := sinLat*sinLat + math.Cos(lat1*rad)*math.Cos(lat2*rad)*sinLng*sinLng
	return 2 * earthRadiusKm * math.Asin(min(1, math.Sqrt(h)))
}
