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
	togetherApart = 100 * time.Millisecond // between two groups of events
	maxWaiting    = 256                    // events that do not wait any longer
	maxGroupBytes = 512 << 10              // of the events in one message, about; the stream takes up to 4 MiB
)

// PublishTelemetry is PublishDirect for the samples of a device. Few samples wait for those of other devices, up to 100 ms, and travel with those of their organisation
// and share as one message; such a message has no id of its own, so a repeated one may come twice. Those that come after a pause, of 16 samples or more, or of a
// request that is traced are sent at once.
func (c *Client) PublishTelemetry(ctx context.Context, id string, t Telemetry) error {
	subject := TelemetrySubject(t.OrgID, t.DeviceID)
	if len(t.Samples) >= enoughToPack || trace.On(ctx) {
		return c.PublishDirect(ctx, subject, id, t.OrgID, t)
	}
	body, err := encode(id, Type(subject), t.OrgID, time.Now(), t)
	if err != nil {
		return fmt.Errorf("publish %s: %w", subject, err)
	}
	mine := &outgoing{
		subject: subject, id: id, part: part{glanceNote(t), body}, done: make(chan error, 1),
		key: groupKey{t.OrgID, Share(Partition(t.DeviceID))},
	}
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	c.sendTogether(c.together.add(mine, time.Now(), c.sendWaiting))
	select {
	case err = <-mine.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return streamAway(subject, err)
	}
	return nil
}

// together gathers what many senders publish one by one.
type together struct {
	mu      sync.Mutex
	waiting []*outgoing
	timed   bool      // they are sent when their time has come
	last    time.Time // when the last ones were sent
}

// outgoing is an event that waits for others.
type outgoing struct {
	subject string
	id      string
	part    part
	key     groupKey
	done    chan error // has room for one: nil when the stream has the event
}

// groupKey is what events have in common that travel as one message: the same readers, and the same bounds of a module.
type groupKey struct {
	orgID string
	share int
}

// sendWaiting sends those that waited their time.
func (c *Client) sendWaiting() { c.sendTogether(c.together.due(time.Now())) }

// sendTogether sends events without waiting for answers, so that they leave in one piece.
func (c *Client) sendTogether(list []*outgoing) {
	for _, group := range groupsOf(list) {
		m, id := messageOf(group)
		var opts []jetstream.PublishOpt
		if id != "" {
			opts = append(opts, jetstream.WithMsgID(id))
		}
		answer, err := c.stream.PublishMsgAsync(m, append(opts, jetstream.WithRetryAttempts(0))...)
		if err != nil {
			notify(group, err)
			continue
		}
		go func() { // ends with the answer, or after publishTimeout
			select {
			case <-answer.Ok():
				notify(group, nil)
			case err := <-answer.Err():
				notify(group, err)
			}
		}()
	}
}

func notify(group []*outgoing, err error) {
	for _, one := range group {
		one.done <- err
	}
}

// groupsOf divides events into those that travel as one message, each group in their order.
func groupsOf(list []*outgoing) (groups [][]*outgoing) {
	type open struct{ index, bytes int }
	opened := make(map[groupKey]open, Shares)
	for _, one := range list {
		o, ok := opened[one.key]
		if o.bytes += len(one.part.body); !ok || o.bytes > maxGroupBytes {
			o = open{len(groups), len(one.part.body)}
			groups = append(groups, nil)
		}
		opened[one.key] = o
		groups[o.index] = append(groups[o.index], one)
	}
	return groups
}

// messageOf is the message of a group and its id; several events have none.
func messageOf(group []*outgoing) (m *nats.Msg, id string) {
	first := group[0]
	if len(group) == 1 {
		return &nats.Msg{Subject: first.subject, Header: nats.Header{headerGlance: {first.part.note}}, Data: first.part.body}, first.id
	}
	size := 1
	for _, one := range group {
		size += one.part.size()
	}
	body := append(make([]byte, 0, size), groupMark)
	for _, one := range group {
		body = appendPart(body, one.part)
	}
	return &nats.Msg{Subject: first.subject, Data: body}, ""
}

// add returns those that are to be sent now, if any; otherwise send is called when their time has come.
func (t *together) add(mine *outgoing, now time.Time, send func()) []*outgoing {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, mine)
	early := t.last.Add(togetherApart).Sub(now)
	if early <= 0 || len(t.waiting) >= maxWaiting {
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

// streamAway says that a message is not in its stream.
func streamAway(subject string, cause error) error {
	return &fault.Error{
		Kind: fault.Unavailable, Message: "The event stream is not answering. Please try again soon.", RetryAfter: time.Second,
		Cause: fmt.Errorf("publish %s: %w", subject, cause),
	}
}
