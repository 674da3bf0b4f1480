package events

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Joined wraps what ConsumeBatch hands batches to: those that come while one is handled, by the other shares of "telemetry", are handled together next, and not
// sooner than apart after the last began. A transaction of many costs little more than one of a few; a batch that comes alone waits for nobody.
// When some fail together each is handled by itself, so that only its own error is told of it.
func Joined[T any](apart time.Duration, handle func(context.Context, []Event[T]) error) func(context.Context, []Event[T]) error {
	j := &joiner[T]{handle: handle, apart: apart, turn: make(chan struct{}, 1)}
	return j.take
}

type joiner[T any] struct {
	handle func(context.Context, []Event[T]) error
	apart  time.Duration
	turn   chan struct{} // full while somebody leads
	began  time.Time     // of the leader alone

	mu      sync.Mutex
	waiting []*joined[T]
}

// joined is a batch that waits.
type joined[T any] struct {
	batch []Event[T]
	done  chan error // buffered
}

func (j *joiner[T]) take(ctx context.Context, batch []Event[T]) error {
	mine := &joined[T]{batch, make(chan error, 1)}
	j.mu.Lock()
	j.waiting = append(j.waiting, mine)
	j.mu.Unlock()
	select {
	case err := <-mine.done:
		return err
	case j.turn <- struct{}{}:
		j.lead(ctx)
		<-j.turn
	case <-ctx.Done():
		if j.leave(mine) {
			return ctx.Err()
		}
	}
	return <-mine.done // by this leader or the one before
}

// leave takes a batch back; false if somebody has it.
func (j *joiner[T]) leave(mine *joined[T]) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	before := len(j.waiting)
	j.waiting = slices.DeleteFunc(j.waiting, func(one *joined[T]) bool { return one == mine })
	return len(j.waiting) < before
}

func (j *joiner[T]) isAwaited() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.waiting) > 0
}

// lead waits for company, and handles all that waits.
func (j *joiner[T]) lead(ctx context.Context) {
	if early := time.Until(j.began.Add(j.apart)); early > 0 && j.isAwaited() {
		pause(ctx, early)
	}
	j.mu.Lock()
	list := j.waiting
	j.waiting = nil
	j.mu.Unlock()
	if len(list) == 0 {
		return
	}
	j.began = time.Now()
	batches := make([][]Event[T], len(list))
	for i, one := range list {
		batches[i] = one.batch
	}
	err := j.handle(ctx, slices.Concat(batches...))
	for _, one := range list {
		if err != nil && len(list) > 1 {
			one.done <- j.handle(ctx, one.batch)
		} else {
			one.done <- err
		}
	}
}
