package events

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/trace"
)

const (
	togetherApart = 100 * time.Millisecond // between two groups of events that are published together
	maxGroup      = 256                    // events that do not wait any longer
)

// PublishTogether is PublishDirect for events that many senders publish one by one: they are sent in groups, one each 100 ms at most. An event after a pause is sent at once. Each
// event of a group that goes from process to process by itself costs each of them several wake-ups, which is most of its cost.
func (c *Client) PublishTogether(ctx context.Context, subject, id, orgID string, data any) error {
	body, err := encode(id, Type(subject), orgID, time.Now(), data)
	if err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	m := &nats.Msg{Subject: subject, Header: headersOf(data), Data: body}
	if trace.On(ctx) {
		return c.publish(ctx, m, id)
	}
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	return c.publishTogether(ctx, m, id)
}

// together gathers what many senders publish one by one.
type together struct {
	mu      sync.Mutex
	waiting []*outgoing
	timed   bool      // they are sent when their time has come
	last    time.Time // when the last ones were sent
}

// outgoing is a message that waits for others.
type outgoing struct {
	message *nats.Msg
	id      string
	sent    chan sent // has room for one
}

// sent is what became of handing a message to NATS: the answer of its stream, which is still to come, or why there will be none.
type sent struct {
	answer jetstream.PubAckFuture
	err    error
}

// publishTogether sends a message with others, and waits until the stream has it.
func (c *Client) publishTogether(ctx context.Context, m *nats.Msg, id string) error {
	mine := &outgoing{message: m, id: id, sent: make(chan sent, 1)}
	c.sendTogether(c.together.add(mine, time.Now(), c.sendWaiting))
	if err := mine.wait(ctx); err != nil {
		return streamAway(m.Subject, err)
	}
	return nil
}

// sendWaiting sends those that waited their time.
func (c *Client) sendWaiting() { c.sendTogether(c.together.due(time.Now())) }

// sendTogether sends messages without waiting for answers, so that they leave in one piece.
func (c *Client) sendTogether(messages []*outgoing) {
	for _, one := range messages {
		answer, err := c.stream.PublishMsgAsync(one.message, jetstream.WithMsgID(one.id), jetstream.WithRetryAttempts(0))
		one.sent <- sent{answer, err}
	}
}

// add returns those that are to be sent now, if any; otherwise send is called when their time has come.
func (t *together) add(mine *outgoing, now time.Time, send func()) []*outgoing {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, mine)
	early := t.last.Add(togetherApart).Sub(now)
	if early <= 0 || len(t.waiting) >= maxGroup {
		return t.take(now)
	}
	if !t.timed {
		t.timed = true
		time.AfterFunc(early, send)
	}
	return nil
}

// due returns those whose time has come.
func (t *together) due(now time.Time) []*outgoing {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.timed = false
	return t.take(now)
}

func (t *together) take(now time.Time) []*outgoing {
	taken := t.waiting
	t.waiting, t.last = nil, now
	return taken
}

// wait waits for the answer of the stream.
func (o *outgoing) wait(ctx context.Context) error {
	var published sent
	select {
	case <-ctx.Done():
		return ctx.Err()
	case published = <-o.sent:
	}
	if published.err != nil {
		return published.err
	}
	select {
	case <-published.answer.Ok():
		return nil
	case err := <-published.answer.Err():
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// streamAway says that a message is not in its stream.
func streamAway(subject string, cause error) error {
	return &fault.Error{
		Kind: fault.Unavailable, Message: "The event stream is not answering. Please try again soon.", RetryAfter: time.Second,
		Cause: fmt.Errorf("publish %s: %w", subject, cause),
	}
}
