package fleet_test

import (
	"testing"
	"time"

	"outrider.dev/sdk/fleet"
)

func TestBounded(t *testing.T) {
	received := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).UnixMilli()
	for ahead, want := range map[time.Duration]time.Duration{
		-time.Hour: -time.Hour, 0: 0, 5 * time.Minute: 5 * time.Minute, 5*time.Minute + time.Millisecond: 0, 23 * time.Hour: 0,
	} {
		if got := fleet.Bounded(received+ahead.Milliseconds(), received); got != received+want.Milliseconds() {
			t.Errorf("%s ahead is %d ms after its receipt", ahead, got-received)
		}
	}
	if fleet.Bounded(7, 0) != 7 {
		t.Error("a time without a receipt is bounded")
	}
	if fleet.Skew(received+time.Hour.Milliseconds(), received) != time.Hour.Milliseconds() || fleet.Skew(received, received) != 0 {
		t.Error("Skew is wrong")
	}
}

func TestJumps(t *testing.T) {
	for _, tc := range []struct {
		name     string
		lat, lng float64
		within   time.Duration
		want     bool
	}{
		{"drives", 53.49, -2.24, time.Minute, false},
		{"is somewhere else at once", 40.71, -74.0, 10 * time.Second, true},
		{"flew over the ocean", 40.71, -74.0, 12 * time.Hour, false},
		{"is off by 15 km", 53.60, -2.30, time.Second, false},
		{"goes back in time", 40.71, -74.0, -time.Hour, true},
	} {
		if got := fleet.Jumps(53.48, -2.24, tc.lat, tc.lng, tc.within.Milliseconds()); got != tc.want {
			t.Errorf("a vehicle that %s jumps: %t", tc.name, got)
		}
	}
}
