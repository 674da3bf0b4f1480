package recording

import (
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/device"
)

func london(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestIntervals_OfADayByTheClockOnTheWall(t *testing.T) {
	zone := london(t)
	at := func(hour, minute int) int64 { return time.Date(2026, 10, 25, hour, minute, 0, 0, zone).UnixMilli() }
	from, to := zones.Day(time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC), zone) // 25 hours long
	for _, tc := range []struct {
		name string
		r    device.Recording
		want []Interval
	}{
		{"within", device.Recording{Channel: 1, StartMs: at(10, 0), EndMs: at(11, 30)}, []Interval{{1, 36000, 41400, true}}},
		{"from the day before", device.Recording{Channel: 1, StartMs: at(-1, 0), EndMs: at(0, 30)}, []Interval{{1, 0, 1800, true}}},
		{"into the next day", device.Recording{Channel: 2, StartMs: at(23, 0), EndMs: at(25, 0)}, []Interval{{2, 82800, 86400, true}}},
		{"still growing", device.Recording{Channel: 1, StartMs: at(10, 0)}, []Interval{{1, 36000, 43200, true}, {1, 43200, 0, false}}},
		{"of another day", device.Recording{Channel: 1, StartMs: at(-5, 0), EndMs: at(-4, 0)}, nil},
		{"of no camera", device.Recording{Channel: 9, StartMs: at(10, 0), EndMs: at(11, 0)}, nil},
		{"backwards", device.Recording{Channel: 1, StartMs: at(11, 0), EndMs: at(10, 0)}, nil},
		{"over the hour that comes twice", device.Recording{Channel: 1, StartMs: at(0, 30), EndMs: at(2, 30)}, []Interval{{1, 1800, 7200, true}, {1, 3600, 9000, true}}},
	} {
		if got := onDay(tc.r, from, to, time.UnixMilli(at(12, 0))); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestIntervals_LeaveOutAnHourThatIsNone(t *testing.T) {
	from, to := zones.Day(time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), london(t))
	got := onDay(device.Recording{Channel: 1, StartMs: from.UnixMilli(), EndMs: to.UnixMilli()}, from, to, to)
	if want := []Interval{{1, 0, 3600, true}, {1, 7200, 86400, true}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
