package push

import (
	"testing"
	"time"
)

// TestAfter_FollowsThePaceOfWhatComes has news come at a pace a little slower than that of deliveries, once 100 ms too late.
func TestAfter_FollowsThePaceOfWhatComes(t *testing.T) {
	const tick = 150 * time.Millisecond
	start := time.Unix(1_800_000_000, 0)
	var due, last time.Time
	for n := range 20 {
		now := start.Add(time.Duration(n) * (tick + 10*time.Millisecond))
		if n == 5 {
			now = now.Add(100 * time.Millisecond)
		}
		came := now
		if now.Before(due) {
			now = due
		}
		if n > 0 && now.Sub(last) < tick/2 {
			t.Errorf("delivery %d is %s after the one before", n, now.Sub(last))
		}
		if waited := now.Sub(came); waited > 0 && (n < 6 || n > 8) {
			t.Errorf("news %d waits for %s", n, waited)
		}
		due, last = after(due, now, tick), now
	}
	if got, want := after(start, start, tick), start.Add(tick); !got.Equal(want) {
		t.Errorf("what always waits is due %s after the last delivery, want %s", got.Sub(start), tick)
	}
}
