package mail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// What became of a mail.
const (
	Waiting = "waiting"
	Sent    = "sent"
	GivenUp = "given_up"
)

// State is what became of one mail.
type State struct {
	Key     string
	State   string
	Problem string    // why it waits or was given up
	SentAt  time.Time // zero unless it was sent
}

// States are what became of mails of a plugin; one that is not known, or was forgotten, is missing.
func (q *Queue) States(ctx context.Context, plugin, orgID string, keys []string) ([]State, error) {
	rows, err := q.pool.Query(ctx, `SELECT key, CASE WHEN sent_at IS NOT NULL THEN $4 WHEN next_at IS NULL THEN $5 ELSE $6 END, problem, coalesce(sent_at, 'epoch')
		FROM outrider.mail WHERE org_id = $1 AND plugin = $2 AND key = ANY($3)`, orgID, plugin, keys, Sent, GivenUp, Waiting)
	if err != nil {
		return nil, fmt.Errorf("look what became of mails of %s: %w", plugin, err)
	}
	states, err := pgx.CollectRows(rows, pgx.RowToStructByPos[State])
	if err != nil {
		return nil, fmt.Errorf("look what became of mails of %s: %w", plugin, err)
	}
	return states, nil
}
