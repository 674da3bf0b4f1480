package plugin

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"time"
)

const (
	firstPause   = 200 * time.Millisecond
	longestPause = 30 * time.Second
	calmAfter    = time.Minute // after so long without an error the pause is short again
)

// background is the work that a plugin does by itself.
type background struct {
	log     *slog.Logger
	mu      sync.Mutex
	ctx     context.Context // from start to stop; nil before
	cancel  context.CancelFunc
	waiting []func(ctx context.Context)
	failing map[string]failure // by the work's name
	group   sync.WaitGroup
}

// failure is how a piece of work failed last.
type failure struct {
	times int       // in a row
	began time.Time // when it began after that
	err   error
}

// mostFailures is how often in a row work may fail before that is said.
const mostFailures = 3

// problems says which work fails again and again.
func (b *background) problems(now time.Time) (problems []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, f := range b.failing {
		if f.times >= mostFailures && now.Sub(f.began) < calmAfter {
			problems = append(problems, fmt.Sprintf("%s failed %d times in a row: %v", name, f.times, f.err))
		}
	}
	return problems
}

// note remembers how a piece of work ended; it begins again at began.
func (b *background) note(name string, times int, began time.Time, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failing == nil {
		b.failing = map[string]failure{}
	}
	b.failing[name] = failure{times, began, err}
}

func (b *background) forget(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.failing, name)
}

// Go registers work, or begins it if the plugin runs already. After stop it does nothing.
func (b *background) Go(name string, run func(ctx context.Context) error) {
	b.add(func(ctx context.Context) { b.keepRunning(ctx, name, run) })
}

func (b *background) add(work func(ctx context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.ctx == nil:
		b.waiting = append(b.waiting, work)
	case b.ctx.Err() == nil:
		ctx := b.ctx
		b.group.Go(func() { work(ctx) })
	}
}

func (b *background) start(ctx context.Context) {
	b.mu.Lock()
	b.ctx, b.cancel = context.WithCancel(ctx)
	waiting := b.waiting
	b.waiting = nil
	b.mu.Unlock()
	for _, work := range waiting {
		b.add(work)
	}
}

// stop cancels the work and waits for it, at most until ctx ends.
func (b *background) stop(ctx context.Context) error {
	b.mu.Lock()
	if b.ctx == nil {
		b.ctx, b.cancel = context.WithCancel(ctx)
	}
	b.cancel()
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		b.group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for background work: %w", ctx.Err())
	}
}

// keepRunning runs one piece of work until it returns nil or ctx ends.
func (b *background) keepRunning(ctx context.Context, name string, run func(ctx context.Context) error) {
	for failed := 0; ctx.Err() == nil; failed++ {
		began := time.Now()
		err := guarded(ctx, run)
		if err == nil || ctx.Err() != nil {
			b.forget(name)
			return
		}
		if time.Since(began) > calmAfter {
			failed = 0
		}
		wait := min(firstPause<<min(failed, 10), longestPause)
		wait = wait*3/4 + rand.N(wait/2)
		b.note(name, failed+1, time.Now().Add(wait), err)
		b.log.Error("background work failed and begins again", "work", name, "error", err, "pause_ms", wait.Milliseconds())
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
	}
}

func guarded(ctx context.Context, run func(ctx context.Context) error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
		}
	}()
	return run(ctx)
}
