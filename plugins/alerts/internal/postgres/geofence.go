package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
)

// Cross keeps the alert of what happened at a geofence. One that is there already takes on how it ended, once: the highest speed and the end.
func (s *Store) Cross(ctx context.Context, orgID string, a alert.Alert) (created, updated bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		created, updated = false, false
		if created, err = s.Insert(tx, orgID, a); err != nil || created || a.DurationMs == nil {
			return err
		}
		done := tx.Exec(`UPDATE alerts.alert SET duration_ms = ?, details = ?::jsonb, speed_kmh = coalesce(greatest(speed_kmh, ?::double precision), speed_kmh)
			WHERE org_id = ? AND id = ? AND duration_ms IS NULL`, *a.DurationMs, string(a.Details), a.SpeedKmh, orgID, a.ID)
		updated = done.RowsAffected == 1
		return done.Error
	})
	return created, updated, wrap(err, "keep what happened at a geofence")
}
