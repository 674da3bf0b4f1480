// Package quarter is what vehicles came to in each quarter of an hour of UTC.
package quarter

import (
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// Judged is what a time of a vehicle came to, in Unix milliseconds, the end not included.
type Judged struct {
	VehicleID    string
	Quarters     []tank.Quarter
	FromMs, ToMs int64
}

// ofVehicle is a quarter of an hour of a vehicle.
type ofVehicle struct {
	vehicleID string
	tank.Quarter
}

// Keep makes what is kept of times what was judged of them. A quarter in which nothing happened is kept once an hour, which says that the vehicle was there.
func Keep(tx *gorm.DB, orgID string, list []Judged) error {
	var times []Judged // from the first to the last quarter of each
	var kept []ofVehicle
	for _, j := range list {
		quarters := slices.DeleteFunc(j.Quarters, func(q tank.Quarter) bool { return q.StartMs+tank.QuarterMs <= j.FromMs || q.StartMs >= j.ToMs })
		if len(quarters) == 0 {
			continue
		}
		times = append(times, Judged{VehicleID: j.VehicleID, FromMs: quarters[0].StartMs, ToMs: quarters[len(quarters)-1].StartMs + 1})
		for _, q := range quarters {
			if q.StartMs%minutes.HourMs == 0 || q.DistanceM != 0 || q.IdleS != 0 || !math.IsNaN(q.UsedL) && q.UsedL != 0 {
				kept = append(kept, ofVehicle{j.VehicleID, q})
			}
		}
	}
	if len(times) == 0 {
		return nil
	}
	if err := write(tx, orgID, times, kept); err != nil {
		return fmt.Errorf("keep what quarters of an hour of %d vehicles came to: %w", len(times), err)
	}
	return nil
}

func write(tx *gorm.DB, orgID string, times []Judged, kept []ofVehicle) error {
	n, columns := len(kept), store.NewColumns(96*len(kept)+64*len(times))
	float := func(of func(q *ofVehicle) *float64) store.Array {
		return columns.Floats(n, func(i int) *float64 {
			if value := of(&kept[i]); !math.IsNaN(*value) {
				return value
			}
			return nil
		})
	}
	ids, starts := columns.Texts(n, func(i int) *string { return &kept[i].vehicleID }), columns.Longs(n, func(i int) int64 { return kept[i].StartMs })
	_, err := store.Exec(tx, `DELETE FROM fuel.usage u USING unnest(?::text[], ?::bigint[], ?::bigint[]) AS judged(id, from_ms, to_ms)
		WHERE u.org_id = ? AND u.vehicle_id = judged.id AND u.start_ms >= judged.from_ms AND u.start_ms < judged.to_ms
		AND NOT EXISTS (SELECT FROM unnest(?::text[], ?::bigint[]) AS kept(id, start_ms) WHERE kept.id = u.vehicle_id AND kept.start_ms = u.start_ms)`,
		columns.Texts(len(times), func(i int) *string { return &times[i].VehicleID }), columns.Longs(len(times), func(i int) int64 { return times[i].FromMs }),
		columns.Longs(len(times), func(i int) int64 { return times[i].ToMs }), orgID, ids, starts)
	if err != nil {
		return err
	}
	_, err = store.Exec(tx, `INSERT INTO fuel.usage AS u (org_id, vehicle_id, start_ms, distance_m, used_l, idle_s, idle_l, source)
		SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
		ON CONFLICT (org_id, vehicle_id, start_ms) DO UPDATE SET distance_m = excluded.distance_m, used_l = excluded.used_l, idle_s = excluded.idle_s, idle_l = excluded.idle_l, source = excluded.source
		WHERE (u.distance_m, u.used_l, u.idle_s, u.idle_l, u.source) IS DISTINCT FROM (excluded.distance_m, excluded.used_l, excluded.idle_s, excluded.idle_l, excluded.source)`,
		orgID, ids, starts, float(func(q *ofVehicle) *float64 { return &q.DistanceM }), float(func(q *ofVehicle) *float64 { return &q.UsedL }),
		float(func(q *ofVehicle) *float64 { return &q.IdleS }), float(func(q *ofVehicle) *float64 { return &q.IdleL }), columns.Longs(n, func(i int) int64 { return int64(kept[i].Source) }))
	return err
}

// Rescale has what was told from the level of a tank follow its size.
func Rescale(tx *gorm.DB, orgID, vehicleID string, factor float64) error {
	_, err := store.Exec(tx, `UPDATE fuel.usage SET used_l = used_l * ? WHERE org_id = ? AND vehicle_id = ? AND source = 2`, factor, orgID, vehicleID)
	return err
}
