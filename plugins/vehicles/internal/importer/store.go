package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

// errChanged says that somebody else took a key or a device of the file since it was judged; nothing was added.
var errChanged = fault.New(fault.Conflict, "A fleet number or a device of the file was taken meanwhile. Nothing was imported; please try again.")

// errUndone is what taking back an import twice answers.
var errUndone = fault.New(fault.Conflict, "This import was taken back already.")

// Import is a file that vehicles came by.
type Import struct {
	ID       string
	MadeBy   string
	MadeAt   time.Time
	File     string
	Vehicles int
	Devices  int
	UndoneAt *time.Time
}

// Store keeps imports.
type Store struct {
	db  store.Transactor
	now func() time.Time
}

// NewStore keeps imports in db.
func NewStore(db store.Transactor, now func() time.Time) *Store { return &Store{db, now} }

// Known is what the organisation has of what rows name; groups are those in visible.
func (s *Store) Known(ctx context.Context, orgID string, visible scope.Scope, rows []Row) (known Known, err error) {
	known.Keys, known.Devices = map[string]bool{}, map[string]bool{}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		groups, err := store.Rows[Group](tx, `SELECT id, label, path FROM vehicles.group_path WHERE org_id = ? AND NOT deleted`, orgID)
		if err != nil {
			return err
		}
		for _, g := range groups {
			if visible.Sees(g.Path) {
				known.Groups = append(known.Groups, g)
			}
		}
		keys, err := store.Rows[string](tx, `SELECT key FROM vehicles.vehicle WHERE org_id = ? AND key = ANY(?) AND key <> '' AND deleted_at IS NULL`, orgID, store.List(said(rows, "key")))
		if err != nil {
			return err
		}
		for _, key := range keys {
			known.Keys[key] = true
		}
		known.Devices, err = device.Fitted(tx, orgID, said(rows, "device_id"))
		return err
	})
	if err != nil {
		return known, fmt.Errorf("look up what a file names: %w", err)
	}
	return known, nil
}

// said are the values of a field.
func said(rows []Row, field string) (values []string) {
	for _, row := range rows {
		if value := row.Values[field]; value != "" {
			values = append(values, value)
		}
	}
	return values
}

// Take adds the vehicles and devices of good rows, all of them or none. keys are those of the devices that are new.
func (s *Store) Take(ctx context.Context, orgID, userID, file string, rows []Row, known Known) (made Import, keys []Key, err error) {
	made = Import{ID: uuid.NewString(), MadeBy: userID, File: file, Vehicles: len(rows)}
	vehicles := make([]vehicle.Vehicle, len(rows))
	var devices []device.Device
	var fits []device.Fit
	for i, row := range rows {
		vehicles[i] = row.Vehicle
		vehicles[i].ID = uuid.NewString()
		id := row.Values["device_id"]
		if id == "" {
			continue
		}
		fits = append(fits, device.Fit{DeviceID: id, VehicleID: vehicles[i].ID})
		if _, there := known.Devices[id]; !there {
			key := device.NewKey()
			devices = append(devices, device.Device{ID: id, Model: row.Values["device_model"], KeySHA256: device.KeyDigest(key)})
			keys = append(keys, Key{DeviceID: id, Vehicle: row.Vehicle.Name, Key: key})
		}
	}
	made.Devices = len(devices)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := store.Exec(tx, `INSERT INTO vehicles.import (org_id, id, made_by, made_at, file, vehicles, devices) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			orgID, made.ID, userID, s.now(), file, made.Vehicles, made.Devices); err != nil {
			return err
		}
		if err := vehicle.AddAll(tx, orgID, made.ID, vehicles); err != nil {
			return err
		}
		return device.AddAll(tx, orgID, made.ID, devices, fits, s.now().UnixMilli())
	})
	if store.Violates(err, "vehicle_key_unique") || fault.KindOf(err) == fault.Conflict {
		return made, nil, errChanged
	}
	if err != nil {
		return made, nil, fmt.Errorf("take %d vehicles of a file: %w", len(rows), err)
	}
	return made, keys, nil
}

// Key is a device's key, which is known this once.
type Key struct {
	DeviceID string `json:"device_id"`
	Vehicle  string `json:"vehicle_name"`
	Key      string `json:"key"`
}

// Imports are the newest files all of whose vehicles, removed ones too, are in visible; as many as are asked for at most. One of which no vehicle is left is its maker's.
func (s *Store) Imports(ctx context.Context, orgID string, visible scope.Scope, userID string, most int) (list []Import, err error) {
	condition, args := visible.Vehicles()
	args = append(append([]any{orgID}, args...), userID, most)
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		list, err = store.Rows[Import](tx, `
			SELECT i.id, i.made_by, i.made_at, i.file, i.vehicles, i.devices, i.undone_at FROM vehicles.import i
			WHERE i.org_id = ? AND NOT EXISTS (
				SELECT FROM vehicles.vehicle v LEFT JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
				WHERE v.org_id = i.org_id AND v.import_id = i.id AND NOT coalesce(`+condition+`, false))
			AND (i.made_by = ? OR EXISTS (SELECT FROM vehicles.vehicle v WHERE v.org_id = i.org_id AND v.import_id = i.id))
			ORDER BY i.made_at DESC, i.id LIMIT ?`, args...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list imports: %w", err)
	}
	return list, nil
}

// Vehicles are the ids of an import's vehicles that are still there. store.ErrNoRow unless there is such an import, and all of them are in visible.
func (s *Store) Vehicles(ctx context.Context, orgID string, visible scope.Scope, id string) (ids []string, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := store.One[string](tx, `SELECT id FROM vehicles.import WHERE org_id = ? AND id = ?`, orgID, id); err != nil {
			return err
		}
		ids, err = vehicle.Imported(tx, orgID, visible, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find what import %s added: %w", id, err)
	}
	return ids, nil
}

// Undo removes what an import added, as far as it is there, all of it or nothing. Devices that are on other vehicles by now stay.
func (s *Store) Undo(ctx context.Context, orgID string, visible scope.Scope, id string) (vehicles int, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		undone, err := store.One[bool](tx, `SELECT undone_at IS NOT NULL FROM vehicles.import WHERE org_id = ? AND id = ? FOR UPDATE`, orgID, id)
		if err != nil {
			return err
		}
		if undone {
			return errUndone
		}
		ids, err := vehicle.Imported(tx, orgID, visible, id)
		if err != nil {
			return err
		}
		at := s.now()
		if err := driver.EndOnAll(tx, orgID, ids, at.UnixMilli()); err != nil {
			return err
		}
		gone, err := device.RemoveImported(tx, orgID, id, at)
		if err != nil {
			return err
		}
		if err := presence.ForgetAll(tx, orgID, gone); err != nil {
			return err
		}
		if err := vehicle.RemoveImported(tx, orgID, id, at); err != nil {
			return err
		}
		vehicles = len(ids)
		_, err = store.Exec(tx, `UPDATE vehicles.import SET undone_at = ? WHERE org_id = ? AND id = ?`, at, orgID, id)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("take back import %s: %w", id, err)
	}
	return vehicles, nil
}
