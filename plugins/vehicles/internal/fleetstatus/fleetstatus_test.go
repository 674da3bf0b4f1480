package fleetstatus

import "testing"

func TestAverage(t *testing.T) {
	const last = 20_000
	every := func(did Did, from, to int) map[int]Did {
		days := map[int]Did{}
		for day := from; day <= to; day++ {
			days[day] = did
		}
		return days
	}
	for _, tc := range []struct {
		name string
		v    Vehicle
		want Counts
	}{
		{"drives and idles daily", Vehicle{First: 1, Days: every(Moved|Idled, last-6, last)}, Counts{Moving: 1}},
		{"idles at the most", Vehicle{First: 1, Days: every(Idled|Stood, last-6, last)}, Counts{Idling: 1}},
		{"is heard of and no more", Vehicle{First: 1, Days: every(0, last-6, last)}, Counts{Parked: 1}},
		{"was never heard of", Vehicle{}, Counts{Never: 1}},
		{"has been silent for weeks", Vehicle{First: 1}, Counts{OfflineLong: 1}},
		{"fell silent before the week", Vehicle{First: 1, Days: every(Moved, last-20, last-7)}, Counts{OfflineDay: 1.0 / 7, OfflineWeek: 6.0 / 7}},
		{"fell silent in the middle", Vehicle{First: 1, Days: every(Stood, last-6, last-2)}, Counts{Parked: 5.0 / 7, OfflineDay: 1.0 / 7, OfflineWeek: 1.0 / 7}},
		{"came yesterday", Vehicle{Since: last - 1, First: last - 1, Days: every(Moved, last-1, last)}, Counts{Moving: 2.0 / 7}},
	} {
		if got := Average([]Vehicle{tc.v}, last); got != tc.want {
			t.Errorf("a vehicle that %s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}
