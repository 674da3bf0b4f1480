package command

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// keep makes a setting the one that its device is to have, unless a newer one is there. The version that is there begins anew if it was answered
// before: whoever sends it again has not heard the answer.
func keep(tx *gorm.DB, c Command) error {
	_, err := store.Exec(tx, `INSERT INTO gateway.setting AS old (org_id, device_id, type, version, id, data) VALUES (?, ?, ?, ?, ?, ?::jsonb)
		ON CONFLICT (org_id, device_id, type) DO UPDATE SET version = excluded.version, id = excluded.id, data = excluded.data, settled = false, delivered_at = NULL
		WHERE old.version < excluded.version OR (old.version = excluded.version AND old.settled)`,
		c.OrgID, c.DeviceID, c.Type, c.Version, c.ID, textOf(c.Data))
	return err
}

// delivered notes that a device has acknowledged a setting; false: it is no setting, or not the newest version.
func delivered(tx *gorm.DB, c Command, now time.Time) (bool, error) {
	changed, err := store.Exec(tx, `UPDATE gateway.setting SET delivered_at = ? WHERE org_id = ? AND device_id = ? AND id = ? AND NOT settled`,
		now, c.OrgID, c.DeviceID, c.ID)
	return changed > 0, err
}

// Answered notes that a device has answered a setting with done or failed: it is not sent any more.
func (s *Commands) Answered(ctx context.Context, c Command) error {
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `UPDATE gateway.setting SET settled = true WHERE org_id = ? AND device_id = ? AND id = ? AND NOT settled`, c.OrgID, c.DeviceID, c.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("note that device %s has answered setting %s: %w", c.DeviceID, c.ID, err)
	}
	return nil
}

// forgetDeleted removes the settings of devices that are deleted.
func forgetDeleted(tx *gorm.DB) error {
	_, err := store.Exec(tx, `DELETE FROM gateway.setting s USING gateway.device d
		WHERE d.deleted AND d.org_id = s.org_id AND d.device_id = s.device_id`)
	return err
}
