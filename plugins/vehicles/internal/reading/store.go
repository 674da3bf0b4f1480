// Package reading is what a vehicle itself said last, by its own bus: tank, battery, belts, doors, engine.
package reading

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// lookBack is how long before its newest sample is looked for what a vehicle says seldom.
const lookBack = time.Hour

// Store reads what vehicles said.
type Store struct{ db store.Transactor }

// NewStore reads from db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

// Newest is what was said last of each kind within the hour before a vehicle's newest sample, and when anything was.
type Newest struct {
	AtMs                   int64 // Unix milliseconds; 0: it said nothing of itself
	FuelPercent, OdometerM *float64
	events.CAN
}

// Newest reads what a vehicle in visible said last; fault.NotFound.
func (s *Store) Newest(ctx context.Context, orgID string, visible scope.Scope, vehicleID string) (n Newest, err error) {
	var list []history.Reading
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if _, err := vehicle.Find(tx, orgID, visible, vehicleID); err != nil {
			return err
		}
		lastMs, err := store.One[int64](tx, `
			SELECT coalesce(max(p.last_seen_ms), 0) FROM vehicles.assignment a JOIN vehicles.presence p ON p.org_id = a.org_id AND p.device_id = a.device_id
			WHERE a.org_id = ? AND a.vehicle_id = ? AND a.to_ms IS NULL`, orgID, vehicleID)
		if err != nil || lastMs == 0 {
			return err
		}
		c, err := history.CarrierOf(tx, orgID, vehicleID, lastMs-lookBack.Milliseconds(), lastMs+1)
		if err == nil {
			list, err = c.All(tx, lastMs-lookBack.Milliseconds(), lastMs+1, 0)
		}
		return err
	})
	if err != nil {
		return n, fmt.Errorf("read what vehicle %s said: %w", vehicleID, err)
	}
	return newestOf(list), nil
}

// newestOf takes each value from the newest reading that has it.
func newestOf(list []history.Reading) (n Newest) {
	var said *events.CAN
	for i := len(list) - 1; i >= 0; i-- {
		r := &list[i]
		if r.CAN == "" && !r.Said(history.HasFuel) {
			continue
		}
		n.AtMs = max(n.AtMs, r.TimeMs)
		said = said.Over(r.Bus())
		if n.FuelPercent == nil {
			n.FuelPercent = r.Of(history.HasFuel, &r.FuelPercent)
		}
		if n.OdometerM == nil {
			n.OdometerM = r.Of(history.HasOdometer, &r.OdometerM)
		}
	}
	if said != nil {
		n.CAN = *said
	}
	return n
}
