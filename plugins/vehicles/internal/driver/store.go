package driver

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// subjectAssignment is the event of a drive that changed.
const subjectAssignment = "event.vehicles.assignment"

// Store keeps drivers and what they drove.
type Store struct{ db store.Transactor }

// NewStore keeps drivers in db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

// EndOn ends the drive of a vehicle that is removed.
func EndOn(tx *gorm.DB, orgID, vehicleID string, atMs int64) error {
	return endDrives(tx, orgID, atMs, `vehicle_id = ? AND from_ms < ?`, vehicleID, atMs)
}

// EndOnAll is EndOn for many vehicles.
func EndOnAll(tx *gorm.DB, orgID string, vehicleIDs []string, atMs int64) error {
	return endDrives(tx, orgID, atMs, `vehicle_id = ANY(?) AND from_ms < ?`, store.List(vehicleIDs), atMs)
}

// roleDriver is the role of the users that drive.
const roleDriver = "DRIVER"

// ApplyUser takes an event about a user, unless a newer one was taken. Users of other roles are no drivers.
func (s *Store) ApplyUser(ctx context.Context, orgID string, u events.UserChanged, sequence uint64) error {
	name := u.Name
	if name == "" {
		name = u.Email
	}
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `
			INSERT INTO vehicles.driver AS d (org_id, id, name, email, group_id, gone, sequence)
			SELECT ?, ?, ?, ?, ?, ?, ? WHERE ? OR EXISTS (SELECT FROM vehicles.driver WHERE org_id = ? AND id = ?)
			ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, email = excluded.email, group_id = excluded.group_id, gone = excluded.gone, sequence = excluded.sequence
			WHERE d.sequence < excluded.sequence`,
			orgID, u.ID, name, u.Email, u.GroupID, u.Disabled || u.Role != roleDriver, int64(sequence), u.Role == roleDriver, orgID, u.ID)
		return err
	})
	if err != nil {
		return fmt.Errorf("apply user %s: %w", u.ID, err)
	}
	return nil
}

// seenDriver is the condition that a driver d is in visible: by the group, or without one by a vehicle that the driver has driven.
func seenDriver(visible scope.Scope) (condition string, args []any) {
	if visible.All {
		return "TRUE", nil
	}
	driven, args := visible.Vehicles()
	condition = `(d.group_id = '' AND EXISTS (SELECT FROM vehicles.driver_assignment s JOIN vehicles.vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
		JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id WHERE s.org_id = d.org_id AND s.driver_id = d.id AND ` + driven + `)`
	if visible.Path == "" {
		return condition + `)`, args
	}
	condition += ` OR EXISTS (SELECT FROM vehicles.group_path g WHERE g.org_id = d.org_id AND g.id = d.group_id AND g.path >= ? AND g.path < ?)
		OR d.group_id = '' AND EXISTS (SELECT FROM vehicles.group_path g WHERE g.org_id = d.org_id AND g.path = ? AND g.parent_id = ''))`
	return condition, append(args, visible.Path, web.PathEnd(visible.Path), visible.Path)
}

// Drivers returns the drivers in visible by name.
func (s *Store) Drivers(ctx context.Context, orgID string, visible scope.Scope) (list []Driver, err error) {
	condition, args := seenDriver(visible)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = store.Rows[Driver](tx, `SELECT d.id, d.name FROM vehicles.driver d WHERE d.org_id = ? AND NOT d.gone AND `+condition+` ORDER BY d.name, d.id`,
			append([]any{orgID}, args...)...)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list drivers: %w", err)
	}
	return list, nil
}

// AddDriver adds a driver that no user stands behind, of a partner or of the demonstration, unless the id is there.
func (s *Store) AddDriver(ctx context.Context, orgID string, d Driver) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO vehicles.driver (org_id, id, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, orgID, d.ID, d.Name)
		return err
	})
	if err != nil {
		return fmt.Errorf("add driver %s: %w", d.ID, err)
	}
	return nil
}

const selectDrives = `
SELECT s.id::text AS id, s.vehicle_id, v.name AS vehicle_name, v.key AS registration, s.driver_id, s.driver_name, s.from_ms, s.to_ms
FROM vehicles.driver_assignment s
JOIN vehicles.vehicle v ON v.org_id = s.org_id AND v.id = s.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE s.org_id = ? AND `

// Drives returns who drove the vehicles in visible at some time from a time to before another (Unix milliseconds), the newest first;
// of one vehicle if it is named.
func (s *Store) Drives(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) (list []Drive, err error) {
	condition, args := visible.Vehicles()
	args = append([]any{orgID}, append(args, toMs, fromMs)...)
	condition += ` AND s.from_ms < ? AND (s.to_ms IS NULL OR s.to_ms > ?)`
	if vehicleID != "" {
		condition, args = condition+` AND s.vehicle_id = ?`, append(args, vehicleID)
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = store.Rows[Drive](tx, selectDrives+condition+` ORDER BY s.from_ms DESC, s.id LIMIT ?`, append(args, mostDrives)...)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list drives: %w", err)
	}
	return list, nil
}

// mostDrives bounds the answer for a time range.
const mostDrives = 10_000

// Drive has a driver drive a vehicle in visible from a time on (Unix milliseconds), until a time or (nil) until it is ended. Whoever drove
// it, and the vehicle that the driver drove, are open no more. ErrDriven when the times overlap with earlier ones.
func (s *Store) Drive(ctx context.Context, orgID string, visible scope.Scope, d Drive) (added Drive, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := vehicle.Lock(tx, orgID, d.VehicleID); err != nil {
			return err
		}
		if _, err := vehicle.Find(tx, orgID, visible, d.VehicleID); err != nil {
			return err
		}
		if d.DriverName == "" {
			condition, args := seenDriver(visible)
			known, err := store.Rows[string](tx, `SELECT d.name FROM vehicles.driver d WHERE d.org_id = ? AND d.id = ? AND NOT d.gone AND `+condition, append([]any{orgID, d.DriverID}, args...)...)
			if err != nil {
				return err
			}
			if len(known) == 0 {
				return ErrNoDriver
			}
			d.DriverName = known[0]
		}
		if added, err = addDrive(tx, orgID, d); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return added, fmt.Errorf("have %s drive vehicle %s: %w", d.DriverID, d.VehicleID, err)
	}
	return added, nil
}

func addDrive(tx *gorm.DB, orgID string, d Drive) (Drive, error) {
	if d.ToMs == nil {
		if err := endDrives(tx, orgID, d.FromMs, `(vehicle_id = ? OR driver_id = ?)`, d.VehicleID, d.DriverID); err != nil {
			return d, err
		}
	}
	overlaps, err := store.One[bool](tx, `
		SELECT EXISTS (SELECT FROM vehicles.driver_assignment WHERE org_id = ? AND vehicle_id = ? AND (to_ms IS NULL OR to_ms > ?) AND (?::bigint IS NULL OR from_ms < ?))`,
		orgID, d.VehicleID, d.FromMs, d.ToMs, d.ToMs)
	if err != nil {
		return d, err
	}
	if overlaps {
		return d, ErrDriven
	}
	made, err := store.One[Drive](tx, `
		INSERT INTO vehicles.driver_assignment (org_id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES (?, ?, ?, ?, ?, ?) RETURNING `+driveColumns,
		orgID, d.VehicleID, d.DriverID, d.DriverName, d.FromMs, d.ToMs)
	if store.Violates(err, "driver_assignment_open") || store.Violates(err, "driver_assignment_driving") {
		return d, ErrDriven
	}
	if err != nil {
		return d, err
	}
	return made, tellDrives(tx, orgID, []Drive{made})
}

const driveColumns = `id::text AS id, vehicle_id, driver_id, driver_name, from_ms, to_ms`

// endDrives ends the open drives of which a condition is true, at a time in Unix milliseconds; ErrDriven when one began later.
func endDrives(tx *gorm.DB, orgID string, toMs int64, condition string, args ...any) error {
	ended, err := store.Rows[Drive](tx, `
		UPDATE vehicles.driver_assignment SET to_ms = ? WHERE org_id = ? AND to_ms IS NULL AND `+condition+` RETURNING `+driveColumns,
		append([]any{toMs, orgID}, args...)...)
	if store.Violates(err, "driver_assignment_forward") {
		return ErrDriven
	}
	if err != nil {
		return err
	}
	return tellDrives(tx, orgID, ended)
}

// tellDrives says the new state of drives, in the transaction that changes them.
func tellDrives(tx *gorm.DB, orgID string, changed []Drive) error {
	for _, d := range changed {
		if err := tellDrive(tx, orgID, d, false); err != nil {
			return err
		}
	}
	return nil
}

func tellDrive(tx *gorm.DB, orgID string, d Drive, deleted bool) error {
	told := events.DriverAssignmentChanged{ID: d.ID, VehicleID: d.VehicleID, DriverID: d.DriverID, DriverName: d.DriverName, FromMs: d.FromMs, Deleted: deleted}
	if d.ToMs != nil {
		told.ToMs = *d.ToMs
	}
	return events.Publish(tx, orgID, subjectAssignment, told)
}

// EndDrive ends an open drive of a vehicle in visible at a time (Unix milliseconds). One that has ended was entered by mistake: it is taken out.
func (s *Store) EndDrive(ctx context.Context, orgID string, visible scope.Scope, vehicleID, id string, toMs int64) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		was, err := store.Rows[Drive](tx, `
			SELECT `+driveColumns+` FROM vehicles.driver_assignment WHERE org_id = ? AND vehicle_id = ? AND id::text = ? FOR UPDATE`, orgID, vehicleID, id)
		switch {
		case err != nil:
			return err
		case len(was) == 0:
			return store.ErrNoRow
		case was[0].ToMs == nil:
			return endDrives(tx, orgID, toMs, `vehicle_id = ? AND id::text = ?`, vehicleID, id)
		}
		if _, err := store.Exec(tx, `DELETE FROM vehicles.driver_assignment WHERE org_id = ? AND id::text = ?`, orgID, id); err != nil {
			return err
		}
		return tellDrive(tx, orgID, was[0], true)
	})
	if err != nil {
		return fmt.Errorf("end drive %s: %w", id, err)
	}
	return nil
}
