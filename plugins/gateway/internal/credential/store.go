package credential

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Devices is the read model of who may connect.
type Devices struct{ db *store.DB }

var _ Store = (*Devices)(nil)

// NewDevices keeps devices in db.
func NewDevices(db *store.DB) *Devices { return &Devices{db} }

// Put stores what an event says of a device unless newer is stored. It works for the whole plugin, since a device signs in before
// anybody knows its organisation.
func (s *Devices) Put(ctx context.Context, e events.Event[events.DeviceChanged], d Device) error {
	const upsert = `INSERT INTO gateway.device AS d (org_id, device_id, vehicle_id, model, key_sha256, disabled, deleted, control, sequence)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, device_id) DO UPDATE SET vehicle_id = excluded.vehicle_id, model = excluded.model,
			key_sha256 = excluded.key_sha256, disabled = excluded.disabled, deleted = excluded.deleted, control = excluded.control, sequence = excluded.sequence
		WHERE (d.control, d.sequence) < (excluded.control, excluded.sequence)`
	err := s.db.InAll(ctx, func(tx *gorm.DB) error {
		if first, err := events.Once(tx, e); err != nil || !first {
			return err
		}
		_, err := store.Exec(tx, upsert, d.OrgID, d.ID, d.VehicleID, d.Model, d.KeySHA256, d.Disabled, d.Deleted, int64(d.Control), int64(d.Sequence))
		return err
	})
	if err != nil {
		return fmt.Errorf("store device %s: %w", d.ID, err)
	}
	return nil
}

// Since returns what changed after a position in either stream, oldest first; everything after none.
func (s *Devices) Since(ctx context.Context, p Position) ([]Device, error) {
	var devices []Device
	err := s.db.InAll(ctx, func(tx *gorm.DB) (err error) {
		devices, err = store.Rows[Device](tx, `SELECT org_id, device_id AS id, vehicle_id, model, key_sha256, disabled, deleted, control, sequence
			FROM gateway.device WHERE control > ? OR sequence > ? ORDER BY control, sequence`, int64(p.Control), int64(p.Sequence))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read devices since %d and %d: %w", p.Control, p.Sequence, err)
	}
	return devices, nil
}
