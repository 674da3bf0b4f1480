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

// outbox is what waits to be written to one client. It never holds more than its bounds, however slowly the client reads: one shared batch a
// subscription, or the newest items merged up to maxKeys and maxBytes; past them everything is dropped and the client is told to resync.
type outbox struct {
	maxKeys, maxBytes int
	wake              chan struct{} // holds one token while there is something to write

	mu      sync.Mutex
	control [][]byte
	waiting map[*subscription]*waiting
	order   []*subscription
	keys    int // merged items, all subscriptions
	bytes   int
}

// waiting is what one subscription has to be told.
type waiting struct {
	batch  *batch // shared with others; nil once merged
	merged latest
	resync bool
}

func newOutbox(maxKeys, maxBytes int) *outbox {
	return &outbox{maxKeys: maxKeys, maxBytes: maxBytes, wake: make(chan struct{}, 1), waiting: make(map[*subscription]*waiting)}
}

// say queues an answer.
func (o *outbox) say(message []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.control) >= maxControl {
		return errUnread
	}
	o.control = append(o.control, message)
	o.signal()
	return nil
}

// offer queues a batch for s, and reports whether that made the client's pending items be dropped.
func (o *outbox) offer(s *subscription, b *batch) (dropped bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.signal()
	w := o.at(s)
	switch {
	case w.resync:
		return false
	case w.batch == nil && len(w.merged.items) == 0:
		w.batch = b
		return false
	}
	return o.merge(w, b)
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
		*each = waiting{resync: true}
	}
	o.keys, o.bytes = 0, 0
	return true
}

// resync tells the client to read the snapshot again, instead of what waits for s.
func (o *outbox) resync(s *subscription) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(s)
	o.at(s).resync = true
	o.signal()
}

// drop forgets what waits for s.
func (o *outbox) drop(s *subscription) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(s)
}

// take empties the outbox: the messages to write, in order.
func (o *outbox) take() [][]byte {
	o.mu.Lock()
	control, order, taken := o.control, o.order, o.waiting
	o.control, o.order, o.keys, o.bytes = nil, nil, 0, 0
	if len(taken) > 0 {
		o.waiting = make(map[*subscription]*waiting)
	}
	o.mu.Unlock()

	messages := control
	for _, s := range order {
		messages = append(messages, taken[s].messages(s.feed.topic.announced())...)
	}
	return messages
}

func (w *waiting) messages(announced string) [][]byte {
	switch {
	case w.resync:
		return [][]byte{resyncMessage(announced)}
	case w.batch != nil:
		return w.batch.frames()
	default:
		return encode(announced, w.merged.items)
	}
}

func (o *outbox) at(s *subscription) *waiting {
	w, ok := o.waiting[s]
	if !ok {
		w = &waiting{}
		o.waiting[s] = w
		o.order = append(o.order, s)
	}
	return w
}

func (o *outbox) forget(s *subscription) {
	if w, ok := o.waiting[s]; ok {
		o.keys -= len(w.merged.items)
		o.bytes -= w.merged.bytes
		delete(o.waiting, s)
		o.order = slices.DeleteFunc(o.order, func(each *subscription) bool { return each == s })
	}
}

func (o *outbox) signal() {
	select {
	case o.wake <- struct{}{}:
	default:
	}
}
