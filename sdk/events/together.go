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
	maxGroup      = 256                   // events that do not wait any longer
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
	return c.group.send(ctx, m, id)
}

// group gathers what is published together.
type group struct {
	stream jetstream.JetStream

	mu      sync.Mutex
	waiting []*member
	timed   bool // somebody will send them
	sent    time.Time
}

// member is a message that waits for its group.
type member struct {
	message *nats.Msg
	id      string
	future  chan jetstream.PubAckFuture // buffered, as failed
	failed  chan error
}

// send adds a message to the group, and waits until the stream has it.
func (g *group) send(ctx context.Context, m *nats.Msg, id string) error {
	mine := &member{message: m, id: id, future: make(chan jetstream.PubAckFuture, 1), failed: make(chan error, 1)}
	if group := g.add(mine, time.Now()); group != nil {
		g.publish(group)
	}
	err := mine.wait(ctx)
	if err == nil {
		return nil
	}
	return streamAway(m.Subject, err)
}

// add returns the group that is to be sent now, if any.
func (g *group) add(mine *member, now time.Time) []*member {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, mine)
	early := g.sent.Add(togetherApart).Sub(now)
	if early <= 0 || len(g.waiting) >= maxGroup {
		return g.take(now)
	}
	if !g.timed {
		g.timed = true
		time.AfterFunc(early, g.due)
	}
	return nil
}

// due sends those that waited their time.
func (g *group) due() {
	g.mu.Lock()
	g.timed = false
	group := g.take(time.Now())
	g.mu.Unlock()
	g.publish(group)
}

func (g *group) take(now time.Time) []*member {
	group := g.waiting
	g.waiting, g.sent = nil, now
	return group
}

// publish sends a group without waiting for answers, so that it leaves in one piece.
func (g *group) publish(group []*member) {
	for _, one := range group {
		future, err := g.stream.PublishMsgAsync(one.message, jetstream.WithMsgID(one.id), jetstream.WithRetryAttempts(0))
		if err != nil {
			one.failed <- err
			continue
		}
		one.future <- future
	}
}

func (m *member) wait(ctx context.Context) error {
	select {
	case err := <-m.failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case future := <-m.future:
		select {
		case <-future.Ok():
			return nil
		case err := <-future.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// streamAway says that a message is not in its stream.
func streamAway(subject string, cause error) error {
	return &fault.Error{
		Kind: fault.Unavailable, Message: "The event stream is not answering. Please try again soon.", RetryAfter: time.Second,
		Cause: fmt.Errorf("publish %s: %w", subject, cause),
	}
}
