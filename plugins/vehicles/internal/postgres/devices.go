package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

type deviceRow struct {
	DeviceID   string
	Model      string
	KeySHA256  string `gorm:"column:key_sha256"`
	Disabled   bool
	Firmware   string
	Components []byte
	Faults     []byte
	Configs    []byte
	StatusMs   int64
	VehicleID  string
	IsDefault  bool
	Deleted    bool
}

func (r deviceRow) device() (vehicle.Device, error) {
	d := vehicle.Device{
		ID: r.DeviceID, Model: r.Model, KeySHA256: r.KeySHA256, Disabled: r.Disabled, Firmware: r.Firmware, Configs: json.RawMessage(r.Configs),
		StatusMs: r.StatusMs, VehicleID: r.VehicleID, IsDefault: r.IsDefault,
	}
	if err := json.Unmarshal(r.Components, &d.Components); err != nil {
		return d, fmt.Errorf("components of device %s: %w", r.DeviceID, err)
	}
	if err := json.Unmarshal(r.Faults, &d.Faults); err != nil {
		return d, fmt.Errorf("faults of device %s: %w", r.DeviceID, err)
	}
	return d, nil
}

const selectDevice = `
SELECT d.device_id, d.model, d.key_sha256, d.disabled, d.firmware, d.components, d.faults, d.configs, d.status_ms,
	coalesce(a.vehicle_id, '') AS vehicle_id, coalesce(a.is_default, false) AS is_default, d.deleted_at IS NOT NULL AS deleted
FROM vehicles.device d
LEFT JOIN vehicles.assignment a ON a.org_id = d.org_id AND a.device_id = d.device_id AND a.to_ms IS NULL
LEFT JOIN vehicles.vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
LEFT JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE d.org_id = ? `

// visibleDevice is visible for devices: one that is fitted follows its vehicle, one that is not is seen by everybody who
// sees a subtree, since spare devices belong to the organisation.
func visibleDevice(scope vehicle.Scope) (string, []any) {
	condition, args := visible(scope)
	if scope.Path != "" {
		condition = "(a.vehicle_id IS NULL OR " + condition + ")"
	}
	return condition, args
}

// Devices returns the devices in scope by id.
func (s *Store) Devices(ctx context.Context, orgID string, scope vehicle.Scope) (list []vehicle.Device, err error) {
	condition, args := visibleDevice(scope)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := rows[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` ORDER BY d.device_id`, append([]any{orgID}, args...)...)
		if err != nil {
			return err
		}
		list, err = devicesOf(found)
		return err
	})
	return list, wrap(err, "list devices")
}

// Device returns one device; vehicle.ErrNotFound when it is not in scope.
func (s *Store) Device(ctx context.Context, orgID string, scope vehicle.Scope, id string) (d vehicle.Device, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		d, err = deviceByID(tx, orgID, scope, id)
		return err
	})
	return d, wrap(err, "find device %s", id)
}

func deviceByID(tx *gorm.DB, orgID string, scope vehicle.Scope, id string) (vehicle.Device, error) {
	condition, args := visibleDevice(scope)
	found, err := row[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` AND d.device_id = ?`, append(append([]any{orgID}, args...), id)...)
	if err != nil {
		return vehicle.Device{}, err
	}
	return found.device()
}

func devicesOf(found []deviceRow) ([]vehicle.Device, error) {
	list := make([]vehicle.Device, len(found))
	for i, r := range found {
		d, err := r.device()
		if err != nil {
			return nil, err
		}
		list[i] = d
	}
	return list, nil
}

// AddDevice adds a device, or brings one back that was deleted, with a new key. vehicle.ErrDeviceTaken when the id lives in the organisation; what
// others call theirs is nobody's business here.
func (s *Store) AddDevice(ctx context.Context, orgID string, d vehicle.Device) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		n, err := exec(tx, `
			INSERT INTO vehicles.device AS d (org_id, device_id, model, key_sha256) VALUES (?, ?, ?, ?)
			ON CONFLICT (org_id, device_id) DO UPDATE
			SET model = excluded.model, key_sha256 = excluded.key_sha256, disabled = false, deleted_at = NULL
			WHERE d.deleted_at IS NOT NULL`, orgID, d.ID, d.Model, d.KeySHA256)
		if err != nil {
			return err
		}
		if n == 0 {
			return vehicle.ErrDeviceTaken
		}
		return tellDevice(tx, orgID, d.ID)
	})
	return wrap(err, "add device %s", d.ID)
}

// ChangeDevice lets change edit the model, key and disabled flag of a device in scope.
func (s *Store) ChangeDevice(ctx context.Context, orgID string, scope vehicle.Scope, id string, change func(*vehicle.Device)) (d vehicle.Device, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := lockDevice(tx, orgID, id); err != nil {
			return err
		}
		if d, err = deviceByID(tx, orgID, scope, id); err != nil {
			return err
		}
		change(&d)
		_, err := exec(tx, `UPDATE vehicles.device SET model = ?, key_sha256 = ?, disabled = ? WHERE org_id = ? AND device_id = ?`,
			d.Model, d.KeySHA256, d.Disabled, orgID, id)
		if err != nil {
			return err
		}
		return tellDevice(tx, orgID, id)
	})
	return d, wrap(err, "change device %s", id)
}

// RemoveDevice marks a device in scope as deleted and takes it off its vehicle; its history stays.
func (s *Store) RemoveDevice(ctx context.Context, orgID string, scope vehicle.Scope, id string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		d, err := deviceByID(tx, orgID, scope, id)
		if err != nil {
			return err
		}
		if err := lockFor(tx, orgID, id, d.VehicleID); err != nil {
			return err
		}
		if d.VehicleID != "" {
			if err := s.close(tx, orgID, d.VehicleID, id, s.nowMs()); err != nil {
				return err
			}
		}
		if _, err := exec(tx, `UPDATE vehicles.device SET deleted_at = ? WHERE org_id = ? AND device_id = ?`, s.now(), orgID, id); err != nil {
			return err
		}
		if _, err := exec(tx, `DELETE FROM vehicles.presence WHERE org_id = ? AND device_id = ?`, orgID, id); err != nil {
			return err
		}
		return tellDevice(tx, orgID, id)
	})
	return wrap(err, "remove device %s", id)
}

// lockDevice holds a living device until the transaction ends and returns its number.
func lockDevice(tx *gorm.DB, orgID, id string) (number int64, err error) {
	return row[int64](tx, `SELECT number FROM vehicles.device WHERE org_id = ? AND device_id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, id)
}

// tellDevice says the new state of a device, in the transaction that changes it.
func tellDevice(tx *gorm.DB, orgID, id string) error {
	r, err := row[deviceRow](tx, selectDevice+`AND d.device_id = ?`, orgID, id)
	if err != nil {
		return err
	}
	history, err := historyOf(tx, orgID, id)
	if err != nil {
		return err
	}
	changed := events.DeviceChanged{
		ID: id, VehicleID: r.VehicleID, KeySHA256: r.KeySHA256, Model: r.Model, Disabled: r.Disabled, Deleted: r.Deleted, Assignments: history,
	}
	if err := events.Publish(tx, orgID, subjectControl, changed); err != nil {
		return err
	}
	return events.Publish(tx, orgID, subjectDevice, changed)
}

// tellFitted says the new state of a device, and of those that are on the same vehicles: which of them is the default one may have changed.
func tellFitted(tx *gorm.DB, orgID, deviceID string, vehicleIDs ...string) error {
	others, err := rows[string](tx, `
		SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ANY(?) AND to_ms IS NULL AND device_id <> ? ORDER BY device_id`,
		orgID, pointer(vehicleIDs), deviceID)
	if err != nil {
		return err
	}
	for _, id := range append([]string{deviceID}, others...) {
		if err := tellDevice(tx, orgID, id); err != nil {
			return err
		}
	}
	return nil
}
