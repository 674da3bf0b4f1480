package presence

import (
	"testing"
	"time"

	"outrider.dev/sdk/events"
)

const minute = int64(60_000)

// drive is what a device sends at a time: where it is, and how far its clock is ahead.
type drive struct {
	at, ahead int64 // of receipt, and the clock; milliseconds
	lat       float64
	want      float64 // where the vehicle is then
	skew      int64
}

func (d drive) apply(s *State) {
	lat, lng := d.lat, -2.0
	samples := []events.Sample{{Time: d.at + d.ahead, Lat: &lat, Lng: &lng}}
	s.Apply(&samples[0], d.at)
	s.Clock(samples, d.at)
}

func TestState_Clocks(t *testing.T) {
	const begin = 1_772_614_800_000
	day := 23 * 60 * minute
	for name, steps := range map[string][]drive{
		"one sample ahead":               {{0, 0, 53, 53, 0}, {minute, day, 53.1, 53, day}, {minute + 1000, 0, 53.01, 53.01, 0}},
		"the first sample is ahead":      {{0, day, 53.1, 0, day}, {1000, 0, 53, 53, 0}},
		"always ahead":                   {{0, 60 * minute, 53, 0, 60 * minute}, {1000, 60 * minute, 53.01, 53.01, 60 * minute}, {2000, 60*minute + 500, 53.02, 53.02, 60 * minute}, {3000, 0, 53.03, 53.03, 0}},
		"another wrong time each":        {{0, 0, 53, 53, 0}, {1000, 60 * minute, 53.01, 53, 60 * minute}, {2000, 3 * 60 * minute, 53.02, 53, 3 * 60 * minute}},
		"a little ahead, and then right": {{0, 4 * minute, 53, 53, 0}, {1000, 0, 53.01, 53.01, 0}},
		"late after right":               {{0, 0, 53, 53, 0}, {minute, -30 * minute, 53.01, 53, 0}},
		"late while it is wrong":         {{0, day, 53, 0, day}, {minute, -30 * minute, 53.01, 53.01, day}},
		"a jump and back":                {{0, 0, 53, 53, 0}, {1000, 0, 3, 53, 0}, {2000, 0, 53.001, 53.001, 0}, {3000, 0, 3, 53.001, 0}},
		"a jump that stays":              {{0, 0, 53, 53, 0}, {1000, 0, 3, 53, 0}, {minute, 0, 3.01, 53, 0}, {2*minute + 2000, 0, 3.02, 3.02, 0}},
		"two jumps to different places":  {{0, 0, 53, 53, 0}, {1000, 0, 3, 53, 0}, {2 * minute, 0, 23, 53, 0}, {3 * minute, 0, 3, 53, 0}},
		"a flight":                       {{0, 0, 53, 53, 0}, {10 * 60 * minute, 0, 20, 20, 0}},
	} {
		s := State{}
		for n, step := range steps {
			step.at += begin
			step.apply(&s)
			lat := 0.0
			if s.Lat != nil {
				lat = *s.Lat
			}
			if lat != step.want || s.SkewMs != step.skew || s.LastSeenMs > step.at+5*minute {
				t.Errorf("%s, step %d: it is at %v, its clock %s ahead, its newest sample %s after its receipt", name, n, lat,
					time.Duration(s.SkewMs)*time.Millisecond, time.Duration(s.LastSeenMs-step.at)*time.Millisecond)
			}
		}
	}
}

// TestState_OfBeforeClocksWereLookedAt has the next sample take the place of one that was kept as the newest for a day.
func TestState_OfBeforeClocksWereLookedAt(t *testing.T) {
	wrong, received := 3.0, int64(1_772_614_800_000)
	s := State{LastSeenMs: received + 23*60*minute, ReceivedMs: received, LocatedMs: received + 23*60*minute, Lat: &wrong, Lng: &wrong}
	drive{at: received + 1000, lat: 53}.apply(&s)
	if *s.Lat != 53 || s.LastSeenMs != received+1000 {
		t.Errorf("%+v", s)
	}
}
