package edge

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

var errSilent = errors.New("the plugin was silent for too long")

// silence ends a request whose plugin says nothing for the timeout: neither takes more of the request nor gives more of the answer. A slow
// upload or download is no silence. Once the headers of an answer of unknown length are there it is a stream, which may be
// quiet for as long as its client stays.
type silence struct {
	timeout time.Duration
	timer   *time.Timer
	cancel  context.CancelCauseFunc
	ctx     context.Context
	last    atomic.Int64 // when the timer was set anew, Unix nanoseconds
	over    atomic.Bool  // no more watching
}

func watchSilence(ctx context.Context, timeout time.Duration) (context.Context, *silence) {
	ctx, cancel := context.WithCancelCause(ctx)
	s := &silence{timeout: timeout, cancel: cancel, ctx: ctx}
	s.timer = time.AfterFunc(timeout, func() { cancel(errSilent) })
	return ctx, s
}

// broken notes that something moved. It is called for every piece of a body, so the timer is touched at most ten times in a timeout.
func (s *silence) broken() {
	now := time.Now().UnixNano()
	last := s.last.Load()
	if s.over.Load() || now-last < int64(s.timeout/10) || !s.last.CompareAndSwap(last, now) {
		return
	}
	s.timer.Reset(s.timeout)
}

// answered is called with the headers of the answer; length is -1 for a stream.
func (s *silence) answered(length int64) {
	if length < 0 {
		s.over.Store(true)
		s.timer.Stop()
		return
	}
	s.broken()
}

func (s *silence) expired() bool { return errors.Is(context.Cause(s.ctx), errSilent) }

func (s *silence) end() {
	s.over.Store(true)
	s.timer.Stop()
	s.cancel(nil)
}
