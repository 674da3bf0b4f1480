package config

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

// DB is the part of store.DB that is used.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
}

// Fleet is the part of replica.Fleet that is used.
type Fleet interface {
	Vehicle(ctx context.Context, id string) (replica.Vehicle, error)
	Vehicles(ctx context.Context) ([]replica.Vehicle, error)
	Devices(tx *gorm.DB, orgID, vehicleID string) ([]replica.Device, error)
}

// Types knows the alert types of other plugins.
type Types interface {
	// Available are those that an organisation has switched on.
	Available(ctx context.Context, orgID string) ([]alert.Type, error)
}

// Store keeps what was chosen for vehicles.
type Store struct {
	db      DB
	fleet   Fleet
	uploads *upload.Store
	types   Types
}

// NewStore keeps choices in db; devices are told by uploads when an input is switched.
func NewStore(db DB, fleet Fleet, uploads *upload.Store, types Types) *Store {
	return &Store{db: db, fleet: fleet, uploads: uploads, types: types}
}

// kinds are all that can be chosen in an organisation: the plugin's own, then those of other plugins that it has switched on.
func (s *Store) kinds(ctx context.Context, orgID string) ([]Kind, error) {
	contributed, err := s.types.Available(ctx, orgID)
	if err != nil {
		return nil, err
	}
	all := slices.Clone(Kinds)
	for _, t := range contributed {
		all = append(all, kindOf(t))
	}
	return all, nil
}

// Choice is what was chosen for one kind of alert of a vehicle.
type Choice struct {
	VehicleID string
	Type      string // name of a Kind
	Pin       int    // of Input
	Enabled   bool
	Threshold *float64
	PinName   string
}

// choiceRow is how a choice is kept.
type choiceRow struct {
	OrgID     string `gorm:"primaryKey"`
	VehicleID string `gorm:"primaryKey"`
	Type      string `gorm:"primaryKey"`
	Pin       int    `gorm:"primaryKey"`
	Enabled   bool
	Threshold *float64
	PinName   string
}

// TableName is where gorm finds choices.
func (choiceRow) TableName() string { return "alerts.vehicle_config" }

// of reads the choices for vehicles, in a transaction of their organisation.
func of(tx *gorm.DB, orgID string, vehicles ...string) (map[string][]Choice, error) {
	var rows []Choice
	err := tx.Model(&choiceRow{}).Find(&rows, "org_id = ? AND vehicle_id = ANY(?)", orgID, &vehicles).Error
	if err != nil {
		return nil, fmt.Errorf("read the alert configuration: %w", err)
	}
	found := map[string][]Choice{}
	for _, r := range rows {
		found[r.VehicleID] = append(found[r.VehicleID], r)
	}
	return found, nil
}

func put(tx *gorm.DB, orgID string, c Choice) error {
	row := choiceRow{OrgID: orgID, VehicleID: c.VehicleID, Type: c.Type, Pin: c.Pin, Enabled: c.Enabled, Threshold: c.Threshold, PinName: c.PinName}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
}

// set writes choices for a vehicle. When an input is among them its devices are told what to upload.
func (s *Store) set(tx *gorm.DB, orgID, vehicleID string, choices []Choice) error {
	inputs := false
	for _, c := range choices {
		c.VehicleID = vehicleID
		inputs = inputs || c.Type == Input
		if err := put(tx, orgID, c); err != nil {
			return fmt.Errorf("write the alert configuration of vehicle %s: %w", vehicleID, err)
		}
	}
	if !inputs {
		return nil
	}
	devices, err := s.fleet.Devices(tx, orgID, vehicleID)
	if err != nil {
		return err
	}
	for _, d := range devices {
		if err := s.uploads.Touch(tx, orgID, d.ID); err != nil {
			return err
		}
	}
	return nil
}

// Moved implements replica.Moved: a device whose inputs are switched off differently on its new vehicle is told.
func (s *Store) Moved(tx *gorm.DB, orgID, deviceID, from, to string) error {
	before, err := offOn(tx, orgID, from)
	if err != nil {
		return err
	}
	after, err := offOn(tx, orgID, to)
	if err != nil || maps.Equal(before, after) {
		return err
	}
	return s.uploads.Touch(tx, orgID, deviceID)
}

// offOn are the inputs that are switched off on a vehicle.
func offOn(tx *gorm.DB, orgID, vehicleID string) (map[int]bool, error) {
	choices, err := of(tx, orgID, vehicleID)
	off := map[int]bool{}
	for _, c := range choices[vehicleID] {
		if c.Type == Input && !c.Enabled {
			off[c.Pin] = true
		}
	}
	return off, err
}

// OffInputs are the inputs that are switched off on the vehicle that a device is on now.
func OffInputs(tx *gorm.DB, orgID, deviceID string) (map[int]bool, error) {
	on, err := store.Rows[string](tx, `SELECT vehicle_id FROM alerts.fleet_device WHERE org_id = ? AND id = ?`, orgID, deviceID)
	if err != nil {
		return nil, fmt.Errorf("find the vehicle of device %s: %w", deviceID, err)
	}
	if len(on) == 0 {
		return map[int]bool{}, nil
	}
	return offOn(tx, orgID, on[0])
}

// Before implements postgres.Follower: an alert that is switched off on its vehicle, or below what was chosen, is not wanted.
func (s *Store) Before(tx *gorm.DB, orgID string, a *alert.Alert) (wanted bool, err error) {
	name := KindOf(*a)
	if name == "" && a.AlertType == "imualert" && a.AccelG != nil {
		return false, nil // a force that is measured, and below each kind's default
	}
	if name == "" || a.VehicleID == "" {
		return a.Declared == nil || a.Declared.OnByDefault(), nil
	}
	var found []Choice
	err = tx.Model(&choiceRow{}).Find(&found, "org_id = ? AND vehicle_id = ? AND type = ? AND pin = ?", orgID, a.VehicleID, name, a.Pin).Error
	if err != nil {
		return false, fmt.Errorf("read the alert configuration of vehicle %s: %w", a.VehicleID, err)
	}
	if len(found) == 0 {
		found = []Choice{{Enabled: a.Declared == nil || a.Declared.OnByDefault()}}
	}
	kind, _ := kindNamed(name)
	threshold := cmp.Or(found[0].Threshold, kind.Default)
	return found[0].Enabled && (threshold == nil || !below(*a, kind, *threshold)), nil
}

// After implements postgres.Follower.
func (s *Store) After(*gorm.DB, string, alert.Alert) error { return nil }

// PinEnabled reports whether an input is switched on on a vehicle, in a transaction of its organisation.
func PinEnabled(tx *gorm.DB, orgID, vehicleID string, pin int) (bool, error) {
	choices, err := of(tx, orgID, vehicleID)
	if err != nil {
		return false, err
	}
	for _, c := range choices[vehicleID] {
		if c.Type == Input && c.Pin == pin {
			return c.Enabled, nil
		}
	}
	return true, nil
}
