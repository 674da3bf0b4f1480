package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// roleDriver is the role of the users that drive.
const roleDriver = "DRIVER"

// ApplyUser takes an event about a user, unless a newer one was taken. Users of other roles are no drivers.
func (s *Store) ApplyUser(ctx context.Context, orgID string, u events.UserChanged, sequence uint64) error {
	name := u.Name
	if name == "" {
		name = u.Email
	}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := exec(tx, `
			INSERT INTO vehicles.driver AS d (org_id, id, name, email, group_id, gone, sequence)
			SELECT ?, ?, ?, ?, ?, ?, ? WHERE ? OR EXISTS (SELECT FROM vehicles.driver WHERE org_id = ? AND id = ?)
			ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, email = excluded.email, group_id = excluded.group_id, gone = excluded.gone, sequence = excluded.sequence
			WHERE d.sequence < excluded.sequence`,
			orgID, u.ID, name, u.Email, u.GroupID, u.Disabled || u.Role != roleDriver, int64(sequence), u.Role == roleDriver, orgID, u.ID)
		return err
	})
	return wrap(err, "apply user %s", u.ID)
}

// seenDriver is the condition that a driver d is in scope: by the group, or without one by a vehicle that the driver has driven.
func seenDriver(scope vehicle.Scope) (condition string, args []any) {
	if scope.All {
		return "TRUE", nil
	}
	driven, args := visible(scope)
	condition = `(d.group_id = '' AND EXISTS (SELECT FROM vehicles.driver_assignment s JOIN vehicles.vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
		JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id WHERE s.org_id = d.org_id AND s.driver_id = d.id AND ` + driven + `)`
	if scope.Path == "" {
		return condition + `)`, args
	}
	condition += ` OR EXISTS (SELECT FROM vehicles.group_path g WHERE g.org_id = d.org_id AND g.id = d.group_id AND g.path >= ? AND g.path < ?)
		OR d.group_id = '' AND EXISTS (SELECT FROM vehicles.group_path g WHERE g.org_id = d.org_id AND g.path = ? AND g.parent_id = ''))`
	return condition, append(args, scope.Path, web.PathEnd(scope.Path), scope.Path)
}

// Drivers returns the drivers in scope by name.
func (s *Store) Drivers(ctx context.Context, orgID string, scope vehicle.Scope) (list []vehicle.Driver, err error) {
	condition, args := seenDriver(scope)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = rows[vehicle.Driver](tx, `SELECT d.id, d.name FROM vehicles.driver d WHERE d.org_id = ? AND NOT d.gone AND `+condition+` ORDER BY d.name, d.id`,
			append([]any{orgID}, args...)...)
		return err
	})
	return list, wrap(err, "list drivers")
}

// AddDriver adds a driver that no user stands behind, of a partner or of the demonstration, unless the id is there.
func (s *Store) AddDriver(ctx context.Context, orgID string, d vehicle.Driver) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := exec(tx, `INSERT INTO vehicles.driver (org_id, id, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, orgID, d.ID, d.Name)
		return err
	})
	return wrap(err, "add driver %s", d.ID)
}

const selectDrives = `
SELECT s.id::text AS id, s.vehicle_id, v.name AS vehicle_name, v.key AS registration, s.driver_id, s.driver_name, s.from_ms, s.to_ms
FROM vehicles.driver_assignment s
JOIN vehicles.vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE s.org_id = ? AND `

// Drives returns who drove the vehicles in scope at some time from a time to before another (Unix milliseconds), the newest first;
// of one vehicle if it is named.
func (s *Store) Drives(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID string, fromMs, toMs int64) (list []vehicle.Drive, err error) {
	condition, args := visible(scope)
	args = append([]any{orgID}, append(args, toMs, fromMs)...)
	condition += ` AND s.from_ms < ? AND (s.to_ms IS NULL OR s.to_ms > ?)`
	if vehicleID != "" {
		condition, args = condition+` AND s.vehicle_id = ?`, append(args, vehicleID)
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = rows[vehicle.Drive](tx, selectDrives+condition+` ORDER BY s.from_ms DESC, s.id LIMIT ?`, append(args, mostDrives)...)
		return err
	})
	return list, wrap(err, "list drives")
}

// mostDrives bounds the answer for a time range.
const mostDrives = 10_000

// Drive has a driver drive a vehicle in scope from a time on (Unix milliseconds), until a time or (nil) until it is ended. Whoever drove
// it, and the vehicle that the driver drove, are open no more. vehicle.ErrDriven when the times overlap with earlier ones.
func (s *Store) Drive(ctx context.Context, orgID string, scope vehicle.Scope, d vehicle.Drive) (added vehicle.Drive, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := lockVehicle(tx, orgID, d.VehicleID); err != nil {
			return err
		}
		if _, err := vehicleByID(tx, orgID, scope, d.VehicleID); err != nil {
			return err
		}
		if d.DriverName == "" {
			condition, args := seenDriver(scope)
			known, err := rows[string](tx, `SELECT d.name FROM vehicles.driver d WHERE d.org_id = ? AND d.id = ? AND NOT d.gone AND `+condition, append([]any{orgID, d.DriverID}, args...)...)
			if err != nil {
				return err
			}
			if len(known) == 0 {
				return vehicle.ErrNoDriver
			}
			d.DriverName = known[0]
		}
		if added, err = addDrive(tx, orgID, d); err != nil {
			return err
		}
		return nil
	})
	return added, wrap(err, "have %s drive vehicle %s", d.DriverID, d.VehicleID)
}

func addDrive(tx *gorm.DB, orgID string, d vehicle.Drive) (vehicle.Drive, error) {
	if d.ToMs == nil {
		if err := endDrives(tx, orgID, d.FromMs, `(vehicle_id = ? OR driver_id = ?)`, d.VehicleID, d.DriverID); err != nil {
			return d, err
		}
	}
	overlaps, err := row[bool](tx, `
		SELECT EXISTS (SELECT FROM vehicles.driver_assignment WHERE org_id = ? AND vehicle_id = ? AND (to_ms IS NULL OR to_ms > ?) AND (?::bigint IS NULL OR from_ms < ?))`,
		orgID, d.VehicleID, d.FromMs, d.ToMs, d.ToMs)
	if err != nil {
		return d, err
	}
	if overlaps {
		return d, vehicle.ErrDriven
	}
	made, err := row[vehicle.Drive](tx, `
		INSERT INTO vehicles.driver_assignment (org_id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES (?, ?, ?, ?, ?, ?) RETURNING `+driveColumns,
		orgID, d.VehicleID, d.DriverID, d.DriverName, d.FromMs, d.ToMs)
	if store.Violates(err, "driver_assignment_open") || store.Violates(err, "driver_assignment_driving") {
		return d, vehicle.ErrDriven
	}
	if err != nil {
		return d, err
	}
	return made, tellDrives(tx, orgID, []vehicle.Drive{made})
}

const driveColumns = `id::text AS id, vehicle_id, driver_id, driver_name, from_ms, to_ms`

// endDrives ends the open drives of which a condition is true, at a time in Unix milliseconds; vehicle.ErrDriven when one began later.
func endDrives(tx *gorm.DB, orgID string, toMs int64, condition string, args ...any) error {
	ended, err := rows[vehicle.Drive](tx, `
		UPDATE vehicles.driver_assignment SET to_ms = ? WHERE org_id = ? AND to_ms IS NULL AND `+condition+` RETURNING `+driveColumns,
		append([]any{toMs, orgID}, args...)...)
	if store.Violates(err, "driver_assignment_forward") {
		return vehicle.ErrDriven
	}
	if err != nil {
		return err
	}
	return tellDrives(tx, orgID, ended)
}

// tellDrives says the new state of drives, in the transaction that changes them.
func tellDrives(tx *gorm.DB, orgID string, changed []vehicle.Drive) error {
	for _, d := range changed {
		if err := tellDrive(tx, orgID, d, false); err != nil {
			return err
		}
	}
	return nil
}

func tellDrive(tx *gorm.DB, orgID string, d vehicle.Drive, deleted bool) error {
	told := events.DriverAssignmentChanged{ID: d.ID, VehicleID: d.VehicleID, DriverID: d.DriverID, DriverName: d.DriverName, FromMs: d.FromMs, Deleted: deleted}
	if d.ToMs != nil {
		told.ToMs = *d.ToMs
	}
	return events.Publish(tx, orgID, subjectAssignment, told)
}

// EndDrive ends an open drive of a vehicle in scope at a time (Unix milliseconds). One that has ended was entered by mistake: it is taken out.
func (s *Store) EndDrive(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID, id string, toMs int64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicleByID(tx, orgID, scope, vehicleID); err != nil {
			return err
		}
		was, err := rows[vehicle.Drive](tx, `
			SELECT `+driveColumns+` FROM vehicles.driver_assignment WHERE org_id = ? AND vehicle_id = ? AND id::text = ? FOR UPDATE`, orgID, vehicleID, id)
		switch {
		case err != nil:
			return err
		case len(was) == 0:
			return vehicle.ErrNotFound
		case was[0].ToMs == nil:
			return endDrives(tx, orgID, toMs, `vehicle_id = ? AND id::text = ?`, vehicleID, id)
		}
		if _, err := exec(tx, `DELETE FROM vehicles.driver_assignment WHERE org_id = ? AND id::text = ?`, orgID, id); err != nil {
			return err
		}
		return tellDrive(tx, orgID, was[0], true)
	})
	return wrap(err, "end drive %s", id)
}
