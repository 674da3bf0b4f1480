package device

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

const (
	// subjectDevice is the event of a device that changed.
	subjectDevice = "event.vehicles.device"
	// subjectControl says the same to who lets devices in: it waits behind nothing else.
	subjectControl = "control.vehicles.device"
)

// Store keeps devices and what they are fitted to.
type Store struct {
	db      store.Transactor
	now     func() time.Time
	removed Removed
}

// Removed does what follows, for another noun, from the removal of a device, in its transaction.
type Removed func(tx *gorm.DB, orgID, deviceID string) error

// NewStore keeps devices in db.
func NewStore(db store.Transactor, now func() time.Time, removed Removed) *Store {
	return &Store{db: db, now: now, removed: removed}
}

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

func (r deviceRow) device() (Device, error) {
	d := Device{
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

// visibleDevice is Scope.Vehicles for devices: one that is fitted follows its vehicle, one that is not is seen by everybody who
// sees a subtree, since spare devices belong to the organisation.
func visibleDevice(visible scope.Scope) (string, []any) {
	condition, args := visible.Vehicles()
	if visible.Path != "" {
		condition = "(a.vehicle_id IS NULL OR " + condition + ")"
	}
	return condition, args
}

// Devices returns the devices in visible by id.
func (s *Store) Devices(ctx context.Context, orgID string, visible scope.Scope) (list []Device, err error) {
	condition, args := visibleDevice(visible)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` ORDER BY d.device_id`, append([]any{orgID}, args...)...)
		if err != nil {
			return err
		}
		list, err = devicesOf(found)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list devices: %w", err)
	}
	return list, nil
}

// Device returns one device; store.ErrNoRow when it is not in visible.
func (s *Store) Device(ctx context.Context, orgID string, visible scope.Scope, id string) (d Device, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		d, err = deviceByID(tx, orgID, visible, id)
		return err
	})
	if err != nil {
		return d, fmt.Errorf("find device %s: %w", id, err)
	}
	return d, nil
}

func deviceByID(tx *gorm.DB, orgID string, visible scope.Scope, id string) (Device, error) {
	condition, args := visibleDevice(visible)
	found, err := store.One[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` AND d.device_id = ?`, append(append([]any{orgID}, args...), id)...)
	if err != nil {
		return Device{}, err
	}
	return found.device()
}

func devicesOf(found []deviceRow) ([]Device, error) {
	list := make([]Device, len(found))
	for i, r := range found {
		d, err := r.device()
		if err != nil {
			return nil, err
		}
		list[i] = d
	}
	return list, nil
}

// AddDevice adds a device, or brings one back that was deleted, with a new key. ErrTaken when the id lives in the organisation; what
// others call theirs is nobody's business here.
func (s *Store) AddDevice(ctx context.Context, orgID string, d Device) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		n, err := store.Exec(tx, `
			INSERT INTO vehicles.device AS d (org_id, device_id, model, key_sha256) VALUES (?, ?, ?, ?)
			ON CONFLICT (org_id, device_id) DO UPDATE
			SET model = excluded.model, key_sha256 = excluded.key_sha256, disabled = false, deleted_at = NULL
			WHERE d.deleted_at IS NOT NULL`, orgID, d.ID, d.Model, d.KeySHA256)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrTaken
		}
		return tellDevice(tx, orgID, d.ID)
	})
	if err != nil {
		return fmt.Errorf("add device %s: %w", d.ID, err)
	}
	return nil
}

// ChangeDevice lets change edit the model, key and disabled flag of a device in visible.
func (s *Store) ChangeDevice(ctx context.Context, orgID string, visible scope.Scope, id string, change func(*Device)) (d Device, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := lockDevice(tx, orgID, id); err != nil {
			return err
		}
		if d, err = deviceByID(tx, orgID, visible, id); err != nil {
			return err
		}
		change(&d)
		_, err := store.Exec(tx, `UPDATE vehicles.device SET model = ?, key_sha256 = ?, disabled = ? WHERE org_id = ? AND device_id = ?`,
			d.Model, d.KeySHA256, d.Disabled, orgID, id)
		if err != nil {
			return err
		}
		return tellDevice(tx, orgID, id)
	})
	if err != nil {
		return d, fmt.Errorf("change device %s: %w", id, err)
	}
	return d, nil
}

// RemoveDevice marks a device in visible as deleted and takes it off its vehicle; its history stays.
func (s *Store) RemoveDevice(ctx context.Context, orgID string, visible scope.Scope, id string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		d, err := deviceByID(tx, orgID, visible, id)
		if err != nil {
			return err
		}
		if err := lockFor(tx, orgID, id, d.VehicleID); err != nil {
			return err
		}
		if d.VehicleID != "" {
			if err := closeFitting(tx, orgID, d.VehicleID, id, s.now().UnixMilli()); err != nil {
				return err
			}
		}
		if _, err := store.Exec(tx, `UPDATE vehicles.device SET deleted_at = ? WHERE org_id = ? AND device_id = ?`, s.now(), orgID, id); err != nil {
			return err
		}
		if err := s.removed(tx, orgID, id); err != nil {
			return err
		}
		return tellDevice(tx, orgID, id)
	})
	if err != nil {
		return fmt.Errorf("remove device %s: %w", id, err)
	}
	return nil
}

// lockDevice holds a living device until the transaction ends and returns its number.
func lockDevice(tx *gorm.DB, orgID, id string) (number int64, err error) {
	return store.One[int64](tx, `SELECT number FROM vehicles.device WHERE org_id = ? AND device_id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, id)
}

// tellDevice says the new state of a device, in the transaction that changes it.
func tellDevice(tx *gorm.DB, orgID, id string) error {
	r, err := store.One[deviceRow](tx, selectDevice+`AND d.device_id = ?`, orgID, id)
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
	others, err := store.Rows[string](tx, `
		SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ANY(?) AND to_ms IS NULL AND device_id <> ? ORDER BY device_id`,
		orgID, store.List(vehicleIDs), deviceID)
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

// SeenDevice reports whether there is, or ever was, a device with an id, and whether it was ever fitted to a vehicle.
func (s *Store) SeenDevice(ctx context.Context, orgID, id string) (seen, fitted bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if seen, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.device WHERE org_id = ? AND device_id = ?)`, orgID, id); err != nil {
			return err
		}
		fitted, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.assignment WHERE org_id = ? AND device_id = ?)`, orgID, id)
		return err
	})
	if err != nil {
		return seen, fitted, fmt.Errorf("look for device %s: %w", id, err)
	}
	return seen, fitted, nil
}
