package minutes

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// source says who said something of a vehicle.
type source int

const (
	fromDevices source = iota
	fromOthers
)

const (
	// ownFor is for how long after (and before) a vehicle's own device said something of use nobody else is listened to: two sensors of one tank never agree.
	ownFor = 24 * time.Hour
	// ownEvery is how often it is written down at most that the device does.
	ownEvery = time.Hour
)

// TakeReadings keeps what another system says of a vehicle, unless the vehicle's own device says it.
func (f *Follower) TakeReadings(ctx context.Context, e events.Event[events.ReadingsTaken]) error {
	if f.await != nil {
		if err := f.await(ctx); err != nil {
			return err
		}
	}
	var list []events.Sample
	for _, s := range e.Data.Samples {
		list = Add(list, slim(s))
	}
	if len(list) == 0 {
		return nil
	}
	if err := f.keepVehicles(ctx, e.OrgID, map[string][]events.Sample{e.Data.VehicleID: list}, fromOthers); err != nil && !f.gone(e.OrgID, err) {
		return err
	}
	return nil
}

// withoutOwn leaves out what others say of vehicles that speak for themselves.
func (f *Follower) withoutOwn(tx *gorm.DB, orgID string, ids []string, vehicles map[string][]events.Sample) ([]string, error) {
	own, err := store.Rows[struct {
		VehicleID string
		FirstMs   int64
		LastMs    int64
	}](tx, `SELECT vehicle_id, first_ms, last_ms FROM `+f.Schema+`.own WHERE org_id = ? AND vehicle_id = ANY(?)`, orgID, store.List(ids))
	if err != nil {
		return nil, fmt.Errorf("read which vehicles speak for themselves: %w", err)
	}
	for _, o := range own {
		vehicles[o.VehicleID] = slices.DeleteFunc(vehicles[o.VehicleID], func(s events.Sample) bool {
			return s.Time > o.FirstMs-ownFor.Milliseconds() && s.Time < o.LastMs+ownFor.Milliseconds()
		})
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return len(vehicles[id]) == 0 }), nil
}

// noteOwn notes which vehicles speak for themselves. It is a transaction of its own: judging a day of many vehicles takes seconds, in which nobody else is to wait for this note.
func (f *Follower) noteOwn(ctx context.Context, orgID string, ids []string, vehicles map[string][]events.Sample) error {
	type span struct {
		id          string
		first, last int64
	}
	var spans []span
	for _, id := range ids {
		var s span
		for i := range vehicles[id] {
			if one := &vehicles[id][i]; f.Wants(one) {
				if s.id == "" {
					s = span{id, one.Time, one.Time}
				}
				s.last = one.Time
			}
		}
		if s.id != "" {
			spans = append(spans, s)
		}
	}
	if len(spans) == 0 {
		return nil
	}
	n, columns := len(spans), store.NewColumns(64*len(spans))
	err := f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		_, err := store.Exec(tx, `INSERT INTO `+f.Schema+`.own AS o (org_id, vehicle_id, first_ms, last_ms) SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::bigint[])
			ON CONFLICT (org_id, vehicle_id) DO UPDATE SET first_ms = least(o.first_ms, excluded.first_ms), last_ms = greatest(o.last_ms, excluded.last_ms)
			WHERE excluded.last_ms > o.last_ms + ? OR excluded.first_ms < o.first_ms`, orgID,
			columns.Texts(n, func(i int) *string { return &spans[i].id }), columns.Longs(n, func(i int) int64 { return spans[i].first }), columns.Longs(n, func(i int) int64 { return spans[i].last }),
			ownEvery.Milliseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("note which vehicles speak for themselves: %w", err)
	}
	return nil
}
