package events

import (
	"context"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// Headers of a dead letter; its data is the message as it came, as JSON if its samples were packed.
const (
	HeaderReason     = "Outrider-Reason"     // why it is here
	HeaderSubject    = "Outrider-Subject"    // where it came from: publish it there again to replay it
	HeaderDeliveries = "Outrider-Deliveries" // how often it was handled
)

const maxReason = 500 // bytes

// deadLetter moves an event to the dead letters and acknowledges it. It does not give up before the stream has it, or ctx ends; a letter under way is
// waited for even then, so that what has died is not handed out again.
func (w worker[T]) deadLetter(ctx context.Context, d delivery[T], reason error, attempts int) {
	subject := d.subject()
	w.client.log.Error("an event is dead", "consumer", w.durable, "event", d.event.ID, "subject", subject, "error", reason)
	letter := deadLetter(w.client.plugin, Type(subject), subject, reason.Error(), attempts, plainText(d.raw))
	w.client.meter.dead.WithLabelValues(w.subject).Inc()
	id := w.durable + "-" + strconv.FormatUint(d.from.sequence, 10)
	if d.index > 0 {
		id += "-" + strconv.Itoa(d.index)
	}
	for failed := 0; ctx.Err() == nil; failed++ {
		err := w.client.publish(context.WithoutCancel(ctx), letter, id) // bounded by publishTimeout
		if err == nil {
			w.ack(d)
			return
		}
		w.client.log.Warn("cannot write a dead letter", "consumer", w.durable, "error", err)
		pause(ctx, backoff(failed))
	}
	handBack(d.from.message)
}

// subject is where the event belongs: that of its message, or of its device where those of several came as one message.
func (d delivery[T]) subject() string {
	subject := OriginalSubject(d.from.message.Subject())
	if d.index == 0 || Type(subject) != "telemetry" {
		return subject
	}
	e, err := Unmarshal[Telemetry](d.raw)
	if err != nil || !ValidToken(e.OrgID) || !ValidToken(e.Data.DeviceID) {
		return subject
	}
	return TelemetrySubject(e.OrgID, e.Data.DeviceID)
}

// PublishDead writes something that cannot be handled to the plugin's dead letters: dead.<plugin>.<source>. It returns nil once the
// stream has it; id makes a second attempt harmless.
func (c *Client) PublishDead(ctx context.Context, source, id, reason string, data []byte) error {
	return c.publish(ctx, deadLetter(c.plugin, source, source, reason, 1, data), id)
}

func deadLetter(plugin, source, subject, reason string, attempts int, data []byte) *nats.Msg {
	letter := nats.NewMsg(DeadSubject(plugin, source))
	letter.Data = data
	letter.Header.Set(HeaderReason, headerText(reason))
	letter.Header.Set(HeaderSubject, headerText(subject))
	letter.Header.Set(HeaderDeliveries, strconv.Itoa(attempts))
	return letter
}

// headerText is s in one line.
func headerText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
	if len(s) > maxReason {
		s = strings.ToValidUTF8(s[:maxReason], "")
	}
	return strings.TrimSpace(s)
}
