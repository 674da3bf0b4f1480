package fence_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
)

// TestClock_Active looks at periods past midnight and on the days on which clocks change; times are in UTC.
func TestClock_Active(t *testing.T) {
	day := &fence.Period{Days: []int{1, 2, 3, 4, 5}, From: "06:00", To: "20:00", Zone: "Europe/London"}
	night := &fence.Period{Days: []int{6}, From: "22:00", To: "06:00", Zone: "Europe/London"}
	whole := &fence.Period{Days: []int{7}, From: "00:00", To: "24:00", Zone: "Europe/London"}
	small := &fence.Period{Days: []int{7}, From: "01:00", To: "02:00", Zone: "Europe/London"}
	for _, tc := range []struct {
		name   string
		period *fence.Period
		at     string
		want   bool
	}{
		{"always", nil, "2026-07-21T03:00:00Z", true},
		{"a summer morning begins an hour earlier in UTC", day, "2026-07-21T05:00:00Z", true},
		{"before it", day, "2026-07-21T04:59:59Z", false},
		{"a winter morning", day, "2026-01-20T05:30:00Z", false},
		{"its end is out", day, "2026-01-20T20:00:00Z", false},
		{"a Saturday", day, "2026-07-25T12:00:00Z", false},
		{"a Saturday night", night, "2026-07-25T21:30:00Z", true},
		{"past midnight it is still that of Saturday", night, "2026-07-26T04:30:00Z", true},
		{"past midnight of a Friday", night, "2026-07-25T04:30:00Z", false},
		{"the night in which clocks go forward", night, "2026-03-29T04:30:00Z", true},
		{"it ends by the new clock", night, "2026-03-29T05:00:00Z", false},
		{"the day of 23 hours, its last minute", whole, "2026-03-29T22:59:00Z", true},
		{"the day of 25 hours, its last minute", whole, "2026-10-25T23:59:00Z", true},
		{"the hour that is not there", small, "2026-03-29T01:30:00Z", false},
		{"the hour that is there twice, first", small, "2026-10-25T00:30:00Z", true},
		{"and again", small, "2026-10-25T01:30:00Z", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, field, err := fence.NewClock(tc.period)
			if err != nil {
				t.Fatalf("NewClock: %s: %v", field, err)
			}
			at, err := time.Parse(time.RFC3339, tc.at)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Active(at.UnixMilli()); got != tc.want {
				t.Errorf("Active(%s) = %v, want %v", tc.at, got, tc.want)
			}
		})
	}
}
