package session

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// EndedThere is what an issuer says of sessions of its own that are over.
type EndedThere struct {
	Issuer, Subject, SID string    // of Subject and SID one may be empty
	Before               time.Time // what began later is none of them
}

// EndIssued ends the sessions here that were begun by those of an issuer that are over, and says how many. Of a session whose issuer named no id the subject alone counts.
func (s *Service) EndIssued(ctx context.Context, e EndedThere) (ended int, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `DELETE FROM outrider.session_issuer i USING outrider.session s
			WHERE s.id = i.session_id AND i.issuer = $1 AND s.created_at <= $4 AND (i.subject = $2 OR $2 = '') AND (i.sid = $3 OR $3 = '' OR i.sid = '' AND $2 <> '')
			RETURNING i.session_id::text`, e.Issuer, e.Subject, e.SID, e.Before)
		if err != nil {
			return fmt.Errorf("find sessions that an issuer ended: %w", err)
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("find sessions that an issuer ended: %w", err)
		}
		for _, id := range ids {
			s.noteOwner(ctx, tx, id)
			if err := s.end(ctx, tx, id, "issuer"); err != nil {
				return err
			}
		}
		ended = len(ids)
		return nil
	})
	if err == nil && ended > 0 {
		s.changed()
	}
	return ended, err
}
