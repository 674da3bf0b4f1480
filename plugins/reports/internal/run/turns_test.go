package run

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// TestTurns counts how many runs are made at once.
func TestTurns(t *testing.T) {
	// begun is how many of four who wait for a turn have one after a while; they keep it.
	begun := func(t *testing.T, turns *turns, after time.Duration) (count int) {
		ctx, cancel := context.WithCancel(t.Context())
		for range workers {
			go func() {
				if turns.take(ctx) {
					count++
					_ = turns.held()
				}
			}()
		}
		<-time.After(after) // in a bubble, whose time passes at once
		synctest.Wait()
		cancel()
		return count
	}
	for _, tc := range []struct {
		name    string
		made    int // in the ten seconds before
		waiting int
		oldest  time.Duration
		after   time.Duration
		want    int
	}{
		{"short ones come one after the other", 0, 0, 0, shortRun / 2, 1},
		{"a long one does not hold up the next", 0, 0, 0, shortRun * 3 / 2, 2},
		{"10,000 that are made in time as they come", 200, 10_000, 0, shortRun / 2, 1},
		{"10,000 that are made in time by two", 100, 10_000, 0, shortRun / 2, 2},
		{"at most all", 10, 10_000, 0, shortRun / 2, workers},
		{"a few that are late", 100, 100, time.Hour, shortRun / 2, 1},
		{"many that are late", 100, 1000, time.Hour, shortRun / 2, workers},
		{"nothing was made", 0, 10_000, time.Hour, shortRun / 2, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				turns := newTurns()
				for range tc.made {
					turns.ended()
				}
				turns.pace(tc.waiting, tc.oldest)
				if got := begun(t, turns, tc.after); got != tc.want {
					t.Errorf("%d are made at once, want %d", got, tc.want)
				}
			})
		})
	}
}
