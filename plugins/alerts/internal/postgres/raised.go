package postgres

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/sdk/store"
)

// Raise keeps an alert that another plugin raised. One that is there already takes on how it ended, once: the highest speed and the end.
func (s *Store) Raise(ctx context.Context, orgID string, a alert.Alert) (created, updated bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		created, updated = false, false
		if a.Withdrawn {
			updated, err = withdraw(tx, orgID, a.ID, true)
			return err
		}
		if created, err = s.Insert(tx, orgID, a); err != nil {
			return err
		}
		if err := putShape(tx, orgID, a); err != nil || created {
			return err
		}
		if updated, err = withdraw(tx, orgID, a.ID, false); err != nil || a.DurationMs == nil {
			return err
		}
		ended, err := store.Exec(tx, `UPDATE alerts.alert SET duration_ms = ?, details = ?::jsonb, speed_kmh = coalesce(greatest(speed_kmh, ?::double precision), speed_kmh)
			WHERE org_id = ? AND id = ? AND duration_ms IS NULL`, *a.DurationMs, string(a.Details), a.SpeedKmh, orgID, a.ID)
		updated = updated || ended == 1
		return err
	})
	return created, updated, wrap(err, "keep a raised alert")
}

// withdraw takes an alert back, or has it be one again that was taken back: it is archived, and says why. It reports whether that changed anything.
func withdraw(tx *gorm.DB, orgID, id string, back bool) (changed bool, err error) {
	written, err := store.Exec(tx, `UPDATE alerts.alert SET archived = ?, details = CASE WHEN ? THEN details || '{"withdrawn": true}' ELSE details - 'withdrawn' END
		WHERE org_id = ? AND id = ?::uuid AND coalesce((details->>'withdrawn')::boolean, false) <> ?`, back, back, orgID, id, back)
	return written == 1, err
}

// putShape keeps the shape of what an alert is about, the first that was said; an alert that nobody wanted has none.
func putShape(tx *gorm.DB, orgID string, a alert.Alert) error {
	if len(a.Shape) == 0 {
		return nil
	}
	_, err := store.Exec(tx, `INSERT INTO alerts.geofence_shape (org_id, alert_id, shape) SELECT a.org_id, a.id, ?::jsonb FROM alerts.alert a WHERE a.org_id = ? AND a.id = ?::uuid
		ON CONFLICT DO NOTHING`, string(a.Shape), orgID, a.ID)
	return err
}

// Shape is that of what an alert of an organisation is about, nil for one that is not known. Whether the caller may see the alert is asked before.
func (s *Store) Shape(ctx context.Context, orgID, alertID string) (json.RawMessage, error) {
	var found []json.RawMessage
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[json.RawMessage](tx, `SELECT shape FROM alerts.geofence_shape WHERE org_id = ? AND alert_id = ?::uuid`, orgID, alertID)
		return err
	})
	if err != nil || len(found) == 0 {
		return nil, wrap(err, "read the shape of alert "+alertID)
	}
	return found[0], nil
}
