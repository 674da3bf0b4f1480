package events

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/trace"
)

const (
	// maxAttempts is how often an event is handled before it goes to the dead letters.
	maxAttempts = 5
	// maxDelivered is how often the server hands out a message before it counts as one that takes the process down with it.
	maxDelivered = 25
	firstPause   = 200 * time.Millisecond
	longestPause = 10 * time.Second
)

// delivery is an event and the message that it came in.
type delivery[T any] struct {
	from  *receivedMessage
	index int // of the event in its message
	raw   []byte
	event Event[T]
}

// work handles a batch to its end: every message is acknowledged, or dead and acknowledged, or ctx has ended and the server will hand it
// out again.
func (w worker[T]) work(ctx context.Context, messages []jetstream.Msg, wait time.Duration) {
	held := keepAlive(ctx, messages, wait)
	defer held.stop()
	batch := w.decode(ctx, messages)
	for start := 0; start < len(batch); start += w.size {
		part := batch[start:min(start+w.size, len(batch))]
		if len(part) > 1 && w.tryTogether(ctx, part) {
			continue
		}
		for _, d := range part {
			w.handleAlone(ctx, d)
		}
	}
}

// decode reads the events of messages; one that is none is dead at once.
func (w worker[T]) decode(ctx context.Context, messages []jetstream.Msg) []delivery[T] {
	list, events := w.divide(ctx, messages)
	batch := make([]delivery[T], 0, events)
	for _, from := range list {
		batch = w.appendEvents(ctx, batch, from)
	}
	return batch
}

// divide divides messages into their events, and counts these. What is handled already, or is no event, is done with.
func (w worker[T]) divide(ctx context.Context, messages []jetstream.Msg) (list []*receivedMessage, events int) {
	list = make([]*receivedMessage, 0, len(messages))
	seen := make(map[uint64]bool, len(messages))
	for _, m := range messages {
		from := &receivedMessage{message: m, left: 1}
		if meta, err := m.Metadata(); err == nil {
			from.delivered, from.sequence = meta.NumDelivered, meta.Sequence.Stream
			w.pending.Set(float64(meta.NumPending))
		}
		if w.handled.has(from.sequence) { // it was handed out again while it waited here
			w.ack(delivery[T]{from: from})
			continue
		}
		if from.delivered > 1 && seen[from.sequence] {
			continue // so was this, and the first copy waited as long: it answers for both
		}
		seen[from.sequence] = true
		parts, err := partsOf(m.Data(), m.Headers())
		if err != nil {
			w.deadLetter(ctx, delivery[T]{from: from, raw: m.Data()}, fmt.Errorf("not an event: %w", err), 1)
			continue
		}
		from.parts, from.left = parts, len(parts)
		list, events = append(list, from), events+len(parts)
	}
	return list, events
}

// appendEvents reads the events of one message behind those of a batch.
func (w worker[T]) appendEvents(ctx context.Context, batch []delivery[T], from *receivedMessage) []delivery[T] {
	for i, p := range from.parts {
		d := delivery[T]{from: from, index: i, raw: p.body}
		if err := read(p, &d.event); err != nil {
			w.deadLetter(ctx, d, fmt.Errorf("not an event: %w", err), 1)
			continue
		}
		d.event.Sequence = from.sequence
		if strings.Contains(w.subject, "*") { // who sent it is what the subject says, which is guarded
			d.event.Type = Type(OriginalSubject(from.message.Subject()))
		}
		if from.delivered > maxDelivered {
			w.deadLetter(ctx, d, errors.New("handed out too often without an answer"), int(from.delivered))
			continue
		}
		batch = append(batch, d)
	}
	from.parts = nil
	return batch
}

// tryTogether handles a batch at once, twice at most unless what it needs is away. False: handle one by one.
func (w worker[T]) tryTogether(ctx context.Context, batch []delivery[T]) (done bool) {
	for failed := 0; failed < 2 && ctx.Err() == nil; {
		err := w.call(ctx, batch)
		if err == nil {
			for _, d := range batch {
				w.ack(d)
			}
			return true
		}
		if _, permanent := errors.AsType[permanentError](err); permanent || errors.Is(err, store.ErrNoTenant) {
			return false
		}
		if fault.KindOf(err) != fault.Unavailable {
			failed++
		}
		w.client.log.Warn("a batch of events failed", "consumer", w.durable, "events", len(batch), "error", err)
		pause(ctx, backoff(failed))
	}
	if ctx.Err() == nil {
		return false
	}
	for _, d := range batch {
		handBack(d.from.message)
	}
	return true
}

func (w worker[T]) handleAlone(ctx context.Context, d delivery[T]) {
	for failed := 0; ctx.Err() == nil; {
		err := w.call(ctx, []delivery[T]{d})
		if err == nil || errors.Is(err, store.ErrNoTenant) { // should the module be switched on, a snapshot tells what was missed
			w.ack(d)
			return
		}
		_, permanent := errors.AsType[permanentError](err)
		if permanent || fault.KindOf(err) != fault.Unavailable {
			failed++
		}
		if permanent || failed >= maxAttempts {
			w.deadLetter(ctx, d, err, failed)
			return
		}
		w.client.log.Warn("an event failed", "consumer", w.durable, "event", d.event.ID, "attempt", failed, "error", err)
		pause(ctx, backoff(failed))
	}
	handBack(d.from.message)
}

// call runs the handler; a drain lets it finish. A panic is an error like any other.
func (w worker[T]) call(ctx context.Context, batch []delivery[T]) (err error) {
	events := make([]Event[T], len(batch))
	for i, d := range batch {
		events[i] = d.event
	}
	began := time.Now()
	ctx, span := w.follow(ctx, batch)
	defer func() {
		w.client.meter.took(w.subject, len(events), time.Since(began), err)
		w.client.health.took(w.subject, err)
		trace.End(span, err, "not handled")
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			w.client.log.ErrorContext(ctx, "panic in an event handler", "consumer", w.durable, "panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return w.handle(ctx, events)
}

// ack notes that an event is handled, and tells the server when it was the last one of its message. If that fails the message comes again, and the handler does nothing the
// second time.
func (w worker[T]) ack(d delivery[T]) {
	if d.from.left--; d.from.left > 0 {
		return
	}
	if err := d.from.message.Ack(); err != nil {
		w.client.log.Warn("cannot acknowledge an event", "consumer", w.durable, "event", d.event.ID, "error", err)
	}
	w.handled.add(d.from.sequence)
}

// backoff is a pause that doubles with every failure, give or take a quarter.
func backoff(failed int) time.Duration {
	d := min(firstPause<<min(failed, 10), longestPause)
	return d*3/4 + rand.N(d/2)
}

// alive keeps messages from being handed out again while they are worked on.
type alive struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func keepAlive(ctx context.Context, messages []jetstream.Msg, wait time.Duration) alive {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // a drain lets the handler finish
	a := alive{cancel, make(chan struct{})}
	go func() {
		defer close(a.done)
		for ticker := time.NewTicker(max(wait/3, 10*time.Millisecond)); ; {
			select {
			case <-ctx.Done():
				ticker.Stop()
				return
			case <-ticker.C:
				for _, m := range messages {
					_ = m.InProgress() // answered already, or not connected: then it comes again
				}
			}
		}
	}()
	return a
}

func (a alive) stop() {
	a.cancel()
	<-a.done
}
