package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

const (
	pageOf      = 100    // deliveries in one answer
	mostAgain   = 10_000 // deliveries that one replay sends again
	testMessage = "This is a test of your webhook."
)

// Delivery is one event on its way to one webhook.
type Delivery struct {
	ID       int64      `db:"seq" json:"id"`
	EventID  string     `db:"event_id" json:"event_id" doc:"As it is sent in webhook-id"`
	Kind     string     `db:"kind" json:"kind"`
	At       time.Time  `db:"at" json:"at" doc:"When the event was published"`
	State    string     `db:"state" json:"state" enum:"waiting,sent,given_up"`
	Attempts int        `db:"attempts" json:"attempts"`
	Code     int        `db:"code" json:"code" doc:"Status of the last answer; 0: there was none"`
	TookMs   int64      `db:"took_ms" json:"took_ms"`
	Problem  string     `db:"problem" json:"problem" enum:",private,name,tls,timeout,network,redirect,status,hidden"`
	NextAt   *time.Time `db:"next_at" json:"next_attempt,omitempty"`
	DoneAt   *time.Time `db:"done_at" json:"done_date,omitempty"`
}

const deliveryColumns = `seq, event_id, kind, at, state, attempts, code, took_ms, problem, CASE WHEN taken_at IS NULL THEN next_at END AS next_at, done_at`

// Whole is a delivery with what is sent and its attempts.
type Whole struct {
	Delivery
	Body  string `db:"body" json:"body" doc:"Empty for who may not see events of the kind"`
	Tries []try  `db:"tries" json:"tries" nullable:"false"`
}

// Asked narrows a list of deliveries.
type Asked struct {
	State  string
	Before int64 // deliveries with lower ids; 0: the newest
}

// Deliveries lists what was sent to a webhook, or is to be, the newest first. Fault: not_found.
func (s *Service) Deliveries(ctx context.Context, id string, asked Asked) ([]Delivery, error) {
	if _, err := s.find(ctx, id); err != nil {
		return nil, err
	}
	rows, err := s.Pool.Query(ctx, `SELECT `+deliveryColumns+` FROM outrider.webhook_delivery
		WHERE webhook_id = $1 AND ($2 = '' OR state = $2) AND ($3 = 0 OR seq < $3) AND (tries <> '[]' OR kind = $4) ORDER BY seq DESC LIMIT $5`, id, asked.State, asked.Before, KindTest, pageOf)
	if err != nil {
		return nil, fmt.Errorf("list deliveries of webhook %s: %w", id, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Delivery])
	if err != nil {
		return nil, fmt.Errorf("list deliveries of webhook %s: %w", id, err)
	}
	return list, nil
}

// Delivery is one delivery with what is sent. Fault: not_found, also before its first attempt: whether the maker sees it is not known by then.
func (s *Service) Delivery(ctx context.Context, id string, seq int64) (Whole, error) {
	if _, err := s.find(ctx, id); err != nil {
		return Whole{}, err
	}
	rows, err := s.Pool.Query(ctx, `SELECT `+deliveryColumns+`, body, tries FROM outrider.webhook_delivery WHERE webhook_id = $1 AND seq = $2 AND (tries <> '[]' OR kind = $3)`, id, seq, KindTest)
	if err != nil {
		return Whole{}, fmt.Errorf("read a delivery of webhook %s: %w", id, err)
	}
	d, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Whole])
	if errors.Is(err, pgx.ErrNoRows) {
		return Whole{}, fault.New(fault.NotFound, "There is no such delivery.")
	}
	if err != nil {
		return Whole{}, fmt.Errorf("read a delivery of webhook %s: %w", id, err)
	}
	return d, s.hide(ctx, &d)
}

// hide leaves the body out for a reader who may not see events of the kind.
func (s *Service) hide(ctx context.Context, d *Whole) error {
	grant, err := s.grant(ctx)
	if err != nil {
		return err
	}
	for _, k := range s.Kinds() {
		if k.ID == d.Kind && grant.Allowed(k.Permission) {
			return nil
		}
	}
	if d.Kind != KindTest {
		d.Body = ""
	}
	return nil
}

// Again says which deliveries are sent once more.
type Again struct {
	IDs   []int64    `json:"ids,omitempty" maxItems:"1000" nullable:"false" doc:"These; or those of a time"`
	From  *time.Time `json:"from,omitempty" doc:"Of events from then on"`
	To    *time.Time `json:"to,omitempty" doc:"Of events before then"`
	State string     `json:"state,omitempty" enum:"sent,given_up" doc:"Of a time: those in this state alone"`
}

// Replay sends deliveries that are over once more, with the same ids and bodies, and answers how many. What the maker does not see any more does not go.
func (s *Service) Replay(ctx context.Context, id string, again Again) (count int64, err error) {
	if _, err := s.find(ctx, id); err != nil {
		return 0, err
	}
	if len(again.IDs) == 0 && (again.From == nil || again.To == nil) {
		return 0, wrong("body.ids", "or a time, from and to, is needed")
	}
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `UPDATE outrider.webhook_delivery SET state = 'waiting', attempts = 0, began_at = $2, next_at = $2, done_at = NULL, problem = '' WHERE seq IN (
			SELECT seq FROM outrider.webhook_delivery WHERE webhook_id = $1 AND next_at IS NULL AND kind <> $8 AND (
				cardinality($3::bigint[]) > 0 AND seq = ANY($3) OR cardinality($3::bigint[]) = 0 AND at >= $4 AND at < $5 AND ($6 = '' OR state = $6)) ORDER BY seq LIMIT $7)`,
			id, s.Now(), append([]int64{}, again.IDs...), again.From, again.To, again.State, mostAgain, KindTest)
		if err != nil {
			return fmt.Errorf("replay deliveries of webhook %s: %w", id, err)
		}
		count = done.RowsAffected()
		c := web.Caller(ctx)
		return identity.Note(ctx, tx, c.UserID, c.OrgID, "webhook.replay", id, map[string]any{"count": count})
	})
	s.Wake()
	return count, err
}

// Test sends a message of the kind test, once, whether or not the webhook is on, and answers the delivery to look at.
func (s *Service) Test(ctx context.Context, id string) (seq int64, err error) {
	if _, err := s.find(ctx, id); err != nil {
		return 0, err
	}
	c, now := web.Caller(ctx), s.Now()
	data, err := json.Marshal(map[string]string{"message": testMessage})
	if err != nil {
		return 0, err
	}
	body, err := json.Marshal(Message{Type: KindTest, Timestamp: now.UTC(), Organisation: c.OrgID, Data: data})
	if err != nil {
		return 0, err
	}
	err = s.Pool.QueryRow(ctx, `INSERT INTO outrider.webhook_delivery (org_id, webhook_id, event_id, kind, at, body, about, began_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, '{}', $5, $5) RETURNING seq`,
		c.OrgID, id, uuid.NewString(), KindTest, now, string(body)).Scan(&seq)
	if err != nil {
		return 0, fmt.Errorf("test webhook %s: %w", id, err)
	}
	s.Wake()
	return seq, nil
}
