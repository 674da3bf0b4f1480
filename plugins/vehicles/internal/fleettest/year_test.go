package fleettest_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
)

// TestTrips_ofAnyRange asks for months at once and for each day: trips, idling and when the vehicle was heard are the same. Each drive goes over a midnight.
func TestTrips_ofAnyRange(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	const days = 70
	id := f.drivesDaily(days)
	first := f.now.AddDate(0, 0, -days-1).Truncate(24 * time.Hour)
	ask := func(from, to time.Time) trip.Past {
		t.Helper()
		found, err := trip.NewStore(f.db, func() time.Time { return f.now }).Trips(t.Context(), "demo", all, id, from.UnixMilli(), to.UnixMilli())
		must(t, err)
		return found
	}
	whole := ask(first, f.now)
	equal(t, "trips", len(whole.Trips), days)
	var single trip.Past
	for day := first; day.Before(f.now); day = day.AddDate(0, 0, 1) {
		for _, one := range ask(day, day.AddDate(0, 0, 1)).Trips {
			if n := len(single.Trips); n == 0 || single.Trips[n-1].StartMs < one.StartMs {
				single.Trips = append(single.Trips, one)
			}
		}
	}
	equal(t, "trips day by day", tell(single.Trips), tell(whole.Trips))
	for _, back := range []int{1, 30, 31, 32, 33, 62, 63} {
		from := f.now.AddDate(0, 0, -back)
		part := ask(from, f.now)
		equal(t, "trips of a part", tell(part.Trips), tell(whole.Trips[days-len(part.Trips):]))
		for i := 1; i < len(part.Heard); i++ {
			if part.Heard[i].StartMs <= part.Heard[i-1].EndMs {
				t.Errorf("of %d days it was heard twice at %d", back, part.Heard[i].StartMs)
			}
		}
	}
	year, sum, err := f.Summary(t.Context(), "demo", all, id, f.now.Add(-times.Longest).UnixMilli(), f.now.UnixMilli(), f.now.UnixMilli())
	must(t, err)
	equal(t, "trips of a year", tell(year.Trips), tell(whole.Trips))
	equal(t, "trips of its summary", sum.Trips, days)
	// From within the first drive to within the last one both are cut, at whatever distance they are.
	_, sum, err = f.Summary(t.Context(), "demo", all, id, first.Add(24*time.Hour).UnixMilli(), f.now.Truncate(24*time.Hour).AddDate(0, 0, -1).UnixMilli(), f.now.UnixMilli())
	must(t, err)
	if want := float64(days-2)*17_900 + 17_900; sum.DistanceM < want-300 || sum.DistanceM > want+300 {
		t.Errorf("%.0f m, want about %.0f", sum.DistanceM, want)
	}
}

func tell(list []trip.Trip) (told string) {
	for _, one := range list {
		told += tellTrip(one, 0) + "\n"
	}
	return told
}
