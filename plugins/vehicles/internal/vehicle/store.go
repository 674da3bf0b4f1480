package postgres

import (
	"context"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

// VehicleFields are what the list of vehicles is sorted, filtered and searched by.
var VehicleFields = web.NewListFields("v.id", "vehicle_name",
	web.ListField{Name: "vehicle_name", Column: "v.name", Search: true},
	web.ListField{Name: "vehicle_type", Kind: web.OneOf, Column: "v.type", Options: fleet.VehicleTypes},
	web.ListField{Name: "node", Kind: web.OneOf, Column: "v.group_id", Unsorted: true},
	web.ListField{Name: "group", Column: "g.label", Search: true},
	web.ListField{Name: "make", Column: "v.make", Search: true},
	web.ListField{Name: "model", Column: "v.model", Search: true},
	web.ListField{Name: "fuel", Column: "v.fuel"},
	web.ListField{Name: "displacement", Kind: web.Integer, Column: "v.displacement"},
	web.ListField{Name: "year", Kind: web.Integer, Column: "v.year"},
	web.ListField{Name: "VIN", Column: "v.vin", Search: true},
	web.ListField{Name: "notes", Column: "v.notes", Search: true},
	web.ListField{Name: "key", Column: "v.key", Search: true},
	web.ListField{Name: "disabled", Kind: web.YesNo, Column: "v.disabled"},
)

type vehicleRow struct {
	ID           string
	Name         string
	Type         string
	GroupID      string
	Label        string
	Path         string
	Make         string
	Model        string
	Fuel         string
	Displacement *int
	Year         *int
	VIN          string `gorm:"column:vin"`
	Notes        string
	Key          string
	Disabled     bool
	Version      int
}

func (r vehicleRow) vehicle() vehicle.Vehicle {
	return vehicle.Vehicle{
		ID: r.ID, Name: r.Name, Type: r.Type, GroupID: r.GroupID, Group: r.Label, Path: r.Path, Make: r.Make, Model: r.Model, Fuel: r.Fuel,
		Displacement: r.Displacement, Year: r.Year, VIN: r.VIN, Notes: r.Notes, Key: r.Key, Disabled: r.Disabled, Version: r.Version,
	}
}

const selectVehicle = `
SELECT v.id, v.name, v.type, v.group_id, g.label, g.path, v.make, v.model, v.fuel, v.displacement, v.year, v.vin, v.notes, v.key, v.disabled, v.version
FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE v.org_id = ? AND v.deleted_at IS NULL AND `

// Vehicles returns a page of the vehicles in scope that the query asks for, and how many there are on all pages.
func (s *Store) Vehicles(ctx context.Context, orgID string, scope vehicle.Scope, query *web.ListQuery) (list []vehicle.Vehicle, total int64, err error) {
	condition, args := visible(scope)
	asked, values := query.Where()
	condition, args = condition+" AND "+asked, append(append([]any{orgID}, args...), values...)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := rows[vehicleRow](tx, selectVehicle+condition+` ORDER BY `+query.OrderBy()+` LIMIT ? OFFSET ?`, append(slices.Clone(args), query.Size, query.Offset())...)
		if err != nil {
			return err
		}
		total, err = row[int64](tx, `
			SELECT count(*) FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition, args...)
		if err != nil {
			return err
		}
		list, err = withDevices(tx, orgID, found)
		return err
	})
	return list, total, wrap(err, "list vehicles")
}

// Vehicle returns one vehicle; vehicle.ErrNotFound when it is not in scope.
func (s *Store) Vehicle(ctx context.Context, orgID string, scope vehicle.Scope, id string) (v vehicle.Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		v, err = vehicleByID(tx, orgID, scope, id)
		return err
	})
	return v, wrap(err, "find vehicle %s", id)
}

func vehicleByID(tx *gorm.DB, orgID string, scope vehicle.Scope, id string) (vehicle.Vehicle, error) {
	condition, args := visible(scope)
	found, err := row[vehicleRow](tx, selectVehicle+condition+` AND v.id = ?`, append(append([]any{orgID}, args...), id)...)
	if err != nil {
		return vehicle.Vehicle{}, err
	}
	list, err := withDevices(tx, orgID, []vehicleRow{found})
	if err != nil {
		return vehicle.Vehicle{}, err
	}
	return list[0], nil
}

// DevicesOn returns the devices that are fitted to vehicles now.
func (s *Store) DevicesOn(ctx context.Context, orgID string, vehicleIDs ...string) (ids []string, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ids, err = rows[string](tx, `SELECT device_id FROM vehicles.assignment WHERE org_id = ? AND vehicle_id = ANY(?) AND to_ms IS NULL`, orgID, pointer(vehicleIDs))
		return err
	})
	return ids, wrap(err, "list devices of vehicles")
}

type fittedRow struct {
	VehicleID string
	DeviceID  string
	IsDefault bool
	Model     string
	Firmware  string
	Disabled  bool
	FromMs    int64
}

const selectFitted = `
SELECT a.vehicle_id, a.device_id, a.is_default, d.model, d.firmware, d.disabled, a.from_ms
FROM vehicles.assignment a JOIN vehicles.device d ON d.org_id = a.org_id AND d.device_id = a.device_id
WHERE a.org_id = ? AND a.vehicle_id = ANY(?) AND a.to_ms IS NULL
ORDER BY a.is_default DESC, a.device_id`

// withDevices turns rows into vehicles with the devices that are fitted to them now, the default one first.
func withDevices(tx *gorm.DB, orgID string, found []vehicleRow) ([]vehicle.Vehicle, error) {
	list, ids, at := make([]vehicle.Vehicle, len(found)), make([]string, len(found)), make(map[string]int, len(found))
	for i, r := range found {
		list[i], ids[i], at[r.ID] = r.vehicle(), r.ID, i
	}
	fitted, err := rows[fittedRow](tx, selectFitted, orgID, pointer(ids))
	if err != nil {
		return nil, err
	}
	for _, f := range fitted {
		v := &list[at[f.VehicleID]]
		v.Devices = append(v.Devices, vehicle.Fitted{
			DeviceID: f.DeviceID, IsDefault: f.IsDefault, Model: f.Model, Firmware: f.Firmware, Disabled: f.Disabled, FromMs: f.FromMs,
		})
	}
	return list, nil
}
