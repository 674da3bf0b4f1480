package vehicle

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Store keeps vehicles.
type Store struct {
	db       store.Transactor
	now      func() time.Time
	removals []Removal
}

// Removal does what follows, for another noun, from the removal of a vehicle, in its transaction.
type Removal func(tx *gorm.DB, orgID, vehicleID string, atMs int64) error

// NewStore keeps vehicles in db. What follows from the removal of one is done in the order of the removals.
func NewStore(db store.Transactor, now func() time.Time, removals ...Removal) *Store {
	return &Store{db: db, now: now, removals: removals}
}

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

func (r vehicleRow) vehicle() Vehicle {
	return Vehicle{
		ID: r.ID, Name: r.Name, Type: r.Type, GroupID: r.GroupID, Group: r.Label, Path: r.Path, Make: r.Make, Model: r.Model, Fuel: r.Fuel,
		Displacement: r.Displacement, Year: r.Year, VIN: r.VIN, Notes: r.Notes, Key: r.Key, Disabled: r.Disabled, Version: r.Version,
	}
}

const selectVehicle = `
SELECT v.id, v.name, v.type, v.group_id, g.label, g.path, v.make, v.model, v.fuel, v.displacement, v.year, v.vin, v.notes, v.key, v.disabled, v.version
FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE v.org_id = ? AND v.deleted_at IS NULL AND `

// Vehicles returns a page of the vehicles in visible that the query asks for, and how many there are on all pages.
func (s *Store) Vehicles(ctx context.Context, orgID string, visible scope.Scope, query *web.ListQuery) (list []Vehicle, total int64, err error) {
	condition, args := visible.Vehicles()
	asked, values := query.Where()
	condition, args = condition+" AND "+asked, append(append([]any{orgID}, args...), values...)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[vehicleRow](tx, selectVehicle+condition+` ORDER BY `+query.OrderBy()+` LIMIT ? OFFSET ?`, append(slices.Clone(args), query.Size, query.Offset())...)
		if err != nil {
			return err
		}
		total, err = store.One[int64](tx, `
			SELECT count(*) FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition, args...)
		if err != nil {
			return err
		}
		list, err = withDevices(tx, orgID, found)
		return err
	})
	if err != nil {
		return list, total, fmt.Errorf("list vehicles: %w", err)
	}
	return list, total, nil
}

// Vehicle returns one vehicle; store.ErrNoRow when it is not in visible.
func (s *Store) Vehicle(ctx context.Context, orgID string, visible scope.Scope, id string) (v Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		v, err = Find(tx, orgID, visible, id)
		return err
	})
	if err != nil {
		return v, fmt.Errorf("find vehicle %s: %w", id, err)
	}
	return v, nil
}

// Find reads a vehicle in a transaction; store.ErrNoRow when it is not in scope.
func Find(tx *gorm.DB, orgID string, visible scope.Scope, id string) (Vehicle, error) {
	condition, args := visible.Vehicles()
	found, err := store.One[vehicleRow](tx, selectVehicle+condition+` AND v.id = ?`, append(append([]any{orgID}, args...), id)...)
	if err != nil {
		return Vehicle{}, err
	}
	list, err := withDevices(tx, orgID, []vehicleRow{found})
	if err != nil {
		return Vehicle{}, err
	}
	return list[0], nil
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
func withDevices(tx *gorm.DB, orgID string, found []vehicleRow) ([]Vehicle, error) {
	list, ids, at := make([]Vehicle, len(found)), make([]string, len(found)), make(map[string]int, len(found))
	for i, r := range found {
		list[i], ids[i], at[r.ID] = r.vehicle(), r.ID, i
	}
	fitted, err := store.Rows[fittedRow](tx, selectFitted, orgID, store.List(ids))
	if err != nil {
		return nil, err
	}
	for _, f := range fitted {
		v := &list[at[f.VehicleID]]
		v.Devices = append(v.Devices, Fitted{
			DeviceID: f.DeviceID, IsDefault: f.IsDefault, Model: f.Model, Firmware: f.Firmware, Disabled: f.Disabled, FromMs: f.FromMs,
		})
	}
	return list, nil
}
