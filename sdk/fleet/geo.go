package fleet

import "math"

// EarthRadiusM is the mean radius of the earth in metres that distances are calculated with.
const EarthRadiusM = 6_371_008.8

// DistanceM is the great-circle distance in metres between two points in degrees (haversine).
func DistanceM(lat1, lng1, lat2, lng2 float64) float64 {
	const radians = math.Pi / 180
	dLat, dLng := (lat2-lat1)*radians, (lng2-lng1)*radians
	sinLat, sinLng := math.Sin(dLat/2), math.Sin(dLng/2)
	h := sinLat*sinLat + math.Cos(lat1*radians)*math.Cos(lat2*radians)*sinLng*sinLng
	return 2 * EarthRadiusM * math.Asin(math.Sqrt(min(1, h)))
}

// nullIsland is how near 0,0 is meant by it, in degrees: about a kilometre of open sea.
const nullIsland = 0.01

// ValidPosition reports whether a point in degrees is one that a vehicle can be at: finite, in range, and not at 0,0 or hardly beside it, which is
// what a receiver without a fix sends.
func ValidPosition(lat, lng float64) bool {
	if math.IsNaN(lat) || math.IsNaN(lng) || (math.Abs(lat) < nullIsland && math.Abs(lng) < nullIsland) {
		return false
	}
	return math.Abs(lat) <= 90 && math.Abs(lng) <= 180
}
