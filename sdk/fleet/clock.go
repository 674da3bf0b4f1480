package fleet

import "time"

// ClockSlack is how far ahead of its receipt a time by a device's clock may be and count as right. What is further ahead is kept, but is not what is
// newest: it neither takes the place of a vehicle nor stands above what happens meanwhile.
const ClockSlack = 5 * time.Minute

// Skew is how far ahead a device's clock is, in milliseconds, by a time that it sent and when that was received; 0 for one that is right, as far as can be
// said: what is late looks like a clock that is behind.
func Skew(timeMs, receivedMs int64) int64 {
	if ahead := timeMs - receivedMs; ahead > ClockSlack.Milliseconds() {
		return ahead
	}
	return 0
}

// Bounded is a time by a device's clock for what is sorted by time: when it was received, if the clock is ahead.
func Bounded(timeMs, receivedMs int64) int64 {
	if receivedMs > 0 && Skew(timeMs, receivedMs) != 0 {
		return receivedMs
	}
	return timeMs
}

const (
	// jumpSpeedKmh is what no vehicle drives, nor a ship or a train that carries it.
	jumpSpeedKmh = 500
	// jumpFromM is how far receivers are off at times without anybody having moved.
	jumpFromM = 20_000
)

// Jumps reports whether a vehicle cannot have come from one place to another in a time in milliseconds: it is more than 20 km, at more than 500 km/h.
func Jumps(fromLat, fromLng, toLat, toLng float64, withinMs int64) bool {
	far := DistanceM(fromLat, fromLng, toLat, toLng)
	hours := float64(max(withinMs, 1000)) / float64(time.Hour.Milliseconds())
	return far > jumpFromM && far/1000 > jumpSpeedKmh*hours
}
