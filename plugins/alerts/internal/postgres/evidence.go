package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/sdk/store"
)

// PutEvidence keeps a fileset unless a newer word of it is there, and reports whether an alert shows something else now. The alert is known before:
// its own transaction asked for the files.
func (s *Store) PutEvidence(ctx context.Context, orgID string, f evidence.Fileset) (changed bool, err error) {
	files, err := json.Marshal(f.Files)
	if err != nil {
		return false, fmt.Errorf("keep the evidence of alert %s: %w", f.AlertID, err)
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		written, err := store.Exec(tx, `
			INSERT INTO alerts.evidence AS e (org_id, alert_id, fileset_request_id, status, progress, files, deleted, sequence) VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?)
			ON CONFLICT (org_id, alert_id) DO UPDATE SET fileset_request_id = excluded.fileset_request_id, status = excluded.status, progress = excluded.progress,
				files = excluded.files, deleted = excluded.deleted, sequence = excluded.sequence
			WHERE e.sequence < excluded.sequence`,
			orgID, f.AlertID, f.FilesetRequestID, f.Status, f.Progress, string(files), f.Deleted, int64(f.Sequence)) // a stream never grows so long
		if changed = written == 1; err != nil || !changed {
			return err
		}
		id, status := f.FilesetRequestID, f.Status
		if f.Deleted {
			id, status = "", ""
		}
		_, err = store.Exec(tx, `UPDATE alerts.alert SET fileset_request_id = ?, evidence_status = ? WHERE org_id = ? AND id = ? AND (fileset_request_id, evidence_status) IS DISTINCT FROM (?, ?)`,
			id, status, orgID, f.AlertID, id, status)
		return err
	})
	return changed, wrap(err, "keep the evidence of alert "+f.AlertID)
}

// Evidence is what is known of the evidence of an alert of an organisation; false if there was never any, or it was deleted. Whether the caller may see
// the alert is asked before.
func (s *Store) Evidence(ctx context.Context, orgID, alertID string) (f evidence.Fileset, found bool, err error) {
	type row struct {
		FilesetRequestID, Status string
		Progress                 int
		Files                    []byte
	}
	var rows []row
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		rows, err = store.Rows[row](tx, `SELECT fileset_request_id, status, progress, files FROM alerts.evidence WHERE org_id = ? AND alert_id = ? AND NOT deleted`, orgID, alertID)
		return err
	})
	if err != nil || len(rows) == 0 {
		return f, false, wrap(err, "read the evidence of alert "+alertID)
	}
	f = evidence.Fileset{AlertID: alertID, FilesetRequestID: rows[0].FilesetRequestID, Status: rows[0].Status, Progress: rows[0].Progress}
	return f, true, wrap(json.Unmarshal(rows[0].Files, &f.Files), "read the evidence of alert "+alertID)
}
