package fileset

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/footage/internal/faststart"
	"outrider.dev/sdk/store"
)

// end keeps that files will not come any more, those of a condition that have not come yet: their links are to end, and their devices are to be told if tell
// says so and they were asked. It belongs into the transaction that cancels or deletes them, before that.
func end(tx *gorm.DB, tell bool, condition string, args ...any) error {
	_, err := store.Exec(tx, `INSERT INTO footage.ended (org_id, file_id, fileset_id, device_id, tell)
		SELECT org_id, id, fileset_id, device_id, ?::boolean AND asked <> '' AND status <> 'complete' FROM footage.file
		WHERE `+condition+` AND status NOT IN ('success', 'canceled') ON CONFLICT DO NOTHING`, append([]any{tell}, args...)...)
	return err
}

// Ended takes files that nobody wants any more, and puts them off, so that no other process takes them too.
func (s *Store) Ended(ctx context.Context, now time.Time, putOff time.Duration, limit int) (ended []Ended, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		ended, err = store.Rows[Ended](tx, `UPDATE footage.ended e SET due_at = ?
			FROM (SELECT org_id, file_id FROM footage.ended WHERE due_at <= ? ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED) d
			WHERE e.org_id = d.org_id AND e.file_id = d.file_id RETURNING e.org_id, e.file_id, e.fileset_id, e.device_id, e.tell`,
			now.Add(putOff), now, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find what nobody wants: %w", err)
	}
	return ended, nil
}

// Settled forgets a file that nobody wants.
func (s *Store) Settled(ctx context.Context, e Ended) error {
	err := s.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `DELETE FROM footage.ended WHERE org_id = ? AND file_id = ?`, e.OrgID, e.FileID)
		return err
	})
	if err != nil {
		return fmt.Errorf("forget file %s, which nobody wants: %w", e.FileID, err)
	}
	return nil
}

// Rewriting notes what is about to be done to a file's bytes.
func (s *Store) Rewriting(ctx context.Context, orgID, id string, m faststart.Move) error {
	raw, err := json.Marshal(m)
	if err == nil {
		err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			_, err := store.Exec(tx, `UPDATE footage.file SET rewrite = ?::jsonb WHERE org_id = ? AND id = ?`, string(raw), orgID, id)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("note what is done to file %s: %w", id, err)
	}
	return nil
}

func moveOf(raw []byte) (*faststart.Move, error) {
	if raw == nil {
		return nil, nil
	}
	m := &faststart.Move{}
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, fmt.Errorf("read what was done to a file: %w", err)
	}
	return m, nil
}
