package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// firstWait is how long a worker that reads in bursts asks for a first message, and a drain waits for it at most: an answer that is not awaited is lost until the server
	// hands the message out again, behind newer ones.
	firstWait = 2 * time.Second
	// restWait is how long it asks for what has come meanwhile.
	restWait = 100 * time.Millisecond
)

// ConsumeBursts is ConsumeBatch of "telemetry" for handlers that can wait a second: what has come is fetched in one piece, each apart at most, and all shares are
// handled together. To be handed 200 messages a second one by one costs more than to read them. A sample is handled within apart and half a second.
func ConsumeBursts[T any](c *Client, apart time.Duration, handle func(context.Context, []Event[T]) error) {
	consumeApart(c, "telemetry", maxBatch, apart, Joined(apart/5, handle))
}

// readBursts reads until ctx ends or something goes wrong. Between its fetches the server keeps what comes; as long as nothing comes it waits for the first message.
func (w worker[T]) readBursts(ctx context.Context, consumer jetstream.Consumer) error {
	wait := ackWait(consumer)
	for most, within := 1, firstWait; ctx.Err() == nil; {
		batch, err := w.fetch(ctx, consumer, most, within)
		w.workParts(ctx, batch, wait)
		if err != nil {
			return err
		}
		switch {
		case len(batch) == 0: // wait for one
			most, within = 1, firstWait
		case len(batch) == maxBatch: // more waits
			most, within = maxBatch, restWait
		default:
			most, within = maxBatch, restWait
			awaitBurst(ctx, w.burst)
		}
	}
	return nil
}

// awaitBurst waits for the next whole multiple of apart, so that all workers fetch in the same moment.
func awaitBurst(ctx context.Context, apart time.Duration) {
	now := time.Now()
	pause(ctx, now.Truncate(apart).Add(apart).Sub(now))
}

// fetch takes messages that come within a while. What it had fetched when ctx ended is handed back.
func (w worker[T]) fetch(ctx context.Context, consumer jetstream.Consumer, most int, within time.Duration) (messages []jetstream.Msg, err error) {
	opts := []jetstream.FetchOpt{jetstream.FetchMaxWait(within), jetstream.FetchMaxBytes(maxBuffered)}
	if w.group != "" {
		opts = append(opts, jetstream.FetchPriorityGroup(w.group))
	}
	batch, err := consumer.Fetch(most, opts...)
	if err != nil {
		return nil, fmt.Errorf("fetch events: %w", err)
	}
	for m := range batch.Messages() {
		messages = append(messages, m)
	}
	if ctx.Err() != nil {
		for _, m := range messages {
			handBack(m)
		}
		return nil, nil
	}
	switch err := batch.Error(); {
	case err == nil, errors.Is(err, nats.ErrTimeout), errors.Is(err, jetstream.ErrPinIDMismatch):
		return messages, nil
	default:
		return messages, fmt.Errorf("fetch events: %w", err)
	}
}

// workParts works on messages in parts of at most maxTogether bytes.
func (w worker[T]) workParts(ctx context.Context, messages []jetstream.Msg, wait time.Duration) {
	for start := 0; start < len(messages); {
		end, room := start+1, maxTogether-size(messages[start])
		for ; end < len(messages) && room > 0; end++ {
			room -= size(messages[end])
		}
		w.work(ctx, messages[start:end], wait)
		start = end
	}
}
