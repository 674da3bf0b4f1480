package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/outbox"
	"outrider.dev/sdk/events"
)

const (
	relayEvery = time.Second
	relayBatch = 200
	// publishWait bounds how long one batch takes.
	publishWait = 30 * time.Second
)

// emit puts an event into the outbox, inside tx.
func emit(ctx context.Context, tx pgx.Tx, subject, orgID string, now time.Time, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write %s: %w", subject, err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO outrider.event_outbox (subject, org_id, at, data) VALUES ($1, $2, $3, $4)`, subject, orgID, now, body)
	if err != nil {
		return fmt.Errorf("queue %s: %w", subject, err)
	}
	return nil
}

// Emit queues an event of another part of the host under an id of its own; consumers know it by that id if it is queued again.
func (s *Service) Emit(ctx context.Context, id, subject, orgID string, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write %s: %w", subject, err)
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO outrider.event_outbox (id, subject, org_id, at, data) VALUES ($1, $2, $3, $4, $5)`, id, subject, orgID, s.now(), body)
		if err != nil {
			return fmt.Errorf("queue %s: %w", subject, err)
		}
		return nil
	})
}

// Run relays events to EVENTS until ctx ends. While the stream is away they wait.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(relayEvery)
	defer ticker.Stop()
	var failing bool
	for {
		err := s.outbox().Drain(ctx)
		if err != nil && ctx.Err() == nil && !failing {
			s.log.Warn("events of groups and users wait", "error", err)
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return nil
		case <-s.kick:
		case <-ticker.C:
		}
	}
}

// waitingEvent is one row of the outbox.
type waitingEvent struct {
	Seq         int64
	ID, Subject string
	OrgID       string
	At          time.Time
	Data        json.RawMessage
}

// outbox is what waits for EVENTS. What was published but not yet forgotten when a host died is published again with the same id, which the
// stream knows.
func (s *Service) outbox() outbox.Outbox[waitingEvent] {
	return outbox.Outbox[waitingEvent]{
		Pool: s.pool, Name: "event_outbox", Columns: "id::text, subject, org_id, at, data", Seq: func(e waitingEvent) int64 { return e.Seq }, Batch: relayBatch, Carry: s.publishAll,
	}
}

func (s *Service) publishAll(ctx context.Context, tx pgx.Tx, waiting []waitingEvent) error {
	ctx, cancel := context.WithTimeout(ctx, publishWait)
	defer cancel()
	var last uint64
	for _, e := range waiting {
		var err error
		if last, err = s.publish(ctx, e); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `UPDATE outrider.event_position SET sequence = $1`, int64(last))
	return err
}

func (s *Service) publish(ctx context.Context, e waitingEvent) (uint64, error) {
	body, err := json.Marshal(events.Event[json.RawMessage]{ID: e.ID, Type: e.Subject, Version: 1, OrgID: e.OrgID, At: e.At.UTC(), Data: e.Data})
	if err != nil {
		return 0, fmt.Errorf("write event %s: %w", e.ID, err)
	}
	ack, err := s.stream.Publish(ctx, e.Subject, body, jetstream.WithMsgID(e.ID))
	if err != nil {
		return 0, fmt.Errorf("publish %s: %w", e.Subject, err)
	}
	return ack.Sequence, nil
}
