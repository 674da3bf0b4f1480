package broker

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"outrider.dev/sdk/device"
)

const (
	rawKept          = 64 << 10 // bytes of a refused message that its dead letter holds
	reasonsKept      = 20       // refused samples that one dead letter explains
	deadEvery        = time.Second
	deadInARow       = 60     // dead letters of one device; beyond them they are only counted
	maxDevicesWithIt = 50_000 // devices whose dead letters are counted apart
)

// DeadLetter is a message, or samples of one, that can never be accepted. Subject "dead.gateway.<topic>".
type DeadLetter struct {
	DeviceID   string        `json:"device_id"`
	OrgID      string        `json:"org_id"`
	ReceivedAt int64         `json:"received_at"` // Unix milliseconds
	Topic      string        `json:"topic"`       // "telemetry"
	Reason     string        `json:"reason"`      // the first one
	Rejected   []RejectedOne `json:"rejected"`
	Total      int           `json:"total"` // how many were rejected
	Raw        string        `json:"raw"`   // as it came; bytes that are not UTF-8 are replaced
	Truncated  bool          `json:"truncated,omitempty"`
}

// RejectedOne is one refusal. Index is the sample's place in its message; -1 is the message itself.
type RejectedOne struct {
	Index  int    `json:"index"`
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// deadLetters keeps a device that sends rubbish from filling the stream of dead letters.
type deadLetters struct {
	stream  Stream
	now     func() time.Time
	mu      sync.Mutex
	budgets map[string]*rate.Limiter
}

func newDeadLetters(stream Stream, now func() time.Time) *deadLetters {
	return &deadLetters{stream: stream, now: now, budgets: map[string]*rate.Limiter{}}
}

func (l *deadLetters) allow(device string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	budget, ok := l.budgets[device]
	if !ok {
		if len(l.budgets) >= maxDevicesWithIt {
			clear(l.budgets)
		}
		budget = rate.NewLimiter(rate.Every(deadEvery), deadInARow)
		l.budgets[device] = budget
	}
	return budget.AllowN(l.now(), 1)
}

// deadLetter keeps a refused message. An error means that nobody has it, so the device must not be told that somebody has.
func (b *Broker) deadLetter(s *session, kind string, why device.Rejected, payload []byte) error {
	return b.buryAll(s, kind, []device.Rejected{why}, payload)
}

// burySamples keeps the refused samples and readings of a message whose other samples live.
func (b *Broker) burySamples(s *session, why []device.Rejected, payload []byte) error {
	return b.buryAll(s, device.TopicTelemetry, why, payload)
}

func (b *Broker) buryAll(s *session, kind string, why []device.Rejected, payload []byte) error {
	b.counts.deadLetters.Add(1)
	if !b.dead.allow(clientID(s.device.Ref())) {
		b.counts.deadUnkept.Add(1)
		return nil
	}
	letter := DeadLetter{
		DeviceID: s.device.ID, OrgID: s.device.OrgID, ReceivedAt: b.config.Now().UnixMilli(), Topic: kind,
		Reason: why[0].Error(), Total: len(why), Truncated: len(payload) > rawKept,
	}
	for _, r := range why[:min(len(why), reasonsKept)] {
		letter.Rejected = append(letter.Rejected, RejectedOne{r.Index, r.Field, r.Reason})
	}
	letter.Raw = strings.ToValidUTF8(string(payload[:min(len(payload), rawKept)]), "\uFFFD")
	ctx, cancel := context.WithTimeout(b.life, publishTimeout)
	defer cancel()
	body, err := json.Marshal(letter)
	if err != nil {
		return fmt.Errorf("write a dead letter: %w", err)
	}
	return b.dead.stream.PublishDead(ctx, kind, "dead-"+same(s.device, payload), letter.Reason, body)
}
