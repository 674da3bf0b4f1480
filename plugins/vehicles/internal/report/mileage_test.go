package report

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/trip"
)

// tripAt is a trip of ten minutes and 5 km, two of them idle.
func tripAt(t *testing.T, text string) trip.Trip {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatalf("read %s: %v", text, err)
	}
	ms := at.UnixMilli()
	return trip.Trip{StartMs: ms, EndMs: ms + 600_000, DistanceM: 5_000, IdleMs: 120_000}
}

func TestByPeriod(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	// The clocks go back on 25 October 2026 at 01:00 UTC.
	trips := []trip.Trip{
		tripAt(t, "2026-10-24T22:30:00Z"), // Saturday 23:30 by the clock
		tripAt(t, "2026-10-24T23:30:00Z"), // Sunday 00:30
		tripAt(t, "2026-10-25T23:30:00Z"), // Sunday 23:30
		tripAt(t, "2026-10-26T08:00:00Z"), // Monday
		tripAt(t, "2026-11-01T12:00:00Z"), // Sunday
	}
	did := past{Past: trip.Past{Trips: trips}}
	for _, one := range trips {
		did.Idling = append(did.Idling, trip.Period{StartMs: one.StartMs + 240_000, EndMs: one.StartMs + 360_000})
	}
	from := time.Date(2026, 10, 20, 0, 0, 0, 0, london)
	for _, tc := range []struct {
		granularity string
		daily       window
		want        map[string]int
	}{
		{"day", wholeDay, map[string]int{"2026-10-24": 1, "2026-10-25": 2, "2026-10-26": 1, "2026-11-01": 1}},
		{"week", wholeDay, map[string]int{"2026-10-19": 3, "2026-10-26": 2}},
		{"month", wholeDay, map[string]int{"2026-10-01": 4, "2026-11-01": 1}},
		{"total", wholeDay, map[string]int{"2026-10-20": 5}},
		{"total", window{6 * 60, 18 * 60}, map[string]int{"2026-10-20": 2}},
		{"total", window{22 * 60, 6 * 60}, map[string]int{"2026-10-20": 3}},
	} {
		periods, order := byPeriod(did, london, tc.daily, tc.granularity, from)
		if len(order) != len(tc.want) {
			t.Errorf("by %s in %v there are %v, want %v", tc.granularity, tc.daily, order, tc.want)
		}
		for period, want := range tc.want {
			got := periods[period]
			if got == nil || got.trips != want || got.distanceM != float64(want)*5_000 || got.drivingS != float64(want)*480 || got.idlesS != float64(want)*120 {
				t.Errorf("by %s, %s is %+v, want %d trips", tc.granularity, period, got, want)
			}
		}
	}
}

// TestByPeriod_Idling: a vehicle that idles between its trips, or all day in the yard, idles in the report as it does in Tracking.
func TestByPeriod_Idling(t *testing.T) {
	one := tripAt(t, "2026-10-26T08:00:00Z")
	did := past{Past: trip.Past{Trips: []trip.Trip{one}, Idling: []trip.Period{
		{StartMs: one.StartMs + 240_000, EndMs: one.StartMs + 360_000},
		{StartMs: one.EndMs + 60_000, EndMs: one.EndMs + 660_000},
		{StartMs: one.StartMs + 86_400_000, EndMs: one.StartMs + 86_700_000},
	}}}
	periods, order := byPeriod(did, time.UTC, wholeDay, "day", time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC))
	if len(order) != 2 || order[0] != "2026-10-26" || periods["2026-10-26"].sums != (sums{1, 5_000, 480, 720}) || periods["2026-10-27"].sums != (sums{0, 0, 0, 300}) {
		t.Errorf("%v: %+v, %+v", order, periods["2026-10-26"], periods["2026-10-27"])
	}
}

// TestByPeriod_Drivers has the driver of each period who drove the longest in it, as far as somebody is known.
func TestByPeriod_Drivers(t *testing.T) {
	first, second, third := tripAt(t, "2026-10-26T08:00:00Z"), tripAt(t, "2026-10-26T12:00:00Z"), tripAt(t, "2026-10-27T08:00:00Z")
	until := first.StartMs + 240_000 // of ten minutes
	did := past{Past: trip.Past{Trips: []trip.Trip{first, second, third}}, drives: []drive{
		{DriverName: "Ann", FromMs: first.StartMs - 1, ToMs: &until}, {DriverName: "Bea", FromMs: until, ToMs: &first.EndMs}, {DriverName: "Ann", FromMs: second.StartMs, ToMs: &second.EndMs},
	}}
	for granularity, want := range map[string][]any{"day": {"Ann", nil}, "total": {"Ann"}} {
		periods, order := byPeriod(did, time.UTC, wholeDay, granularity, time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC))
		for i, key := range order {
			if got := longest(periods[key].drove); got != want[i] {
				t.Errorf("by %s, %s was driven by %v, want %v", granularity, key, got, want[i])
			}
		}
	}
	did.drives = append(did.drives[:2:2], drive{DriverName: "Bea", FromMs: third.StartMs}) // goes on
	if periods, _ := byPeriod(did, time.UTC, wholeDay, "day", time.Time{}); longest(periods["2026-10-26"].drove) != "Bea" || longest(periods["2026-10-27"].drove) != "Bea" {
		t.Errorf("driven by %v and %v, want Bea", periods["2026-10-26"].drove, periods["2026-10-27"].drove)
	}
}

func TestWindowOf(t *testing.T) {
	for text, want := range map[string]window{"": wholeDay, "23:59": wholeDay, "24:00": wholeDay, "18:30": {0, 18*60 + 30}} {
		if got, err := windowOf(map[string]any{"filter_end_time": text}); err != nil || got != want {
			t.Errorf("until %q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"25:00", "half six", "=1+1"} {
		if _, err := windowOf(map[string]any{"filter_start_time": text}); err == nil {
			t.Errorf("from %q is taken", text)
		}
	}
}
