package fileset

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Expired lists files that are older than their organisation keeps their type, at most limit. Those of a fileset that is still being
// fetched stay until it is done or given up.
func (s *Store) Expired(ctx context.Context, now time.Time, usual int, limit int) (found []Old, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Old](tx, `SELECT f.org_id, f.fileset_id, f.id FROM footage.file f
			JOIN footage.fileset s ON s.org_id = f.org_id AND s.id = f.fileset_id
			LEFT JOIN footage.policy p ON p.org_id = f.org_id
			WHERE f.status IN ('success', 'canceled')
				AND s.created_at < ?::timestamptz - make_interval(days => coalesce((p.retention_days->>f.file_type)::int, ?::int))
			ORDER BY s.created_at, f.id LIMIT ?`, now, usual, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list expired files: %w", err)
	}
	return found, nil
}

// Drop forgets files whose bytes are gone; a fileset goes with its last file.
func (s *Store) Drop(ctx context.Context, old Old) (changed []Fileset, err error) {
	err = s.db.InOrg(ctx, old.OrgID, func(tx *gorm.DB) error {
		before, err := s.read(tx, old.OrgID, `s.id = ?`, old.FilesetID)
		if err != nil || len(before) == 0 {
			return err
		}
		if _, err := store.Exec(tx, `DELETE FROM footage.file WHERE org_id = ? AND id = ?`, old.OrgID, old.ID); err != nil {
			return err
		}
		gone, err := store.Exec(tx, `DELETE FROM footage.fileset s WHERE s.org_id = ? AND s.id = ?
			AND NOT EXISTS (SELECT FROM footage.file f WHERE f.org_id = s.org_id AND f.fileset_id = s.id)`, old.OrgID, old.FilesetID)
		if err != nil {
			return err
		}
		if gone > 0 {
			return tell(tx, before[0], true)
		}
		if changed, err = s.read(tx, old.OrgID, `s.id = ?`, old.FilesetID); err != nil || len(changed) == 0 {
			return err
		}
		return tell(tx, changed[0], false)
	})
	if err != nil {
		return nil, fmt.Errorf("drop file %s: %w", old.ID, err)
	}
	return changed, nil
}

// Expects reports whether a file may still come, or is there and good: anything else that a device brings is nobody's.
func (s *Store) Expects(ctx context.Context, orgID, deviceID, fileID string) (expected bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		expected, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM footage.file WHERE org_id = ? AND device_id = ? AND id = ? AND status <> 'canceled')`, orgID, deviceID, fileID)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("look whether file %s is expected: %w", fileID, err)
	}
	return expected, nil
}

// Cancel ends what of a fileset is under way, with a reason, and returns the fileset as it is then.
func (s *Store) Cancel(ctx context.Context, orgID, id, reason string) (changed []Fileset, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := end(tx, true, `org_id = ? AND fileset_id = ?`, orgID, id); err != nil {
			return err
		}
		ended, err := store.Exec(tx, `UPDATE footage.file SET status = 'canceled', reason = ? WHERE org_id = ? AND fileset_id = ? AND status NOT IN ('success', 'canceled')`, reason, orgID, id)
		if err != nil {
			return err
		}
		if changed, err = s.read(tx, orgID, `s.id = ?`, id); err != nil || len(changed) == 0 || ended == 0 {
			return err
		}
		return tell(tx, changed[0], false)
	})
	if err != nil {
		return nil, fmt.Errorf("cancel fileset %s: %w", id, err)
	}
	return changed, nil
}
