package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/sdk/web"
)

const (
	maxBatch      = 512
	maxTogether   = 2 << 20                // bytes of JSON that one batch has, about: what is read of it takes twice as much
	maxHeld       = MaxUnacknowledged + 64 // room for what the server says besides: a message that finds no room is lost until it is handed out again
	batchLinger   = 10 * time.Millisecond  // how long a batch waits for company
	noneWaits     = 200 * time.Microsecond // in which a message that is there already is read
	apart         = 200 * time.Millisecond // between two batches of telemetry that are not full: a handful together costs as much as one
	maxBuffered   = 4 << 20                // bytes that one consumer holds ahead
	pullExpiry    = 4 * time.Second        // shorter than the 10 s after which the host hands a pin to another process
	handBackDelay = 20 * time.Millisecond
	consumeWait   = time.Second // between attempts to find the consumer
)

// MaxUnacknowledged is how many messages of one consumer are handed out and not acknowledged, at most.
const MaxUnacknowledged = 1024

// permanentError is an error that another attempt will not mend.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks an error that another attempt will not mend: the message goes straight to the dead letters.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanentError{err}
}

// Consume hands every event of a subject of the manifest's events.consumes to handle, one after the other and in order ("telemetry" in
// order of each device). Returning nil acknowledges it. An error has it handled again, after a pause that grows; the fifth one, or
// Permanent, sends it to the dead letters. fault.Unavailable does not count: what cannot be stored now waits, and everything behind it.
// An event of an organisation that has the plugin's module off (store.ErrNoTenant) is acknowledged. Delivery is at least once: handlers do nothing the second time (see Once). The context acts for the plugin in the event's
// organisation. Consumers run from the plugin's start to its drain.
func Consume[T any](c *Client, subject string, handle func(context.Context, Event[T]) error) {
	consume(c, subject, 1, func(ctx context.Context, batch []Event[T]) error {
		return handle(web.AsPlugin(ctx, batch[0].OrgID), batch[0])
	})
}

// ConsumeBatch is Consume for many events at once: what has come meanwhile, at most 512, in order. "telemetry" is handled in one goroutine
// for each of the 4 shares of its partitions, and waits up to 200 ms for company unless nothing came lately. Events of several organisations come together. When a batch fails twice its events are handled one
// by one, so that one bad event does not take the others along.
func ConsumeBatch[T any](c *Client, subject string, handle func(context.Context, []Event[T]) error) {
	consume(c, subject, maxBatch, handle)
}

func consume[T any](c *Client, subject string, size int, handle func(context.Context, []Event[T]) error) {
	consumeApart(c, subject, size, 0, handle)
}

func consumeApart[T any](c *Client, subject string, size int, burst time.Duration, handle func(context.Context, []Event[T]) error) {
	start := func(durable, group string) {
		c.add(func(ctx context.Context) {
			worker[T]{
				client: c, subject: subject, durable: durable, group: group, size: size, burst: burst, handle: handle, handled: &recent{}, last: &collected{},
				pending: c.meter.pending.WithLabelValues(durable),
			}.run(ctx)
		})
	}
	if subject != "telemetry" {
		start(ConsumerName(c.plugin, subject), "")
		return
	}
	for share := range Shares {
		start(TelemetryConsumerName(c.plugin, share), PinnedGroup)
	}
}

// worker is the one goroutine that reads one durable consumer.
type worker[T any] struct {
	client  *Client
	subject string
	durable string
	group   string // priority group of a pinned consumer
	size    int
	burst   time.Duration // between two fetches; 0: messages are handed over as they come
	handle  func(context.Context, []Event[T]) error
	handled *recent
	last    *collected
	pending prometheus.Gauge
}

// collected is the batch before: when it was complete, and whether more may wait.
type collected struct {
	at   time.Time
	full bool
}

// run reads until ctx ends. Whatever goes wrong with the connection or the consumer, it begins again.
func (w worker[T]) run(ctx context.Context) {
	said := ""
	for ctx.Err() == nil {
		err := w.read(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		if text := err.Error(); text != said {
			w.client.log.Warn("cannot read events", "consumer", w.durable, "error", err)
			said = text
		}
		pause(ctx, consumeWait)
	}
}

func (w worker[T]) read(ctx context.Context) error {
	consumer, err := w.client.stream.Consumer(ctx, Stream(w.subject), w.durable)
	if err != nil {
		return fmt.Errorf("find consumer: %w", err)
	}
	if w.burst > 0 {
		return w.readBursts(ctx, consumer)
	}
	opts := []jetstream.PullMessagesOpt{
		jetstream.PullMaxMessagesWithBytesLimit(maxHeld, maxBuffered), jetstream.PullExpiry(pullExpiry),
		jetstream.WithMessagesErrOnMissingHeartbeat(false),
	}
	if w.group != "" {
		opts = append(opts, jetstream.PullPriorityGroup(w.group))
	}
	messages, err := consumer.Messages(opts...)
	if err != nil {
		return fmt.Errorf("read consumer: %w", err)
	}
	defer w.giveBack(messages)
	wait := ackWait(consumer)
	for ctx.Err() == nil {
		batch, err := w.collect(ctx, messages)
		if len(batch) > 0 {
			w.work(ctx, batch, wait)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// collect waits for one message and takes along what comes right behind it. It sleeps meanwhile: to be woken by each costs more than to read it.
func (w worker[T]) collect(ctx context.Context, messages jetstream.MessagesContext) ([]jetstream.Msg, error) {
	first, err := messages.Next(jetstream.NextContext(ctx))
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil
		}
		return nil, fmt.Errorf("next event: %w", err)
	}
	if !w.last.full && w.size > 1 {
		now := time.Now()
		pause(ctx, w.until(now).Sub(now))
	}
	batch, room := []jetstream.Msg{first}, maxTogether-size(first)
	defer func() { *w.last = collected{at: time.Now(), full: len(batch) == w.size || room <= 0} }()
	for len(batch) < w.size && room > 0 && ctx.Err() == nil {
		next, err := messages.Next(jetstream.NextMaxWait(noneWaits))
		if errors.Is(err, nats.ErrTimeout) {
			return batch, nil
		}
		if err != nil {
			return batch, fmt.Errorf("next event: %w", err)
		}
		batch = append(batch, next)
		room -= size(next)
	}
	return batch, nil
}

// size is how many bytes a message has as JSON, about.
func size(m jetstream.Msg) int {
	data := m.Data()
	if _, _, packed := unpack(data); packed {
		return len(data) * roomForSample / roomForPacked
	}
	return len(data)
}

// until is how long a batch waits whose first message came now: one that comes alone waits for hardly anybody. Batches of telemetry wait for the next whole multiple
// of apart, so that those of all shares are handled in the same moment and go together from there on.
func (w worker[T]) until(now time.Time) time.Time {
	until := now.Add(batchLinger)
	if next := w.last.at.Truncate(apart).Add(apart); w.group != "" && next.After(until) {
		return next
	}
	return until
}

// giveBack returns what was fetched and not worked on, so that the next process gets it at once and before what is newer.
func (w worker[T]) giveBack(messages jetstream.MessagesContext) {
	messages.Drain()
	var fetched []jetstream.Msg
	for {
		m, err := messages.Next(jetstream.NextMaxWait(time.Second))
		if err != nil {
			break
		}
		fetched = append(fetched, m)
	}
	messages.Stop()
	for _, m := range fetched { // now that the server sends this process nothing more
		handBack(m)
	}
}

// handBack returns one message. The short delay has the server sort what comes back; without one it may put the oldest last.
func handBack(m jetstream.Msg) {
	_ = m.NakWithDelay(handBackDelay) // not connected: it is handed out again all the same
}

func ackWait(consumer jetstream.Consumer) time.Duration {
	if wait := consumer.CachedInfo().Config.AckWait; wait > 0 {
		return wait
	}
	return 30 * time.Second
}

// pause waits, but not beyond the end of ctx.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
