package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// What this plugin tells others about.
const (
	subjectVehicle    = "event.vehicles.vehicle"
	subjectDevice     = "event.vehicles.device"
	subjectControl    = "control.vehicles.device"   // for who lets devices in: it waits behind nothing else
	subjectAssignment = "event.vehicles.assignment" // of drivers
)

// tellVehicles says the new state of vehicles, in the transaction that changes them.
func tellVehicles(tx *gorm.DB, orgID string, changed []vehicleRow) error {
	for _, r := range changed {
		err := events.Publish(tx, orgID, subjectVehicle, events.VehicleChanged{ID: r.ID, Name: r.Name, Type: r.Type, GroupID: r.GroupID})
		if err != nil {
			return err
		}
	}
	return nil
}

// AddVehicle adds v to a group in scope and returns it as it is kept. An id is made unless v has one.
func (s *Store) AddVehicle(ctx context.Context, orgID string, scope vehicle.Scope, v vehicle.Vehicle) (added vehicle.Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := groupInScope(tx, orgID, v.GroupID, scope); err != nil {
			return err
		}
		made, err := row[vehicleRow](tx, `
			INSERT INTO vehicles.vehicle (org_id, id, name, type, group_id, make, model, fuel, displacement, year, vin, notes, key)
			VALUES (?, coalesce(nullif(?, ''), gen_random_uuid()::text), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
			orgID, v.ID, v.Name, v.Type, v.GroupID, v.Make, v.Model, v.Fuel, v.Displacement, v.Year, v.VIN, v.Notes, v.Key)
		if err != nil {
			return keyTaken(err)
		}
		if err := tellVehicles(tx, orgID, []vehicleRow{made}); err != nil {
			return err
		}
		added, err = vehicleByID(tx, orgID, vehicle.Everything, made.ID)
		return err
	})
	return added, wrap(err, "add vehicle %s", v.Name)
}

// ChangeVehicle lets change edit a vehicle in scope and keeps the result. Of two changes of one version the second gets
// vehicle.ErrVersion when it says the version it saw (0 for any).
func (s *Store) ChangeVehicle(ctx context.Context, orgID string, scope vehicle.Scope, id string, version int, change func(*vehicle.Vehicle) error) (changed vehicle.Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := lockVehicle(tx, orgID, id); err != nil {
			return err
		}
		v, err := vehicleByID(tx, orgID, scope, id)
		if err != nil {
			return err
		}
		if version != 0 && version != v.Version {
			return vehicle.ErrVersion
		}
		before := v.GroupID
		if err := change(&v); err != nil {
			return err
		}
		if v.GroupID != before {
			if err := groupInScope(tx, orgID, v.GroupID, scope); err != nil {
				return err
			}
		}
		if err := saveVehicle(tx, orgID, v); err != nil {
			return err
		}
		changed, err = vehicleByID(tx, orgID, vehicle.Everything, id)
		return err
	})
	return changed, wrap(err, "change vehicle %s", id)
}

// lockVehicle holds a living vehicle until the transaction ends.
func lockVehicle(tx *gorm.DB, orgID, id string) error {
	_, err := row[string](tx, `SELECT id FROM vehicles.vehicle WHERE org_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, id)
	return err
}

func saveVehicle(tx *gorm.DB, orgID string, v vehicle.Vehicle) error {
	saved, err := rows[vehicleRow](tx, `
		UPDATE vehicles.vehicle SET name = ?, type = ?, group_id = ?, make = ?, model = ?, fuel = ?, displacement = ?, year = ?, vin = ?,
			notes = ?, key = ?, disabled = ?, version = version + 1
		WHERE org_id = ? AND id = ? AND deleted_at IS NULL RETURNING *`,
		v.Name, v.Type, v.GroupID, v.Make, v.Model, v.Fuel, v.Displacement, v.Year, v.VIN, v.Notes, v.Key, v.Disabled, orgID, v.ID)
	if err != nil {
		return keyTaken(err)
	}
	return tellVehicles(tx, orgID, saved)
}

// MoveVehicles puts vehicles in scope into a group in scope. One that is not in scope fails the move of all.
func (s *Store) MoveVehicles(ctx context.Context, orgID string, scope vehicle.Scope, groupID string, ids []string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := groupInScope(tx, orgID, groupID, scope); err != nil {
			return err
		}
		condition, args := visible(scope)
		args = append(append([]any{groupID, orgID}, args...), pointer(ids))
		moved, err := rows[vehicleRow](tx, `
			UPDATE vehicles.vehicle v SET group_id = ?, version = v.version + 1
			FROM vehicles.group_path g
			WHERE v.org_id = ? AND g.org_id = v.org_id AND g.id = v.group_id AND v.deleted_at IS NULL AND `+condition+` AND v.id = ANY(?)
			RETURNING v.*`, args...)
		if err != nil {
			return err
		}
		if len(moved) != distinct(ids) {
			return vehicle.ErrNotFound
		}
		return tellVehicles(tx, orgID, moved)
	})
	return wrap(err, "move vehicles to group %s", groupID)
}

// RemoveVehicle marks a vehicle in scope as deleted, takes its devices off and ends its drive; its history stays.
func (s *Store) RemoveVehicle(ctx context.Context, orgID string, scope vehicle.Scope, id string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := lockVehicle(tx, orgID, id); err != nil {
			return err
		}
		v, err := vehicleByID(tx, orgID, scope, id)
		if err != nil {
			return err
		}
		for _, d := range v.Devices {
			if err := s.close(tx, orgID, id, d.DeviceID, s.nowMs()); err != nil {
				return err
			}
			if err := tellDevice(tx, orgID, d.DeviceID); err != nil {
				return err
			}
		}
		if err := endDrives(tx, orgID, s.nowMs(), `vehicle_id = ? AND from_ms < ?`, id, s.nowMs()); err != nil {
			return err
		}
		err = affected(exec(tx, `UPDATE vehicles.vehicle SET deleted_at = ?, version = version + 1 WHERE org_id = ? AND id = ?`, s.now(), orgID, id))
		if err != nil {
			return err
		}
		return events.Publish(tx, orgID, subjectVehicle, events.VehicleChanged{ID: v.ID, Name: v.Name, Type: v.Type, GroupID: v.GroupID, Deleted: true})
	})
	return wrap(err, "remove vehicle %s", id)
}

func keyTaken(err error) error {
	if store.Violates(err, "vehicle_key_unique") {
		return vehicle.ErrKeyTaken
	}
	return err
}

func distinct(ids []string) int {
	set := map[string]bool{}
	for _, id := range ids {
		set[id] = true
	}
	return len(set)
}
