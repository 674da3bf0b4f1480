package visit

import (
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Kept is a visit as it is kept.
type Kept struct {
	ID          string
	GeofenceID  string
	ArrivalMs   int64
	DepartureMs int64
}

// SameStay reports whether a visit is the one that is kept, perhaps at other times: they have some time in common.
func (k Kept) SameStay(v *watch.Visit) bool {
	if k.GeofenceID != v.FenceID {
		return false
	}
	return k.ID == v.ID || ((k.DepartureMs == 0 || v.ArrivalMs <= k.DepartureMs) && (v.DepartureMs == 0 || k.ArrivalMs <= v.DepartureMs))
}

// Of are the visits of a vehicle that went on at a time, or began after it.
func Of(tx *gorm.DB, orgID, vehicleID string, sinceMs int64) ([]Kept, error) {
	list, err := store.Rows[Kept](tx, `SELECT id::text AS id, geofence_id, arrival_ms, departure_ms FROM geofences.visit
		WHERE org_id = ? AND vehicle_id = ? AND (departure_ms = 0 OR departure_ms > ?) ORDER BY arrival_ms, id FOR UPDATE`, orgID, vehicleID, sinceMs)
	if err != nil {
		return nil, fmt.Errorf("find the visits of vehicle %s: %w", vehicleID, err)
	}
	return list, nil
}

// Withdraw takes back what a visit has raised, but for what it still has.
func Withdraw(tx *gorm.DB, orgID string, k Kept, left []watch.Event) error {
	raised, err := store.Rows[struct {
		Trigger, VehicleID string
		AtMs               int64
	}](tx, `SELECT trigger, vehicle_id, at_ms FROM geofences.visit_event WHERE org_id = ? AND visit_id = ?::uuid`, orgID, k.ID)
	if err != nil {
		return fmt.Errorf("find what visit %s raised: %w", k.ID, err)
	}
	for _, one := range raised {
		if slices.ContainsFunc(left, func(e watch.Event) bool { return e.Trigger == one.Trigger }) {
			continue
		}
		if err := withdrawAlert(tx, orgID, k.ID, one.Trigger, one.VehicleID, one.AtMs); err != nil {
			return err
		}
		if _, err := store.Exec(tx, `DELETE FROM geofences.visit_event WHERE org_id = ? AND visit_id = ?::uuid AND trigger = ?`, orgID, k.ID, one.Trigger); err != nil {
			return err
		}
	}
	return nil
}

// withdrawAlert takes the alert of an event back.
func withdrawAlert(tx *gorm.DB, orgID, visitID, trigger, vehicleID string, atMs int64) error {
	kind := map[string]string{watch.Enter: fence.BoundaryAlert, watch.Leave: fence.BoundaryAlert, watch.ParkInside: fence.ParkingAlert}[trigger]
	if kind == "" {
		kind = fence.SpeedingAlert
	}
	return events.RaiseAlert(tx, orgID, "geofences", events.AlertRaised{ID: visitID + ":" + trigger, Type: kind, VehicleID: vehicleID, TimeMs: atMs, Withdrawn: true})
}

// Delete takes visits away that were none.
func Delete(tx *gorm.DB, orgID string, ids []string) error {
	if _, err := store.Exec(tx, `DELETE FROM geofences.visit WHERE org_id = ? AND id = ANY(?::uuid[])`, orgID, store.List(ids)); err != nil {
		return fmt.Errorf("withdraw visits: %w", err)
	}
	return nil
}

// CloseForNow ends visits that are about to be written anew, so that no other finds its place taken meanwhile.
func CloseForNow(tx *gorm.DB, orgID string, ids []string) error {
	_, err := store.Exec(tx, `UPDATE geofences.visit SET departure_ms = greatest(arrival_ms, last_ms) WHERE org_id = ? AND id = ANY(?::uuid[]) AND departure_ms = 0`, orgID, store.List(ids))
	if err != nil {
		return fmt.Errorf("write visits anew: %w", err)
	}
	return nil
}
