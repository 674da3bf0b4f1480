package violation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/store"
)

// keepOthers is for how long it is kept what other systems say: they tell at most a week of the past.
const keepOthers = 8 * 24 * time.Hour

// TakeReadings takes what another system than the vehicle's device says of a belt. It counts where the device says nothing of belts.
func (t *Taker) TakeReadings(ctx context.Context, e events.Event[events.ReadingsTaken]) error {
	if err := t.tenants.Await(ctx); err != nil {
		return err
	}
	list := slices.DeleteFunc(slices.Clone(e.Data.Samples), func(s events.Sample) bool { return !saysBelt(&s) })
	if len(list) == 0 || !t.tenants.On(e.OrgID) {
		return nil
	}
	t.speakers.note(e.OrgID, true, t.now())
	err := t.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		if err := keepReadings(tx, e.OrgID, e.Data.VehicleID, list); err != nil {
			return err
		}
		var s *span
		for i := range list {
			if at := list[i].Time; isUnbelted(&list[i]) {
				if s == nil {
					s = &span{at, at}
				}
				s.fromMs, s.toMs = min(s.fromMs, at), max(s.toMs, at)
			}
		}
		if s == nil {
			return widenByEnd(tx, e.OrgID, e.Data.VehicleID, list[0].Time)
		}
		return due(tx, e.OrgID, e.Data.VehicleID, *s, 0)
	})
	if err != nil && !errors.Is(err, store.ErrNoTenant) && fault.KindOf(err) != fault.NotFound {
		return fmt.Errorf("take what others say of belts in %s: %w", e.OrgID, err)
	}
	return nil
}

func keepReadings(tx *gorm.DB, orgID, vehicleID string, list []events.Sample) error {
	n, columns := len(list), store.NewColumns(96*len(list))
	position := func(value func(s *events.Sample) *float64) any {
		return columns.Floats(n, func(i int) *float64 {
			if s := &list[i]; s.GPSValid && s.Lat != nil && s.Lng != nil {
				return value(s)
			}
			return nil
		})
	}
	_, err := store.Exec(tx, `INSERT INTO seatbelt.reading (org_id, vehicle_id, time_ms, belted, speed_kmh, odometer_m, lat, lng)
		SELECT ?, ?, unnest(?::bigint[]), unnest(?::bool[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]) ON CONFLICT (org_id, vehicle_id, time_ms) DO NOTHING`,
		orgID, vehicleID, columns.Longs(n, func(i int) int64 { return list[i].Time }), columns.Bools(n, func(i int) *bool { return list[i].CAN.DriverBelt }),
		columns.Floats(n, func(i int) *float64 { return list[i].SpeedKmh }), columns.Floats(n, func(i int) *float64 { return list[i].OdometerM }),
		position(func(s *events.Sample) *float64 { return s.Lat }), position(func(s *events.Sample) *float64 { return s.Lng }))
	return err
}

// widenByEnd has a vehicle looked at again whose violation goes on, since it may be over now.
func widenByEnd(tx *gorm.DB, orgID, vehicleID string, atMs int64) error {
	open, err := store.Rows[struct{ StartMs, EndMs int64 }](tx, `SELECT start_ms, end_ms FROM seatbelt.violation WHERE org_id = ? AND vehicle_id = ? AND NOT is_over AND end_ms >= ?`, orgID, vehicleID, atMs-silenceMs)
	if err != nil || len(open) == 0 {
		return err
	}
	return due(tx, orgID, vehicleID, span{open[0].StartMs, max(open[0].EndMs, atMs)}, 0)
}

// others are what other systems said of a vehicle's belt in a time and around it.
func (j *Judge) others(ctx context.Context, orgID string, one dueRow) (list []Reading, err error) {
	err = j.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		rows, err := store.Rows[struct {
			TimeMs                        int64
			Belted                        bool
			SpeedKmh, OdometerM, Lat, Lng *float64
		}](tx, `SELECT time_ms, belted, speed_kmh, odometer_m, lat, lng FROM seatbelt.reading WHERE org_id = ? AND vehicle_id = ? AND time_ms >= ? AND time_ms < ? ORDER BY time_ms`,
			orgID, one.VehicleID, one.FromMs-around.Milliseconds(), one.ToMs+around.Milliseconds())
		for _, r := range rows {
			list = append(list, Reading{Sample: events.Sample{
				Time: r.TimeMs, SpeedKmh: r.SpeedKmh, OdometerM: r.OdometerM, Lat: r.Lat, Lng: r.Lng, GPSValid: r.Lat != nil, CAN: &events.CAN{DriverBelt: &r.Belted},
			}})
		}
		return err
	})
	return list, err
}

// heard are the readings to judge by: those of the vehicle's own device if they say anything of belts, else those of others.
func heard(own, others []Reading) []Reading {
	if len(others) == 0 || slices.ContainsFunc(own, func(r Reading) bool { return saysBelt(&r.Sample) }) {
		return own
	}
	return others
}

// Drop takes out what others said too long ago, until ctx ends.
func (t *Taker) Drop(now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		tick := time.NewTicker(time.Hour)
		defer tick.Stop()
		for {
			err := t.db.InAll(ctx, func(tx *gorm.DB) error {
				_, err := store.Exec(tx, `DELETE FROM seatbelt.reading WHERE time_ms < ?`, now().Add(-keepOthers).UnixMilli())
				return err
			})
			if err != nil && fault.KindOf(err) != fault.Unavailable {
				return fmt.Errorf("drop old readings of belts: %w", err)
			}
			select {
			case <-ctx.Done():
				return nil
			case <-tick.C:
			}
		}
	}
}
