package api

import (
	"slices"
	"testing"
	"time"

	"outrider.dev/sdk/device"
)

func TestIntervals_OfADayByTheClockOnTheWall(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 10, 25, 0, 0, 0, 0, london) // 25 hours long
	to := from.AddDate(0, 0, 1)
	at := func(hour, minute int) int64 { return time.Date(2026, 10, 25, hour, minute, 0, 0, london).UnixMilli() }
	for _, tc := range []struct {
		name string
		r    device.Recording
		want [][3]int
	}{
		{"within", device.Recording{Channel: 1, StartMs: at(10, 0), EndMs: at(11, 30)}, [][3]int{{1, 36000, 41400}}},
		{"from the day before", device.Recording{Channel: 1, StartMs: at(-1, 0), EndMs: at(1, 0)}, [][3]int{{1, 0, 3600}}},
		{"into the next day", device.Recording{Channel: 2, StartMs: at(23, 0), EndMs: at(25, 0)}, [][3]int{{2, 82800, 86400}}},
		{"still growing", device.Recording{Channel: 1, StartMs: at(10, 0)}, [][3]int{{1, 36000, 43200}, {1, 43200, 0}}},
		{"of another day", device.Recording{Channel: 1, StartMs: at(-5, 0), EndMs: at(-4, 0)}, nil},
		{"of no camera", device.Recording{Channel: 9, StartMs: at(10, 0), EndMs: at(11, 0)}, nil},
		{"backwards", device.Recording{Channel: 1, StartMs: at(11, 0), EndMs: at(10, 0)}, nil},
	} {
		var got [][3]int
		for _, part := range untilNow(tc.r, at(12, 0)) {
			if interval, ok := onDay(part, from, to); ok {
				got = append(got, interval)
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
