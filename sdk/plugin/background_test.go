package plugin

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func newBackground(t *testing.T) (*background, *strings.Builder) {
	t.Helper()
	var log strings.Builder
	return &background{log: slog.New(slog.NewTextHandler(&log, nil))}, &log
}

func TestBackground_BeginsAgainAfterErrorAndPanic(t *testing.T) {
	b, log := newBackground(t)
	done := make(chan struct{})
	var runs atomic.Int32
	b.Go("sweep", func(context.Context) error {
		switch runs.Add(1) {
		case 1:
			return errors.New("away")
		case 2:
			panic("boom")
		}
		close(done)
		return nil
	})
	if runs.Load() != 0 {
		t.Error("work begins before the start")
	}
	b.start(t.Context())
	<-done
	if err := b.stop(t.Context()); err != nil {
		t.Errorf("stop: %v", err)
	}
	for _, want := range []string{"sweep", "away", "boom", "background_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log)
		}
	}
}

func TestBackground_StopCancelsAndWaits(t *testing.T) {
	b, _ := newBackground(t)
	b.start(t.Context())
	begun, finished := make(chan struct{}), atomic.Bool{}
	b.Go("late", func(ctx context.Context) error { // registered while it runs
		close(begun)
		<-ctx.Done()
		finished.Store(true)
		return ctx.Err()
	})
	<-begun
	if err := b.stop(t.Context()); err != nil || !finished.Load() {
		t.Errorf("stop = %v before the work has ended", err)
	}
	b.Go("too late", func(context.Context) error {
		t.Error("work begins after the stop")
		return nil
	})
}

func TestBackground_StopIsBounded(t *testing.T) {
	b, _ := newBackground(t)
	begun, release := make(chan struct{}), make(chan struct{})
	b.Go("deaf", func(context.Context) error {
		close(begun)
		<-release
		return nil
	})
	b.start(t.Context())
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := b.stop(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("stop = %v, want a deadline", err)
	}
	close(release)
	if err := b.stop(t.Context()); err != nil {
		t.Errorf("second stop: %v", err)
	}
}
