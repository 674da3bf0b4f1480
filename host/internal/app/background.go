package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// background is the work that goes on for as long as the host runs. It ends when the host stops, not when it is asked to: requests
// under way still need it.
type background struct {
	ctx    context.Context
	cancel context.CancelFunc
	failed chan error // the first failure
	group  sync.WaitGroup
}

func newBackground(ctx context.Context) *background {
	b := &background{failed: make(chan error, 1)}
	b.ctx, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return b
}

// run begins a piece of work. If it ends before it is stopped, the host stops.
func (b *background) run(name string, work func(ctx context.Context) error) {
	b.group.Go(func() {
		err := work(b.ctx)
		if b.ctx.Err() != nil {
			return
		}
		if err == nil {
			err = errors.New("it ended")
		}
		select {
		case b.failed <- fmt.Errorf("%s: %w", name, err):
		default:
		}
	})
}

// wait returns when ctx ends, or with what failed.
func (b *background) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-b.failed:
		return err
	}
}

// stop ends all work and waits for it.
func (b *background) stop() {
	b.cancel()
	b.group.Wait()
}
