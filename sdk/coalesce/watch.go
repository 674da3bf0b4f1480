package coalesce

import (
	"sync"
	"time"
)

// patience is how long a handler may work before the system is asked whether its client stays, at most. Most answers are written by then.
const patience = 50 * time.Millisecond

// watch keeps the server's reading aside from the system while a handler is quick: a read that finds nothing, and a deadline that ends it, are
// more calls than the answer itself needs.
type watch struct {
	mu      sync.Mutex
	reading int  // reads that the system has
	waiting bool // a read waits here
	past    bool // the deadline for reading is over
	set     bool // the system has a deadline
	armed   bool // the timer runs
	closed  bool
	timer   *time.Timer
	wake    chan struct{} // of one element: whoever waits looks again
}

// enter lets a read go to the system, one aside only when its time has come. It is false when the deadline is over.
func (w *watch) enter(aside bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if aside && !w.past && !w.closed {
		w.wait()
	}
	if w.past && !w.set {
		return false
	}
	w.reading++
	return true
}

// wait returns when the timer has run down, or somebody has set a deadline or closed the connection. The timer goes on while requests come,
// so that not each of them has to start it.
func (w *watch) wait() {
	select {
	case <-w.wake:
	default:
	}
	if w.waiting = true; !w.armed {
		w.armed = true
		if w.timer == nil {
			w.timer = time.AfterFunc(patience, w.ring)
		} else {
			w.timer.Reset(patience)
		}
	}
	w.mu.Unlock()
	<-w.wake
	w.mu.Lock()
	w.waiting = false
}

func (w *watch) ring() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.armed = false
	w.look()
}

func (w *watch) look() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *watch) leave() {
	w.mu.Lock()
	w.reading--
	w.mu.Unlock()
}

// note notes a deadline for reading, and reports whether the system need not know, if that may be: one that is over ends what waits here, and none
// that reads there.
func (w *watch) note(t time.Time, may bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.past = !t.IsZero() && !t.After(time.Now())
	if w.waiting {
		w.look()
	}
	if may && w.reading == 0 && !w.set && (w.past || t.IsZero()) {
		return true
	}
	w.set = !t.IsZero()
	return false
}

func (w *watch) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	w.look()
	if w.timer != nil {
		w.timer.Stop()
	}
}
