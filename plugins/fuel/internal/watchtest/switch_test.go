package watchtest

import (
	"testing"
	"time"
)

// TestFollower_offForAMoment: what is said while the module is off is not handed over, however short that is, so that it is asked for; and once more when what was on its way has been stored.
func TestFollower_offForAMoment(t *testing.T) {
	w := newWorld(t)
	asks := func(after time.Duration) bool {
		t.Helper()
		w.now = w.now.Add(after)
		w.host.lines = `{"problem":{"kind":"unavailable","title":"down"}}` + "\n"
		if w.follow.Sweep(t.Context(), "demo") == nil {
			return false
		}
		w.host.lines = ""
		w.must(w.follow.Sweep(t.Context(), "demo"))
		return true
	}
	for _, step := range []struct {
		name string
		do   func()
		in   time.Duration
		want bool
	}{
		{"at first", func() {}, 0, true},
		{"a minute later", func() {}, time.Minute, false},
		{"when what was on its way is stored", func() {}, 2 * time.Minute, true},
		{"afterwards", func() {}, time.Minute, false},
		{"off and on again", func() { w.follow.Switched("demo", false); w.follow.Switched("demo", true) }, time.Minute, true},
		{"with other settings", func() { w.follow.Switched("demo", true) }, time.Minute, false},
		{"once more after it was on again", func() {}, 2 * time.Minute, true},
		{"afterwards again", func() {}, time.Minute, false},
	} {
		step.do()
		if got := asks(step.in); got != step.want {
			t.Errorf("%s: it asks for what it missed: %t, want %t", step.name, got, step.want)
		}
	}
}
