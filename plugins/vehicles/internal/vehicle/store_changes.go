package vehicle

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// subjectVehicle is the event of a vehicle that changed.
const subjectVehicle = "event.vehicles.vehicle"

// tellVehicles says the new state of vehicles, in the transaction that changes them.
func tellVehicles(tx *gorm.DB, orgID string, changed []vehicleRow) error {
	for _, r := range changed {
		err := events.Publish(tx, orgID, subjectVehicle, events.VehicleChanged{ID: r.ID, Name: r.Name, Type: r.Type, GroupID: r.GroupID, Fuel: r.Fuel})
		if err != nil {
			return err
		}
	}
	return nil
}

// AddVehicle adds v to a group in visible and returns it as it is kept. An id is made unless v has one.
func (s *Store) AddVehicle(ctx context.Context, orgID string, visible scope.Scope, v Vehicle) (added Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := group.InScope(tx, orgID, v.GroupID, visible); err != nil {
			return err
		}
		made, err := store.One[vehicleRow](tx, `
			INSERT INTO vehicles.vehicle (org_id, id, name, type, group_id, make, model, fuel, displacement, year, vin, notes, key)
			VALUES (?, coalesce(nullif(?, ''), gen_random_uuid()::text), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
			orgID, v.ID, v.Name, v.Type, v.GroupID, v.Make, v.Model, v.Fuel, v.Displacement, v.Year, v.VIN, v.Notes, v.Key)
		if err != nil {
			return keyTaken(err)
		}
		if err := tellVehicles(tx, orgID, []vehicleRow{made}); err != nil {
			return err
		}
		added, err = Find(tx, orgID, scope.Everything, made.ID)
		return err
	})
	if err != nil {
		return added, fmt.Errorf("add vehicle %s: %w", v.Name, err)
	}
	return added, nil
}

// ChangeVehicle lets change edit a vehicle in visible and keeps the result. Of two changes of one version the second gets
// ErrVersion when it says the version it saw (0 for any).
func (s *Store) ChangeVehicle(ctx context.Context, orgID string, visible scope.Scope, id string, version int, change func(*Vehicle) error) (changed Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := Lock(tx, orgID, id); err != nil {
			return err
		}
		v, err := Find(tx, orgID, visible, id)
		if err != nil {
			return err
		}
		if version != 0 && version != v.Version {
			return ErrVersion
		}
		before := v.GroupID
		if err := change(&v); err != nil {
			return err
		}
		if v.GroupID != before {
			if err := group.InScope(tx, orgID, v.GroupID, visible); err != nil {
				return err
			}
		}
		if err := saveVehicle(tx, orgID, v); err != nil {
			return err
		}
		changed, err = Find(tx, orgID, scope.Everything, id)
		return err
	})
	if err != nil {
		return changed, fmt.Errorf("change vehicle %s: %w", id, err)
	}
	return changed, nil
}

// Lock holds a living vehicle until the transaction ends.
func Lock(tx *gorm.DB, orgID, id string) error {
	_, err := store.One[string](tx, `SELECT id FROM vehicles.vehicle WHERE org_id = ? AND id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, id)
	return err
}

func saveVehicle(tx *gorm.DB, orgID string, v Vehicle) error {
	saved, err := store.Rows[vehicleRow](tx, `
		UPDATE vehicles.vehicle SET name = ?, type = ?, group_id = ?, make = ?, model = ?, fuel = ?, displacement = ?, year = ?, vin = ?,
			notes = ?, key = ?, disabled = ?, version = version + 1
		WHERE org_id = ? AND id = ? AND deleted_at IS NULL RETURNING *`,
		v.Name, v.Type, v.GroupID, v.Make, v.Model, v.Fuel, v.Displacement, v.Year, v.VIN, v.Notes, v.Key, v.Disabled, orgID, v.ID)
	if err != nil {
		return keyTaken(err)
	}
	return tellVehicles(tx, orgID, saved)
}

// MoveVehicles puts vehicles in visible into a group in visible. One that is not in visible fails the move of all.
func (s *Store) MoveVehicles(ctx context.Context, orgID string, visible scope.Scope, groupID string, ids []string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := group.InScope(tx, orgID, groupID, visible); err != nil {
			return err
		}
		condition, args := visible.Vehicles()
		args = append(append([]any{groupID, orgID}, args...), store.List(ids))
		moved, err := store.Rows[vehicleRow](tx, `
			UPDATE vehicles.vehicle v SET group_id = ?, version = v.version + 1
			FROM vehicles.group_path g
			WHERE v.org_id = ? AND g.org_id = v.org_id AND g.id = v.group_id AND v.deleted_at IS NULL AND `+condition+` AND v.id = ANY(?)
			RETURNING v.*`, args...)
		if err != nil {
			return err
		}
		if len(moved) != distinct(ids) {
			return store.ErrNoRow
		}
		return tellVehicles(tx, orgID, moved)
	})
	if err != nil {
		return fmt.Errorf("move vehicles to group %s: %w", groupID, err)
	}
	return nil
}

// RemoveVehicle marks a vehicle in visible as deleted, takes its devices off and ends its drive; its history stays.
func (s *Store) RemoveVehicle(ctx context.Context, orgID string, visible scope.Scope, id string) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := Lock(tx, orgID, id); err != nil {
			return err
		}
		v, err := Find(tx, orgID, visible, id)
		if err != nil {
			return err
		}
		for _, follow := range s.removals {
			if err := follow(tx, orgID, id, s.now().UnixMilli()); err != nil {
				return err
			}
		}
		_, err = store.Exec(tx, `UPDATE vehicles.vehicle SET deleted_at = ?, version = version + 1 WHERE org_id = ? AND id = ?`, s.now(), orgID, id)
		if err != nil {
			return err
		}
		return events.Publish(tx, orgID, subjectVehicle, events.VehicleChanged{ID: v.ID, Name: v.Name, Type: v.Type, GroupID: v.GroupID, Deleted: true})
	})
	if err != nil {
		return fmt.Errorf("remove vehicle %s: %w", id, err)
	}
	return nil
}

func keyTaken(err error) error {
	if store.Violates(err, "vehicle_key_unique") {
		return ErrKeyTaken
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

// Adopt moves the vehicles of a group that is gone to its parent.
func Adopt(tx *gorm.DB, orgID, groupID, parentID string) error {
	moved, err := store.Rows[vehicleRow](tx, `
		UPDATE vehicles.vehicle SET group_id = ?, version = version + 1
		WHERE org_id = ? AND group_id = ? AND deleted_at IS NULL RETURNING *`, parentID, orgID, groupID)
	if err != nil {
		return err
	}
	return tellVehicles(tx, orgID, moved)
}

// Snapshot lists the vehicles in scope as others copy them.
func Snapshot(tx *gorm.DB, orgID string, visible scope.Scope) ([]events.VehicleChanged, error) {
	condition, args := visible.Vehicles()
	return store.Rows[events.VehicleChanged](tx, `
		SELECT v.id, v.name, v.type, v.group_id, v.fuel FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
		WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition+` ORDER BY v.id`, append([]any{orgID}, args...)...)
}

// SeenVehicle reports whether there is, or ever was, a vehicle with an id.
func (s *Store) SeenVehicle(ctx context.Context, orgID, id string) (seen bool, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		seen, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.vehicle WHERE org_id = ? AND id = ?)`, orgID, id)
		return err
	})
	if err != nil {
		return seen, fmt.Errorf("look for vehicle %s: %w", id, err)
	}
	return seen, nil
}
