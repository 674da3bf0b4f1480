package postgres

import (
	"context"
	"slices"

	"gorm.io/gorm"

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

// Assign fits a device in scope to a vehicle in scope from a time on, taking it off the vehicle that it was on. The first
// device of a vehicle is its default one. vehicle.ErrDeviceFitted when the device was elsewhere after that time.
func (s *Store) Assign(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID, deviceID string, fromMs int64, isDefault bool) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicleByID(tx, orgID, scope, vehicleID); err != nil {
			return err
		}
		d, err := deviceByID(tx, orgID, scope, deviceID)
		if err != nil {
			return err
		}
		if err := lockFor(tx, orgID, deviceID, vehicleID, d.VehicleID); err != nil {
			return err
		}
		if d.VehicleID != vehicleID {
			err = s.fit(tx, orgID, d.VehicleID, vehicleID, deviceID, fromMs)
		}
		if err == nil {
			err = settleDefault(tx, orgID, vehicleID, deviceID, isDefault)
		}
		if err != nil {
			return err
		}
		return tellFitted(tx, orgID, deviceID, vehicleID, d.VehicleID)
	})
	return wrap(err, "fit device %s to vehicle %s", deviceID, vehicleID)
}

// fit moves a device from the vehicle that it is on, if any, to another.
func (s *Store) fit(tx *gorm.DB, orgID, oldVehicle, vehicleID, deviceID string, fromMs int64) error {
	if oldVehicle != "" {
		if err := s.close(tx, orgID, oldVehicle, deviceID, fromMs); err != nil {
			return err
		}
	}
	number, err := lockDevice(tx, orgID, deviceID)
	if err != nil {
		return err
	}
	_, err = exec(tx, `INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms) VALUES (?, ?, ?, ?, ?)`,
		orgID, deviceID, number, vehicleID, fromMs)
	if store.Violates(err, "assignment_one_vehicle") || store.Violates(err, "assignment_pkey") || store.Violates(err, "assignment_open") {
		return vehicle.ErrDeviceFitted
	}
	return err
}

// settleDefault makes the device the vehicle's default one if it is asked for or if there is none.
func settleDefault(tx *gorm.DB, orgID, vehicleID, deviceID string, wanted bool) error {
	if !wanted {
		has, err := row[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND is_default)`, orgID, vehicleID)
		if err != nil || has {
			return err
		}
	}
	// Two statements: a unique index is checked row by row, and one statement might set the new before it clears the old.
	_, err := exec(tx, `UPDATE vehicles.assignment SET is_default = false
		WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND is_default AND device_id <> ?`, orgID, vehicleID, deviceID)
	if err != nil {
		return err
	}
	return affected(exec(tx, `UPDATE vehicles.assignment SET is_default = true
		WHERE org_id = ? AND vehicle_id = ? AND to_ms IS NULL AND device_id = ?`, orgID, vehicleID, deviceID))
}

// Unassign takes a device off a vehicle in scope at a time. The device that was fitted longest becomes the default one if
// that was it.
func (s *Store) Unassign(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID, deviceID string, toMs int64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicleByID(tx, orgID, scope, vehicleID); err != nil {
			return err
		}
		if err := lockFor(tx, orgID, deviceID, vehicleID); err != nil {
			return err
		}
		if err := s.close(tx, orgID, vehicleID, deviceID, toMs); err != nil {
			return err
		}
		return tellFitted(tx, orgID, deviceID, vehicleID)
	})
	return wrap(err, "take device %s off vehicle %s", deviceID, vehicleID)
}

// close ends the open assignment of a device to a vehicle. vehicle.ErrDeviceFitted when it only began later.
func (s *Store) close(tx *gorm.DB, orgID, vehicleID, deviceID string, toMs int64) error {
	err := affected(exec(tx, `UPDATE vehicles.assignment SET to_ms = ?, is_default = false
		WHERE org_id = ? AND vehicle_id = ? AND device_id = ? AND to_ms IS NULL`, toMs, orgID, vehicleID, deviceID))
	if store.Violates(err, "assignment_forward") {
		return vehicle.ErrDeviceFitted
	}
	if err != nil {
		return err
	}
	_, err = exec(tx, `
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
		if err := lockVehicle(tx, orgID, id); err != nil {
			return err
		}
	}
	_, err := lockDevice(tx, orgID, deviceID)
	return err
}

// Assignments returns which devices were on a vehicle in scope, the newest first.
func (s *Store) Assignments(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID string) (list []Assignment, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicleByID(tx, orgID, scope, vehicleID); err != nil {
			return err
		}
		list, err = rows[Assignment](tx, `
			SELECT device_id, vehicle_id, from_ms, to_ms, is_default FROM vehicles.assignment
			WHERE org_id = ? AND vehicle_id = ? ORDER BY from_ms DESC, device_id`, orgID, vehicleID)
		return err
	})
	return list, wrap(err, "list devices of vehicle %s", vehicleID)
}
