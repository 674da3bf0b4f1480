package zones_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/zones"
)

func TestParse_OnDaysOfAnotherLength(t *testing.T) {
	for _, tc := range []struct{ zone, text, want string }{
		{"Europe/London", "2026-07-01T10:00:00", "2026-07-01T09:00:00Z"},
		{"Europe/London", "2026-10-25T01:30:00", "2026-10-25T00:30:00Z"}, // comes twice: the first
		{"Europe/London", "2026-10-25T00:59:59", "2026-10-24T23:59:59Z"},
		{"Europe/London", "2026-10-25T02:00:00", "2026-10-25T02:00:00Z"},
		{"Europe/London", "2026-03-29T01:30:00", "2026-03-29T01:00:00Z"}, // left out: when the clock goes on
		{"Europe/London", "2026-03-29T02:00:00", "2026-03-29T01:00:00Z"},
		{"America/Sao_Paulo", "2018-11-04T00:00:00", "2018-11-04T03:00:00Z"}, // a day that begins at one
		{"America/New_York", "2026-11-01T01:15:00", "2026-11-01T05:15:00Z"},
		{"Asia/Kolkata", "2026-01-01T00:00:00", "2025-12-31T18:30:00Z"},
		{"UTC", "2026-01-01T00:00:00", "2026-01-01T00:00:00Z"},
		{"Europe/London", "2026-10-25T01:30:00Z", "2026-10-25T01:30:00Z"}, // an offset says which
	} {
		zone, err := time.LoadLocation(tc.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, err := zones.Parse(tc.text, zone)
		if err != nil || at.UTC().Format(time.RFC3339) != tc.want {
			t.Errorf("%s in %s is %s (%v), want %s", tc.text, tc.zone, at.UTC().Format(time.RFC3339), err, tc.want)
		}
	}
	if _, err := zones.Parse("yesterday", time.UTC); err == nil {
		t.Error("rubbish is a time")
	}
}

func TestDay_Has23Or25Hours(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for date, hours := range map[string]float64{"2026-03-29": 23, "2026-10-25": 25, "2026-10-26": 24} {
		day, _ := time.Parse(time.DateOnly, date)
		if from, to := zones.Day(day, london); to.Sub(from).Hours() != hours {
			t.Errorf("%s has %v hours", date, to.Sub(from).Hours())
		}
	}
}
