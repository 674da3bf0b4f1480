package push

import (
	"errors"
	"slices"
	"sync"
)

// errUnread ends a client that asks and asks but does not read the answers.
var errUnread = errors.New("too many unread answers")

// maxControl bounds the answers that wait for a client.
const maxControl = 64

// outbox is what waits to be written to one client, and whose turn it is to write. It never holds more than its bounds, however slowly the client
// reads: one shared batch a subscription, or the newest items merged up to maxKeys and maxBytes; past them everything is dropped and the
// client is told to resync. While nobody writes, nothing waits.
type outbox struct {
	maxKeys, maxBytes int

	mu      sync.Mutex
	idle    sync.Cond // busy became false
	busy    bool      // somebody writes, and takes what waits when done
	closed  bool      // nothing more is taken but small frames
	broken  bool      // nothing more is taken
	control [][]byte  // frames
	waiting []*waiting
	keys    int // merged items, all subscriptions
	bytes   int
}

// waiting is what one subscription has to be told.
type waiting struct {
	to     *subscription
	batch  *batch // shared with others; nil once merged
	merged latest
	resync bool
}

func newOutbox(maxKeys, maxBytes int) *outbox {
	o := &outbox{maxKeys: maxKeys, maxBytes: maxBytes}
	o.idle.L = &o.mu
	return o
}

// put queues a frame. mine says that the caller writes now what waits.
func (o *outbox) put(frame []byte) (mine bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.broken {
		return false, nil
	}
	if len(o.control) >= maxControl {
		return false, errUnread
	}
	o.control = append(o.control, frame)
	return o.claim(), nil
}

// offer queues a batch for s, unless s has left group g meanwhile. mine says that the caller writes the batch now, and that nothing else waits;
// dropped that the client's pending items were dropped.
func (o *outbox) offer(s *subscription, g *group, b *batch) (mine, dropped bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s.at != g || o.closed || o.broken {
		return false, false
	}
	if o.claim() {
		return true, false
	}
	w := o.at(s)
	switch {
	case w.resync:
		return false, false
	case w.batch == nil && len(w.merged.items) == 0:
		w.batch = b
		return false, false
	}
	return false, o.merge(w, b)
}

func (o *outbox) merge(w *waiting, b *batch) (dropped bool) {
	keys, bytes := len(w.merged.items), w.merged.bytes
	if w.batch != nil {
		w.merged.addAll(w.batch.items)
		w.batch = nil
	}
	w.merged.addAll(b.items)
	o.keys += len(w.merged.items) - keys
	o.bytes += w.merged.bytes - bytes
	if o.keys <= o.maxKeys && o.bytes <= o.maxBytes {
		return false
	}
	for _, each := range o.waiting {
		*each = waiting{to: each.to, resync: true}
	}
	o.keys, o.bytes = 0, 0
	return true
}

// resync forgets what waits for s; the client is told to read the snapshot again. mine is as with put.
func (o *outbox) resync(s *subscription) (mine bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.broken {
		return false
	}
	o.forget(s)
	o.at(s).resync = true
	return o.claim()
}

// move says in which group s now is; nil: in none, and nothing that waits for it is sent.
func (o *outbox) move(s *subscription, g *group) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s.at = g; g == nil {
		o.forget(s)
	}
}

// take empties the outbox for who writes, in order. Nothing ends the turn.
func (o *outbox) take() (control [][]byte, pending []*waiting) {
	o.mu.Lock()
	defer o.mu.Unlock()
	control, pending = o.control, o.waiting
	o.control, o.waiting, o.keys, o.bytes = nil, nil, 0, 0
	if len(control) == 0 && len(pending) == 0 {
		o.busy = false
		o.idle.Broadcast()
	}
	return control, pending
}

// close waits until nobody writes, and hands over the turn; nothing but small frames is taken after it. It reports false if the connection is broken.
func (o *outbox) close() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.closed = true; o.busy; {
		o.idle.Wait()
	}
	o.busy = true
	return !o.broken
}

// abandon ends the turn of who cannot write any more, and all that waits.
func (o *outbox) abandon() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.broken, o.busy = true, false
	o.control, o.waiting, o.keys, o.bytes = nil, nil, 0, 0
	o.idle.Broadcast()
}

// claim takes the turn to write if nobody has it.
func (o *outbox) claim() bool {
	if o.busy {
		return false
	}
	o.busy = true
	return true
}

func (w *waiting) frames(compressed bool) [][]byte {
	announced := w.to.feed.topic.AnnouncedAs()
	switch {
	case w.resync:
		return [][]byte{textFrame(resyncMessage(announced))}
	case w.batch != nil:
		return w.batch.frames(compressed)
	default:
		return encode(announced, w.merged.items)
	}
}

func (o *outbox) at(s *subscription) *waiting {
	for _, w := range o.waiting {
		if w.to == s {
			return w
		}
	}
	w := &waiting{to: s}
	o.waiting = append(o.waiting, w)
	return w
}

func (o *outbox) forget(s *subscription) {
	o.waiting = slices.DeleteFunc(o.waiting, func(w *waiting) bool {
		if w.to != s {
			return false
		}
		o.keys -= len(w.merged.items)
		o.bytes -= w.merged.bytes
		return true
	})
}
