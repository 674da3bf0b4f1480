package session

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// TicketLife is how long a browser may take between two steps.
const TicketLife = 10 * time.Minute

// What a ticket is for.
const (
	ticketCode  = "code"  // the password was right, a second step is asked for
	ticketEnrol = "enrol" // the password was right, a second step has to be set up first
)

// ticket is what is known of a browser between two requests of one sign-in.
type ticket struct {
	kind      string
	accountID string // empty: not known yet
	orgID     string // to act in
	data      json.RawMessage
}

func (s *Service) newTicket(ctx context.Context, tx pgx.Tx, t ticket) (string, error) {
	text := rand.Text()
	if t.data == nil {
		t.data = json.RawMessage("{}")
	}
	_, err := tx.Exec(ctx, `INSERT INTO outrider.sign_in_ticket (hash, kind, account_id, org_id, data, expires_at) VALUES ($1, $2, NULLIF($3, '')::uuid, $4, $5, $6)`,
		digest(text), t.kind, t.accountID, t.orgID, t.data, s.now().Add(TicketLife))
	if err != nil {
		return "", fmt.Errorf("make a ticket: %w", err)
	}
	return text, nil
}

// readTicket finds a ticket that is still good, and locks it: of two requests with one ticket the second waits for the first.
func (s *Service) readTicket(ctx context.Context, tx pgx.Tx, text string, kinds ...string) (t ticket, err error) {
	err = tx.QueryRow(ctx, `SELECT kind, COALESCE(account_id::text, ''), org_id, data FROM outrider.sign_in_ticket WHERE hash = $1 AND kind = ANY ($2) AND expires_at > $3 FOR UPDATE`,
		digest(text), kinds, s.now()).Scan(&t.kind, &t.accountID, &t.orgID, &t.data)
	if errors.Is(err, pgx.ErrNoRows) {
		return ticket{}, fault.New(fault.SignedOut, "This took too long. Please sign in again.")
	}
	if err != nil {
		return ticket{}, fmt.Errorf("find a ticket: %w", err)
	}
	return t, nil
}

func spendTicket(ctx context.Context, tx pgx.Tx, text string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.sign_in_ticket WHERE hash = $1`, digest(text)); err != nil {
		return fmt.Errorf("use a ticket: %w", err)
	}
	return nil
}

// endTickets ends what was begun with an old password or another second step.
func endTickets(ctx context.Context, tx pgx.Tx, accountID string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.sign_in_ticket WHERE account_id = $1`, accountID); err != nil {
		return fmt.Errorf("end the tickets of %s: %w", accountID, err)
	}
	return nil
}
