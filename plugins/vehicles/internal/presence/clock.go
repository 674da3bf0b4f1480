package presence

import (
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fleet"
)

const (
	// liveWithin is how old a sample of a clock that is right may be when it is received, to show that the clock was ahead before.
	liveWithin = time.Minute
	// staysFor and staysSeen are how long, and by how many samples, a vehicle has to be where it cannot have come to, until it is believed to be there.
	staysFor  = 2 * time.Minute
	staysSeen = 3
)

// Clock takes how far the device's clock is ahead from a message, and reports whether that is news. A message that is late says nothing of a clock.
// It is called after the message's samples were applied: what is steadily ahead is put right by what was measured before.
func (s *State) Clock(samples []events.Sample, receivedMs int64) bool {
	newest := int64(0)
	for i := range samples {
		newest = max(newest, samples[i].Time)
	}
	if newest == 0 || newest < receivedMs-fleet.ClockSlack.Milliseconds() {
		return false
	}
	skew := fleet.Skew(newest, receivedMs)
	if skew == s.SkewMs || steady(skew, s.SkewMs) {
		return skew != 0 // it was heard of, though nothing may have been newer
	}
	s.SkewMs = skew
	return true
}

// steady reports whether two measurements of a clock that is ahead are of the same clock.
func steady(skew, before int64) bool {
	apart := skew - before
	return skew != 0 && before != 0 && max(apart, -apart) <= fleet.ClockSlack.Milliseconds()
}

// corrected is when a sample was made: by the device's clock, or by what its clock was ahead already before, if it is ahead now too.
func (s *State) corrected(timeMs, receivedMs int64) int64 {
	if s.SkewMs != 0 && fleet.Skew(timeMs, receivedMs) != 0 {
		return timeMs - s.SkewMs
	}
	return timeMs
}

// isAhead reports whether a sample that was just made is older than the newest that is kept only since that one's clock was ahead.
func (s *State) isAhead(timeMs, receivedMs int64) bool {
	return s.ReceivedMs < receivedMs && s.LastSeenMs > receivedMs && timeMs <= receivedMs && timeMs > receivedMs-liveWithin.Milliseconds()
}

// Heal puts right what was kept before clocks were looked at: a newest sample in the future counts as received, and where it was as not known for sure.
func (s *State) Heal() {
	if s.ReceivedMs == 0 || fleet.Skew(s.LastSeenMs, s.ReceivedMs) == 0 {
		return
	}
	s.LastSeenMs, s.LocatedMs = s.ReceivedMs, 0
	s.TripMs, s.MovedMs = min(s.TripMs, s.ReceivedMs), min(s.MovedMs, s.ReceivedMs)
}

// locate takes a position, unless the vehicle cannot have come there; if it stays there it was the one before that was wrong.
func (s *State) locate(lat, lng *float64, at int64) {
	if s.Lat == nil || s.LocatedMs == 0 || !fleet.Jumps(*s.Lat, *s.Lng, *lat, *lng, at-s.LocatedMs) {
		s.takePlace(lat, lng, at)
		return
	}
	if s.FarLat == nil || fleet.Jumps(*s.FarLat, *s.FarLng, *lat, *lng, at-s.FarFromMs) {
		s.FarFromMs, s.FarSeen = at, 0
	}
	s.FarLat, s.FarLng = lat, lng
	s.FarSeen++
	if s.FarSeen >= staysSeen && at-s.FarFromMs >= staysFor.Milliseconds() {
		s.takePlace(lat, lng, at)
	}
}

func (s *State) takePlace(lat, lng *float64, at int64) {
	s.Lat, s.Lng, s.LocatedMs = lat, lng, at
	s.FarLat, s.FarLng, s.FarFromMs, s.FarSeen = nil, nil, 0, 0
}
