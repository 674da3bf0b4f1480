package trip

import "testing"

func TestIgnitionWatch(t *testing.T) {
	on, off := true, false
	w := ignitionWatch{}
	for _, s := range []Sample{
		{TimeMs: 0, Ignition: &off}, {TimeMs: 10_000, Ignition: &on}, {TimeMs: 20_000}, {TimeMs: 60_000, Ignition: &off}, // on for 50 s
		{TimeMs: 100_000, Ignition: &on}, {TimeMs: 160_000, Ignition: &on}, // then silence for an hour
		{TimeMs: 3_760_000, Ignition: &on}, // one reading tells of no time
		{TimeMs: 9_000_000, Ignition: &on}, {TimeMs: 9_030_000},
	} {
		w.take(s)
	}
	w.end()
	want := [][2]int64{{10_000, 60_000}, {100_000, 160_000}, {9_000_000, 9_030_000}}
	if len(w.found) != len(want) {
		t.Fatalf("the ignition was on in %+v, want %v", w.found, want)
	}
	for i, p := range w.found {
		if p.StartMs != want[i][0] || p.EndMs != want[i][1] {
			t.Errorf("period %d is %d to %d, want %v", i, p.StartMs, p.EndMs, want[i])
		}
	}
}
