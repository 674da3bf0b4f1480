package violation

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
)

// Taker notes vehicles that drive unbelted, to be looked at.
type Taker struct {
	db      store.Transactor
	tenants tenants
	fleet   *replica.Fleet
}

// tenants are the part of plugin.Tenants that is used.
type tenants interface {
	Await(ctx context.Context) error
	On(orgID string) bool
}

// NewTaker notes them in db.
func NewTaker(db store.Transactor, tenants tenants, fleet *replica.Fleet) *Taker {
	return &Taker{db, tenants, fleet}
}

// span is the time of a device's unbelted samples.
type span struct{ fromMs, toMs int64 }

// Take takes a batch of messages. Of an organisation that has the module off nothing is even read, and where everybody is belted nothing is written.
func (t *Taker) Take(ctx context.Context, batch []events.Event[events.Glance]) error {
	if err := t.tenants.Await(ctx); err != nil {
		return err
	}
	unbelted := map[string]map[string]span{}
	for _, e := range batch {
		if !t.tenants.On(e.OrgID) {
			continue
		}
		message, err := e.Data.Read()
		if err != nil {
			return err
		}
		for i := range message.Samples {
			if s := &message.Samples[i]; isUnbelted(s) {
				widen(unbelted, e.OrgID, message.DeviceID, s.Time)
			}
		}
	}
	for orgID, devices := range unbelted {
		err := t.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return t.note(tx, orgID, devices) })
		if err != nil && !errors.Is(err, store.ErrNoTenant) && fault.KindOf(err) != fault.NotFound {
			return fmt.Errorf("note vehicles of %s that drive unbelted: %w", orgID, err)
		}
	}
	return nil
}

func widen(all map[string]map[string]span, orgID, deviceID string, atMs int64) {
	if all[orgID] == nil {
		all[orgID] = map[string]span{}
	}
	known, there := all[orgID][deviceID]
	if !there {
		known = span{atMs, atMs}
	}
	all[orgID][deviceID] = span{min(known.fromMs, atMs), max(known.toMs, atMs)}
}

func (t *Taker) note(tx *gorm.DB, orgID string, devices map[string]span) error {
	for deviceID, s := range devices {
		vehicle, on, err := t.fleet.VehicleAt(tx, orgID, deviceID, s.toMs)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if err := due(tx, orgID, vehicle.ID, s); err != nil {
			return err
		}
	}
	return nil
}

// due has a vehicle looked at in a time.
func due(tx *gorm.DB, orgID, vehicleID string, s span) error {
	_, err := store.Exec(tx, `INSERT INTO seatbelt.due AS old (org_id, vehicle_id, from_ms, to_ms) VALUES (?, ?, ?, ?)
		ON CONFLICT (org_id, vehicle_id) DO UPDATE SET from_ms = least(old.from_ms, excluded.from_ms), to_ms = greatest(old.to_ms, excluded.to_ms), changes = old.changes + 1, tries = 0
		WHERE old.from_ms > excluded.from_ms OR old.to_ms < excluded.to_ms`, orgID, vehicleID, s.fromMs, s.toMs)
	return err
}
