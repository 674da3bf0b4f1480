// Package event is what happened to tanks: somebody filled one, or seems to have taken something out. Each is kept with what shows it, and raised as an alert.
package event

import (
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// Ids of the alert types.
const (
	TheftAlert  = "fuel_theft"
	RefuelAlert = "fuel_refuel"
)

// sameMs is within which something that was found again is the same, though it begins at another minute now.
const sameMs = 25 * 60_000

// Event is one of a vehicle.
type Event struct {
	ID            string
	VehicleID     string
	Kind          string // refuel or theft
	AtMs, EndMs   int64
	Litres        float64
	BeforePercent float64
	AfterPercent  float64
	Certainty     float64
	Ignition      bool
	Lat, Lng      *float64
	Place         string `gorm:"-"` // filled in by who shows it
	Dismissed     bool
}

const columns = `SELECT id, vehicle_id, kind, at_ms, end_ms, litres, before_percent, after_percent, certainty, ignition, lat, lng, dismissed FROM fuel.event WHERE org_id = ?`

// Of are the events of a vehicle from a time to before another, the oldest first.
func Of(tx *gorm.DB, orgID, vehicleID string, fromMs, toMs int64) ([]Event, error) {
	return store.Rows[Event](tx, columns+` AND vehicle_id = ? AND at_ms >= ? AND at_ms < ? ORDER BY at_ms`, orgID, vehicleID, fromMs, toMs)
}

// Find is an event; store.ErrNoRow.
func Find(tx *gorm.DB, orgID, id string) (Event, error) {
	return store.One[Event](tx, columns+` AND id = ?`, orgID, id)
}

// Found is what was found in a time of a vehicle.
type Found struct {
	minutes.Span
	Steps []tank.Step
	TankL float64
}

// Keep makes what is kept of times what was found in them: what is new is raised, what late readings show to be none is taken back.
func Keep(tx *gorm.DB, orgID string, list []Found) error {
	if len(list) == 0 {
		return nil
	}
	spans := make([]minutes.Span, len(list))
	for i, f := range list {
		spans[i] = f.Span
	}
	ids, fromMs, toMs := minutes.Cover(spans)
	rows, err := store.Rows[Event](tx, columns+` AND vehicle_id = ANY(?) AND at_ms >= ? AND at_ms < ? ORDER BY vehicle_id, at_ms FOR UPDATE`, orgID, store.List(ids), fromMs, toMs)
	if err != nil {
		return fmt.Errorf("read what happened to the tanks of %d vehicles: %w", len(list), err)
	}
	kept := map[string][]Event{}
	for _, e := range rows {
		kept[e.VehicleID] = append(kept[e.VehicleID], e)
	}
	for _, f := range list {
		within := slices.DeleteFunc(kept[f.VehicleID], func(e Event) bool { return e.AtMs < f.FromMs || e.AtMs >= f.ToMs })
		if err := keep(tx, orgID, f, within); err != nil {
			return err
		}
	}
	return nil
}

// keep makes what is kept of a time of one vehicle what was found in it.
func keep(tx *gorm.DB, orgID string, f Found, kept []Event) error {
	for _, s := range f.Steps {
		e := Event{
			ID: fmt.Sprintf("%s:%s:%d", f.VehicleID, s.Kind, s.AtMs), VehicleID: f.VehicleID, Kind: s.Kind, AtMs: s.AtMs, EndMs: s.EndMs, Litres: math.Round(s.Percent*f.TankL) / 100,
			BeforePercent: s.Before, AfterPercent: s.After, Certainty: s.Certainty, Ignition: s.On, Lat: s.Lat, Lng: s.Lng,
		}
		again := -1
		for i, k := range kept {
			if k.Kind == e.Kind && k.AtMs-e.AtMs < sameMs && e.AtMs-k.AtMs < sameMs {
				again = i
			}
		}
		if again >= 0 {
			e.ID = kept[again].ID
			kept = append(kept[:again], kept[again+1:]...)
			if err := change(tx, orgID, e); err != nil {
				return err
			}
			continue
		}
		if s.AtMs < f.FromMs || s.AtMs >= f.ToMs {
			continue // what lies around is read in part: it was judged with what lies around that
		}
		if err := add(tx, orgID, e); err != nil {
			return err
		}
	}
	for _, k := range kept {
		if _, err := store.Exec(tx, `DELETE FROM fuel.event WHERE org_id = ? AND id = ?`, orgID, k.ID); err != nil {
			return fmt.Errorf("take back %s: %w", k.ID, err)
		}
		if err := Withdraw(tx, orgID, k); err != nil {
			return err
		}
	}
	return nil
}

func change(tx *gorm.DB, orgID string, e Event) error {
	_, err := store.Exec(tx, `UPDATE fuel.event SET at_ms = ?, end_ms = ?, litres = ?, before_percent = ?, after_percent = ?, certainty = ?, ignition = ?, lat = ?, lng = ? WHERE org_id = ? AND id = ?`,
		e.AtMs, e.EndMs, e.Litres, e.BeforePercent, e.AfterPercent, e.Certainty, e.Ignition, e.Lat, e.Lng, orgID, e.ID)
	if err != nil {
		return fmt.Errorf("change %s: %w", e.ID, err)
	}
	return nil
}

func add(tx *gorm.DB, orgID string, e Event) error {
	_, err := store.Exec(tx, `INSERT INTO fuel.event (org_id, id, vehicle_id, kind, at_ms, end_ms, litres, before_percent, after_percent, certainty, ignition, lat, lng)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, orgID, e.ID, e.VehicleID, e.Kind, e.AtMs, e.EndMs, e.Litres, e.BeforePercent, e.AfterPercent, e.Certainty, e.Ignition, e.Lat, e.Lng)
	if err != nil {
		return fmt.Errorf("keep %s: %w", e.ID, err)
	}
	return events.RaiseAlert(tx, orgID, "fuel", alertOf(e))
}

// Withdraw takes the alert of an event back.
func Withdraw(tx *gorm.DB, orgID string, e Event) error {
	a := alertOf(e)
	a.Withdrawn = true
	return events.RaiseAlert(tx, orgID, "fuel", a)
}

func alertOf(e Event) events.AlertRaised {
	a := events.AlertRaised{
		ID: e.ID, Type: RefuelAlert, VehicleID: e.VehicleID, TimeMs: e.AtMs, Lat: e.Lat, Lng: e.Lng,
		Values: map[string]any{"litres": e.Litres, "certainty": 100 * e.Certainty, "level_before": e.BeforePercent, "level_after": e.AfterPercent},
	}
	if e.Kind == tank.Theft {
		a.Type = TheftAlert
	}
	return a
}

// Dismiss notes what a person says of an event: its alert is taken back, or raised again. store.ErrNoRow.
func Dismiss(tx *gorm.DB, orgID, vehicleID, id string, dismissed bool) error {
	e, err := Find(tx, orgID, id)
	if err == nil && e.VehicleID != vehicleID {
		err = store.ErrNoRow
	}
	if err != nil || e.Dismissed == dismissed {
		return err
	}
	if _, err := store.Exec(tx, `UPDATE fuel.event SET dismissed = ? WHERE org_id = ? AND id = ?`, dismissed, orgID, id); err != nil {
		return fmt.Errorf("dismiss %s: %w", id, err)
	}
	a := alertOf(e)
	a.Withdrawn = dismissed
	return events.RaiseAlert(tx, orgID, "fuel", a)
}

// Rescale has litres follow the size of a tank.
func Rescale(tx *gorm.DB, orgID, vehicleID string, factor float64) error {
	_, err := store.Exec(tx, `UPDATE fuel.event SET litres = litres * ? WHERE org_id = ? AND vehicle_id = ?`, factor, orgID, vehicleID)
	return err
}
