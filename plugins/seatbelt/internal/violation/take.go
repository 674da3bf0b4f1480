package violation

import (
	"context"
	"errors"
	"fmt"
	"time"

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
	now     func() time.Time

	speakers speakers
}

// tenants are the part of plugin.Tenants that is used.
type tenants interface {
	Await(ctx context.Context) error
	On(orgID string) bool
}

// NewTaker notes them in db.
func NewTaker(db store.Transactor, tenants tenants, fleet *replica.Fleet, now func() time.Time) *Taker {
	return &Taker{db: db, tenants: tenants, fleet: fleet, now: now, speakers: speakers{known: map[string]speaks{}}}
}

// span is the time of some of a device's samples.
type span struct{ fromMs, toMs int64 }

// Take takes a batch of messages. Of an organisation that has the module off nothing is even read. Where everybody is belted nothing is written, unless another system had told otherwise.
func (t *Taker) Take(ctx context.Context, batch []events.Event[events.Glance]) error {
	if err := t.tenants.Await(ctx); err != nil {
		return err
	}
	unbelted, belted := map[string]map[string]span{}, map[string]map[string]span{}
	for _, e := range batch {
		if !t.tenants.On(e.OrgID) {
			continue
		}
		message, err := e.Data.Read()
		if err != nil {
			return err
		}
		for i := range message.Samples {
			switch s := &message.Samples[i]; {
			case isUnbelted(s):
				widen(unbelted, e.OrgID, message.DeviceID, s.Time)
			case saysBelt(s) && !t.speakers.silent(e.OrgID, t.now()):
				widen(belted, e.OrgID, message.DeviceID, s.Time)
			}
		}
	}
	return errors.Join(t.each(ctx, unbelted, t.note), t.each(ctx, belted, t.contradict))
}

// each does something with the devices of each organisation. What one has switched off meanwhile is nothing.
func (t *Taker) each(ctx context.Context, orgs map[string]map[string]span, do func(tx *gorm.DB, orgID string, devices map[string]span) error) error {
	for orgID, devices := range orgs {
		err := t.db.InOrg(ctx, orgID, func(tx *gorm.DB) error { return do(tx, orgID, devices) })
		if err != nil && !errors.Is(err, store.ErrNoTenant) && fault.KindOf(err) != fault.NotFound {
			return fmt.Errorf("note vehicles of %s whose belts are to be judged: %w", orgID, err)
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
		if err := due(tx, orgID, vehicle.ID, s, s.toMs); err != nil {
			return err
		}
	}
	return nil
}

// due has a vehicle looked at in a time. ownMs is until when its own device has spoken; 0: it is not known to have.
func due(tx *gorm.DB, orgID, vehicleID string, s span, ownMs int64) error {
	_, err := store.Exec(tx, `INSERT INTO seatbelt.due AS old (org_id, vehicle_id, from_ms, to_ms, own_ms) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (org_id, vehicle_id) DO UPDATE SET from_ms = least(old.from_ms, excluded.from_ms), to_ms = greatest(old.to_ms, excluded.to_ms), own_ms = greatest(old.own_ms, excluded.own_ms),
			changes = old.changes + 1, tries = 0
		WHERE old.from_ms > excluded.from_ms OR old.to_ms < excluded.to_ms OR old.own_ms < excluded.own_ms`, orgID, vehicleID, s.fromMs, s.toMs, ownMs)
	return err
}
