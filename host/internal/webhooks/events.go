package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/storable"
)

const (
	consumerName = "host-webhooks" // durable: hosts share it, and what none has acknowledged comes again
	lookEvery    = 2 * time.Second // at what plugins declare
	takesWithin  = 30 * time.Second
)

// event is what happened, as a plugin published it.
type event = events.Event[json.RawMessage]

// Message is what is sent.
type Message struct {
	Type         string          `json:"type" doc:"The kind of the event"`
	Timestamp    time.Time       `json:"timestamp" doc:"When it was published"`
	Organisation string          `json:"organisation"`
	Data         json.RawMessage `json:"data"`
}

// takeEvents makes deliveries of events until ctx ends.
func (s *Service) takeEvents(ctx context.Context) error {
	for ctx.Err() == nil {
		subjects := s.subjects()
		if len(subjects) == 0 {
			wait(ctx, lookEvery)
			continue
		}
		if err := s.takeOf(ctx, subjects); err != nil && ctx.Err() == nil {
			s.Log.Warn("events for webhooks wait", "error", err)
			wait(ctx, lookEvery)
		}
	}
	return nil
}

// subjects are the events that plugins declare.
func (s *Service) subjects() (list []string) {
	for _, k := range s.Kinds() {
		list = append(list, k.Event)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// takeOf takes events of subjects until others are declared.
func (s *Service) takeOf(ctx context.Context, subjects []string) error {
	consumer, err := s.Stream.CreateOrUpdateConsumer(ctx, events.StreamEvents, jetstream.ConsumerConfig{
		Durable: consumerName, FilterSubjects: subjects, AckPolicy: jetstream.AckExplicitPolicy, AckWait: takesWithin, MaxDeliver: -1,
		DeliverPolicy: jetstream.DeliverNewPolicy, Metadata: map[string]string{"outrider.plugin": "host"},
	})
	if err != nil {
		return fmt.Errorf("make the consumer of events: %w", err)
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(64))
	if err != nil {
		return fmt.Errorf("take events: %w", err)
	}
	defer messages.Stop()
	for slices.Equal(subjects, s.subjects()) {
		limited, cancel := context.WithTimeout(ctx, lookEvery)
		m, err := messages.Next(jetstream.NextContext(limited))
		cancel()
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			return fmt.Errorf("take events: %w", err)
		}
		if err := s.take(ctx, m); err != nil {
			_ = m.NakWithDelay(lookEvery) // not connected: it comes again all the same
			return err
		}
	}
	return nil
}

// take makes deliveries of one event, once however often it comes.
func (s *Service) take(ctx context.Context, m jetstream.Msg) error {
	var e event
	if err := json.Unmarshal(m.Data(), &e); err != nil || e.ID == "" || !storable.Text(e.OrgID) {
		s.Log.Error("an event is none, and is sent to no webhook", "subject", m.Subject())
		return m.Ack()
	}
	for _, k := range s.Kinds() {
		if k.Event != m.Subject() {
			continue
		}
		if err := s.spread(ctx, k, e); err != nil {
			return err
		}
	}
	return m.Ack()
}

// spread makes a delivery for each webhook that asks for the kind.
func (s *Service) spread(ctx context.Context, k Kind, e event) error {
	body, about, err := k.message(e)
	if err != nil {
		s.Log.Error("an event cannot be sent to webhooks", "kind", k.ID, "event", e.ID, "error", err)
		return nil
	}
	now := s.Now()
	made, err := s.Pool.Exec(ctx, `INSERT INTO outrider.webhook_delivery (org_id, webhook_id, event_id, kind, at, body, about, began_at, next_at)
		SELECT org_id, id, $3, $2, $4, $5, $6, $7, $7 FROM outrider.webhook WHERE org_id = $1 AND enabled AND $2 = ANY(kinds)
		ON CONFLICT ON CONSTRAINT webhook_delivery_once DO NOTHING`, e.OrgID, k.ID, e.ID, e.At, body, about, now)
	if err != nil {
		return fmt.Errorf("keep event %s for webhooks of %s: %w", e.ID, e.OrgID, err)
	}
	if made.RowsAffected() > 0 {
		s.Wake()
	}
	return nil
}

// message is what is sent of an event, and what of its data says who may see it.
func (k Kind) message(e event) (body string, about map[string]string, err error) {
	data := map[string]json.RawMessage{}
	if err := json.Unmarshal(e.Data, &data); err != nil {
		return "", nil, fmt.Errorf("read its data: %w", err)
	}
	about = map[string]string{}
	for _, name := range k.Parameters() {
		var value string
		if err := json.Unmarshal(data[name], &value); err != nil || value == "" {
			return "", nil, fmt.Errorf("its data has no %s, and so nobody is known to see it", name)
		}
		about[name] = value
	}
	sent := e.Data
	if len(k.Omit) > 0 {
		for _, name := range k.Omit {
			delete(data, name)
		}
		if sent, err = json.Marshal(data); err != nil {
			return "", nil, err
		}
	}
	raw, err := json.Marshal(Message{Type: k.ID, Timestamp: e.At.UTC(), Organisation: e.OrgID, Data: sent})
	if err == nil && len(raw) > mostBody {
		err = fmt.Errorf("it has %d bytes, more than %d", len(raw), mostBody)
	}
	return string(raw), about, err
}
