package fileset

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Due takes files for which something is to be done now, and puts them off, so that no other process takes them too.
func (s *Store) Due(ctx context.Context, now time.Time, putOff time.Duration, limit int) (due []Due, err error) {
	type row struct {
		OrgID, ID, FilesetID, DeviceID, Type, Status string
		Channel                                      int
		StartMs, DurationMs, Size                    int64
		CreatedAt                                    time.Time
		DeviceSha256                                 string
		Rewrite                                      []byte
	}
	var rows []row
	err = s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[row](tx, `UPDATE footage.file f SET due_at = ?
			FROM (SELECT org_id, id FROM footage.file WHERE due_at <= ? AND status NOT IN ('success', 'canceled') ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED) d,
				footage.fileset s
			WHERE f.org_id = d.org_id AND f.id = d.id AND s.org_id = f.org_id AND s.id = f.fileset_id
			RETURNING f.org_id, f.id, f.fileset_id, f.device_id, f.file_type AS type, f.channel, f.start_ms, f.duration_ms, f.status, f.size, s.created_at,
				f.device_sha256, f.rewrite`,
			now.Add(putOff), now, limit)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find what is due: %w", err)
	}
	due = make([]Due, len(rows))
	for i, r := range rows {
		due[i] = Due{
			OrgID: r.OrgID, ID: r.ID, FilesetID: r.FilesetID, DeviceID: r.DeviceID, Type: r.Type, Status: r.Status, Channel: r.Channel,
			StartMs: r.StartMs, DurationMs: r.DurationMs, Size: r.Size, CreatedAt: r.CreatedAt, DeviceSHA256: r.DeviceSha256,
		}
		if due[i].Rewrite, err = moveOf(r.Rewrite); err != nil {
			return nil, fmt.Errorf("find what is due: %w", err)
		}
	}
	return due, nil
}

// waiting is the condition that a file has not come yet.
const waiting = ` AND status IN ('created', 'accepted', 'in_progress')`

// Asking notes which command is about to ask for a file, whose answers may come before the command is known to be sent; false: it has come meanwhile.
func (s *Store) Asking(ctx context.Context, orgID, id, command string) (still bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		noted, err := store.Exec(tx, `UPDATE footage.file SET asked = ? WHERE org_id = ? AND id = ?`+waiting, command, orgID, id)
		still = noted == 1
		return err
	})
	if err != nil {
		return false, fmt.Errorf("note that file %s is asked for: %w", id, err)
	}
	return still, nil
}

// Asked notes that a command is on its way, and when its file is to be asked for again, unless that has come, or another command asks for it.
func (s *Store) Asked(ctx context.Context, orgID, id, command string, again time.Time) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE footage.file SET due_at = greatest(due_at, ?) WHERE org_id = ? AND id = ? AND asked = ?`+waiting, again, orgID, id, command)
		return err
	})
	if err != nil {
		return fmt.Errorf("note that file %s was asked for: %w", id, err)
	}
	return nil
}

// Again has a file due at a time, if it is not earlier.
func (s *Store) Again(ctx context.Context, orgID, id string, at time.Time) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE footage.file SET due_at = least(due_at, ?) WHERE org_id = ? AND id = ?`, at, orgID, id)
		return err
	})
	if err != nil {
		return fmt.Errorf("have file %s due again: %w", id, err)
	}
	return nil
}

// forward is the condition that a status is later than the present one; a final one stays. Progress within a status may grow.
const forward = ` AND status NOT IN ('success', 'canceled')
	AND array_position(ARRAY['created', 'accepted', 'in_progress', 'complete', 'success', 'canceled'], ?::text)
	 >= array_position(ARRAY['created', 'accepted', 'in_progress', 'complete', 'success', 'canceled'], status)`

// Move brings files forward, and tells of it; what would go back is left. It returns the filesets that changed.
func (s *Store) Move(ctx context.Context, which FileRef, to Change) (changed []Fileset, err error) {
	err = s.db.InOrg(ctx, which.OrgID, func(tx *gorm.DB) error {
		if to.Status == Canceled { // what the device itself says it need not be told
			if err := end(tx, which.Command == "", `org_id = ? AND device_id = ? AND (id = ? OR (asked = ? AND asked <> ''))`, which.OrgID, which.DeviceID, which.FileID, which.Command); err != nil {
				return err
			}
		}
		changed, err = s.move(tx, which, to)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("bring a file forward to %s: %w", to.Status, err)
	}
	return changed, nil
}

func (s *Store) move(tx *gorm.DB, which FileRef, to Change) (changed []Fileset, err error) {
	var ids []string
	statement := `UPDATE footage.file SET status = ?, progress = greatest(progress, ?), reason = ?,
		size = CASE WHEN ?::bigint > 0 THEN ?::bigint ELSE size END, thumbnail = thumbnail OR ?::bigint > 0, thumbnail_size = greatest(thumbnail_size, ?::bigint),
		device_size = CASE WHEN ?::boolean AND device_sha256 = '' THEN ?::bigint ELSE device_size END,
		device_sha256 = CASE WHEN ?::boolean AND device_sha256 = '' THEN ?::text ELSE device_sha256 END,
		sha256 = coalesce(nullif(?::text, ''), sha256), due_at = CASE WHEN ?::boolean THEN ?::timestamptz ELSE greatest(due_at, ?::timestamptz) END
		WHERE org_id = ? AND device_id = ? AND (id = ? OR (asked = ? AND asked <> ''))` + forward + `
		AND (status <> ? OR progress < ?) RETURNING fileset_id`
	ids, err = store.Rows[string](tx, statement, string(to.Status), to.Progress, to.Reason, to.Size, to.Size, to.Thumbnail, to.Thumbnail,
		to.Status == Complete, to.Size, to.Status == Complete, to.SHA256, to.SHA256, to.Status == Complete, to.Due, to.Due, which.OrgID, which.DeviceID, which.FileID, which.Command, string(to.Status), string(to.Status), to.Progress)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	if changed, err = s.read(tx, which.OrgID, `s.id = ANY(?)`, &ids); err != nil {
		return nil, err
	}
	for _, f := range changed {
		if err := tell(tx, f, false); err != nil {
			return nil, err
		}
	}
	return changed, nil
}
