package replica

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Vehicle is a living vehicle.
type Vehicle struct {
	ID        string
	Name      string
	Type      string // one of fleet.VehicleTypes
	GroupID   string
	GroupPath string // "/demo/north-west/"
}

// Device is a living device.
type Device struct {
	ID        string
	VehicleID string // empty: fitted to none
	Model     string
	Disabled  bool
}

// Seen is a condition on a column with a vehicle's id, for a query within the caller's organisation: it holds for the vehicles that the
// caller sees.
func (f *Fleet) Seen(column string, caller web.CallerInfo) (condition string, args []any) {
	if caller.Scope.All {
		return "true", nil
	}
	args = []any{ownOf(caller)}
	if caller.Scope.Path == "" {
		return column + ` = ANY(?)`, args
	}
	below, belowArgs := f.below(caller)
	return `(` + column + ` = ANY(?) OR ` + column + ` IN (` + below + `))`, append(args, belowArgs...)
}

// SeenIDs is a query of the ids of the vehicles that the caller sees, for "IN (…)". It says what Seen says, and has the database go from vehicle to vehicle
// where there are few. Not for who sees all.
func (f *Fleet) SeenIDs(caller web.CallerInfo) (query string, args []any) {
	query, args = `SELECT unnest(?::text[])`, []any{ownOf(caller)}
	if caller.Scope.Path == "" {
		return query, args
	}
	below, belowArgs := f.below(caller)
	return query + ` UNION ALL ` + below, append(args, belowArgs...)
}

// ownOf are the vehicles that the caller sees by themselves.
func ownOf(caller web.CallerInfo) *[]string {
	own := caller.Scope.VehicleIDs
	if own == nil {
		own = []string{}
	}
	return &own
}

// below is a query of the ids of the vehicles of the caller's group and of those below it.
func (f *Fleet) below(caller web.CallerInfo) (query string, args []any) {
	return `SELECT v.id FROM ` + f.schema + `.fleet_vehicle v
			JOIN ` + f.schema + `.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND g.path >= ? AND g.path < ? AND NOT g.deleted`, []any{caller.OrgID, caller.Scope.Path, web.PathEnd(caller.Scope.Path)}
}

const vehicleColumns = `v.id, v.name, v.type, v.group_id, coalesce(g.path, '') AS group_path`

func (f *Fleet) fromVehicle() string {
	return ` FROM ` + f.schema + `.fleet_vehicle v LEFT JOIN ` + f.schema + `.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id `
}

// Vehicle finds a vehicle that the caller of ctx sees; fault.NotFound.
func (f *Fleet) Vehicle(ctx context.Context, id string) (Vehicle, error) {
	found, err := f.vehicles(ctx, `AND v.id = ?`, id)
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "There is no such vehicle.")
	}
	if err != nil {
		return Vehicle{}, fmt.Errorf("find vehicle %s: %w", id, err)
	}
	return found[0], nil
}

// Vehicles lists the vehicles that the caller of ctx sees, by name.
func (f *Fleet) Vehicles(ctx context.Context) ([]Vehicle, error) {
	found, err := f.vehicles(ctx, ``)
	if err != nil {
		return nil, fmt.Errorf("list vehicles: %w", err)
	}
	return found, nil
}

func (f *Fleet) vehicles(ctx context.Context, more string, args ...any) (found []Vehicle, err error) {
	seen, seenArgs := f.Seen("v.id", web.Caller(ctx))
	err = f.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Vehicle](tx, `SELECT `+vehicleColumns+f.fromVehicle()+`WHERE NOT v.deleted AND `+seen+` `+more+` ORDER BY v.name, v.id`, append(seenArgs, args...)...)
		return err
	})
	return found, err
}

// HasVehicles reports whether a group of the organisation of ctx has living vehicles. It does not ask what the caller sees: a vehicle may
// be known before its group is.
func (f *Fleet) HasVehicles(ctx context.Context, groupID string) (has bool, err error) {
	err = f.db.Read(ctx, func(tx *gorm.DB) (err error) {
		has, err = store.One[bool](tx, `SELECT EXISTS (SELECT FROM `+f.schema+`.fleet_vehicle WHERE group_id = ? AND NOT deleted)`, groupID)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("look for vehicles of group %s: %w", groupID, err)
	}
	return has, nil
}

// Device finds a device on a vehicle that the caller of ctx sees; fault.NotFound. One that is fitted to no vehicle is seen by callers who see
// everything.
func (f *Fleet) Device(ctx context.Context, id string) (Device, error) {
	seen, args := f.Seen("d.vehicle_id", web.Caller(ctx))
	var found []Device
	err := f.db.Read(ctx, func(tx *gorm.DB) (err error) {
		found, err = store.Rows[Device](tx, `SELECT d.id, d.vehicle_id, d.model, d.disabled FROM `+f.schema+`.fleet_device d WHERE d.id = ? AND NOT d.deleted AND `+seen, append([]any{id}, args...)...)
		return err
	})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "There is no such device.")
	}
	if err != nil {
		return Device{}, fmt.Errorf("find device %s: %w", id, err)
	}
	return found[0], nil
}

// Devices lists the devices that are on a vehicle now, its default one first. It runs within a transaction of the vehicle's organisation.
func (f *Fleet) Devices(tx *gorm.DB, orgID, vehicleID string) (found []Device, err error) {
	found, err = store.Rows[Device](tx, `
		SELECT id, vehicle_id, model, disabled FROM `+f.schema+`.fleet_device WHERE org_id = ? AND vehicle_id = ? AND NOT deleted
		ORDER BY (SELECT bool_or((a->>'default')::boolean AND coalesce((a->>'to_ms')::bigint, 0) = 0) FROM jsonb_array_elements(assignments) a) DESC NULLS LAST, id`,
		orgID, vehicleID)
	if err != nil {
		return nil, fmt.Errorf("list devices of vehicle %s: %w", vehicleID, err)
	}
	return found, nil
}

// VehicleAt finds the vehicle that a device was on at an instant in Unix milliseconds; false if it was on none. It runs within a
// transaction of the device's organisation, and finds vehicles that have been deleted since.
func (f *Fleet) VehicleAt(tx *gorm.DB, orgID, deviceID string, atMs int64) (Vehicle, bool, error) {
	found, err := store.Rows[Vehicle](tx, `
		SELECT `+vehicleColumns+f.fromVehicle()+`
		JOIN (SELECT a->>'vehicle_id' AS vehicle_id FROM `+f.schema+`.fleet_device, jsonb_array_elements(assignments) a
			WHERE org_id = ? AND id = ? AND (a->>'from_ms')::bigint <= ? AND (coalesce((a->>'to_ms')::bigint, 0) = 0 OR (a->>'to_ms')::bigint > ?)) was
			ON was.vehicle_id = v.id
		WHERE v.org_id = ?`, orgID, deviceID, atMs, atMs, orgID)
	if err != nil {
		return Vehicle{}, false, fmt.Errorf("find the vehicle of device %s: %w", deviceID, err)
	}
	if len(found) == 0 {
		return Vehicle{}, false, nil
	}
	return found[0], true, nil
}
