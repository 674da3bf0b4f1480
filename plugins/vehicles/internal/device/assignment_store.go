package device

import (
	"context"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Assignment is a time that a device was, or is, fitted to a vehicle.
type Assignment struct {
	DeviceID  string
	VehicleID string
	FromMs    int64
	ToMs      *int64 // nil: still
	IsDefault bool
}

// Assign fits a device in visible to a vehicle in visible from a time on, taking it off the vehicle that it was on. The first
// device of a vehicle is its default one. ErrFitted when the device was elsewhere after that time.
func (s *Store) Assign(ctx context.Context, orgID string, visible scope.Scope, vehicleID, deviceID string, fromMs int64, isDefault bool) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		d, err := deviceByID(tx, orgID, visible, deviceID)
		if err != nil {
			return err
		}
		if err := lockFor(tx, orgID, deviceID, vehicleID, d.VehicleID); err != nil {
			return err
		}
		if d.VehicleID != vehicleID {
			err = fit(tx, orgID, d.VehicleID, vehicleID, deviceID, fromMs)
		}
		if err == nil {
			err = settleDefault(tx, orgID, vehicleID, deviceID, isDefault)
		}
		if err != nil {
			return err
		}
		return tellFitted(tx, orgID, deviceID, vehicleID, d.VehicleID)
	})
	if err != nil {
		return fmt.Errorf("fit device %s to vehicle %s: %w", deviceID, vehicleID, err)
	}
	return nil
}

// fit moves a device from the vehicle that it is on, if any, to another.
func fit(tx *gorm.DB, orgID, oldVehicle, vehicleID, deviceID string, fromMs int64) error {
	if oldVehicle != "" {
		if err := closeFitting(tx, orgID, oldVehicle, deviceID, fromMs); err != nil {
			return err
		}
	}
	number, err := lockDevice(tx, orgID, deviceID)
	if err != nil {
		return err
	}
	_, err = store.Exec(tx, `INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms) VALUES (?, ?, ?, ?, ?)`,
		orgID, deviceID, number, vehicleID, fromMs)
	if store.Violates(err, "assignment_one_vehicle") || store.Violates(err, "assignment_pkey") || store.Violates(err, "assignment_open") {
		return ErrFitted
	}
	return err
}

// settleDefault makes the device the vehicle's default one if it is asked for or if there is none.
func settleDefault(tx *gorm.DB, orgID, vehicleID, deviceID string, wanted bool) error {
	if !wanted {
		has, err := store.One[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND is_default)`, orgID, vehicleID)
		if err != nil || has {
			return err
		}
	}
	// Two statements: a unique index is checked row by row, and one statement might set the new before it clears the old.
	_, err := store.Exec(tx, `UPDATE vehicles.assignment SET is_default = false
		WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND is_default AND device_id <> ?`, orgID, vehicleID, deviceID)
	if err != nil {
		return err
	}
	_, err = store.One[string](tx, `UPDATE vehicles.assignment SET is_default = true
		WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND device_id = ? RETURNING device_id`, orgID, vehicleID, deviceID)
	return err
}

// Unassign takes a device off a vehicle in visible at a time. The device that was fitted longest becomes the default one if
// that was it.
func (s *Store) Unassign(ctx context.Context, orgID string, visible scope.Scope, vehicleID, deviceID string, toMs int64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		if err := lockFor(tx, orgID, deviceID, vehicleID); err != nil {
			return err
		}
		if err := closeFitting(tx, orgID, vehicleID, deviceID, toMs); err != nil {
			return err
		}
		return tellFitted(tx, orgID, deviceID, vehicleID)
	})
	if err != nil {
		return fmt.Errorf("take device %s off vehicle %s: %w", deviceID, vehicleID, err)
	}
	return nil
}

// closeFitting ends the open assignment of a device to a vehicle. ErrFitted when it only began later.
func closeFitting(tx *gorm.DB, orgID, vehicleID, deviceID string, toMs int64) error {
	_, err := store.One[string](tx, `UPDATE vehicles.assignment SET to_ms = ?, is_default = false
		WHERE org_id = ? AND vehicle_id = ? AND device_id = ? AND to_ms IS NULL RETURNING device_id`, toMs, orgID, vehicleID, deviceID)
	if store.Violates(err, "assignment_forward") {
		return ErrFitted
	}
	if err != nil {
		return err
	}
	_, err = store.Exec(tx, `
		UPDATE vehicles.assignment SET is_default = true
		WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND device_id = (
			SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL
			ORDER BY is_default DESC, from_ms, device_id LIMIT 1)`, orgID, vehicleID, orgID, vehicleID)
	return err
}

// lockFor holds a device and the vehicles that it leaves or joins until the transaction ends: vehicles first and in the
// order of their ids, so that two changes of the same devices follow each other and never wait in a circle.
func lockFor(tx *gorm.DB, orgID, deviceID string, vehicleIDs ...string) error {
	slices.Sort(vehicleIDs)
	for _, id := range slices.Compact(vehicleIDs) {
		if id == "" {
			continue
		}
		if err := vehicle.Lock(tx, orgID, id); err != nil {
			return err
		}
	}
	_, err := lockDevice(tx, orgID, deviceID)
	return err
}

// DevicesOn returns the devices that are fitted to vehicles now.
func (s *Store) DevicesOn(ctx context.Context, orgID string, vehicleIDs ...string) (ids []string, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ids, err = store.Rows[string](tx, `SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ANY(?) AND to_ms IS NULL`, orgID, store.List(vehicleIDs))
		return err
	})
	if err != nil {
		return ids, fmt.Errorf("list devices of vehicles: %w", err)
	}
	return ids, nil
}

// TakeOff takes all devices off a vehicle that is removed.
func TakeOff(tx *gorm.DB, orgID, vehicleID string, atMs int64) error {
	fitted, err := store.Rows[string](tx, `
		SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL ORDER BY is_default DESC, device_id`, orgID, vehicleID)
	if err != nil {
		return err
	}
	for _, id := range fitted {
		if err := closeFitting(tx, orgID, vehicleID, id, atMs); err != nil {
			return err
		}
		if err := tellDevice(tx, orgID, id); err != nil {
			return err
		}
	}
	return nil
}

// Assignments returns which devices were on a vehicle in visible, the newest first.
func (s *Store) Assignments(ctx context.Context, orgID string, visible scope.Scope, vehicleID string) (list []Assignment, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		list, err = store.Rows[Assignment](tx, `
			SELECT device_id, vehicle_id, from_ms, to_ms, is_default FROM vehicles.assignment
			WHERE org_id = ? AND vehicle_id = ? ORDER BY from_ms DESC, device_id`, orgID, vehicleID)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list devices of vehicle %s: %w", vehicleID, err)
	}
	return list, nil
}
