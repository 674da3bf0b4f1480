package events

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// TestJoined has batches wait while one is handled: they go together, in their order, and one that is bad does not take the others along.
func TestJoined(t *testing.T) {
	bad := errors.New("bad")
	var mu sync.Mutex
	var calls []int
	entered, release := make(chan struct{}, 8), make(chan struct{})
	j := &joiner[int]{turn: make(chan struct{}, 1), handle: func(_ context.Context, batch []Event[int]) error {
		mu.Lock()
		calls = append(calls, len(batch))
		first := len(calls) == 1
		mu.Unlock()
		if first {
			entered <- struct{}{}
			<-release
		}
		if slices.ContainsFunc(batch, func(e Event[int]) bool { return e.Data < 0 }) {
			return bad
		}
		return nil
	}}
	var all sync.WaitGroup
	failed := make([]error, 4)
	give := func(n int, data ...int) {
		all.Go(func() {
			batch := []Event[int]{}
			for _, d := range data {
				batch = append(batch, Event[int]{Data: d})
			}
			failed[n] = j.take(t.Context(), batch)
		})
	}
	give(0, 1)
	<-entered
	give(1, 2, 3)
	give(2, -1)
	give(3, 4)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := j.take(gone, []Event[int]{{Data: 9}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a batch whose caller is gone: %v", err)
	}
	for waiting := 0; waiting < 3; runtime.Gosched() {
		j.mu.Lock()
		waiting = len(j.waiting)
		j.mu.Unlock()
	}
	close(release)
	all.Wait()
	if !slices.Equal(failed, []error{nil, nil, bad, nil}) {
		t.Errorf("the batches failed with %v", failed)
	}
	slices.Sort(calls[2:])
	if !slices.Equal(calls, []int{1, 4, 1, 1, 2}) {
		t.Errorf("they were handled %v at a time", calls)
	}
}
