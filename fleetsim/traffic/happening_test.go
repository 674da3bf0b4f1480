package traffic_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/device"
)

// A fleet of the demonstration's size tells of as much as a real one would, and of every kind in any fortnight.
func TestDemonstration_happens(t *testing.T) {
	vehicles := demonstration()
	for fortnight := range 12 {
		begins := monday.AddDate(0, 0, 11*fortnight)
		seen, happened := map[string]int{}, 0
		for _, v := range vehicles {
			for _, h := range v.Happenings(begins, begins.AddDate(0, 0, 14)) {
				seen[h.Type]++
				happened++
			}
		}
		for _, kind := range device.EventTypes {
			if seen[kind] == 0 {
				t.Errorf("no %s in the fortnight from %s", kind, begins.Format(time.DateOnly))
			}
		}
		if perDay := happened / 14; perDay < 12 || perDay > 35 {
			t.Errorf("%d events a day from %s on, want about 25: %v", perDay, begins.Format(time.DateOnly), seen)
		}
	}
}

// Drivers are too fast now and then, for 10 s or more.
func TestDemonstration_speeds(t *testing.T) {
	const band, least = 1.1, 10 * time.Second
	times := 0
	for _, v := range demonstration() {
		var since time.Time
		for at := monday; at.Before(monday.AddDate(0, 0, 1)); at = at.Add(5 * time.Second) {
			s := v.Sample(at)
			switch fast := s.SpeedLimitKmh != nil && *s.SpeedKmh > *s.SpeedLimitKmh*band; {
			case fast && since.IsZero():
				since = at
			case !fast && !since.IsZero():
				if at.Sub(since) >= least {
					times++
				}
				since = time.Time{}
			}
		}
	}
	if times < 10 || times > 40 {
		t.Errorf("sixty vehicles were too fast %d times in a day, want about twenty", times)
	}
}
