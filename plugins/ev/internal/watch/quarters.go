package watch

import (
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/charge"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// judged is what a time of a vehicle came to, in Unix milliseconds, the end not included.
type judged struct {
	vehicleID    string
	quarters     []charge.Quarter
	fromMs, toMs int64
}

// ofVehicle is a quarter of an hour of a vehicle.
type ofVehicle struct {
	vehicleID string
	charge.Quarter
}

// keepQuarters makes what is kept of times what was judged of them. A quarter in which nothing happened is kept once an hour, which says that the vehicle was there.
func keepQuarters(tx *gorm.DB, orgID string, list []judged) error {
	var times []judged // from the first to the last quarter of each
	var kept []ofVehicle
	for _, j := range list {
		quarters := slices.DeleteFunc(j.quarters, func(q charge.Quarter) bool { return q.StartMs+charge.QuarterMs <= j.fromMs || q.StartMs >= j.toMs })
		if len(quarters) == 0 {
			continue
		}
		times = append(times, judged{vehicleID: j.vehicleID, fromMs: quarters[0].StartMs, toMs: quarters[len(quarters)-1].StartMs + 1})
		for _, q := range quarters {
			if q.StartMs%minutes.HourMs == 0 || q.DistanceM != 0 || q.RegainedKWh != 0 || !math.IsNaN(q.UsedKWh) && q.UsedKWh != 0 {
				kept = append(kept, ofVehicle{j.vehicleID, q})
			}
		}
	}
	if len(times) == 0 {
		return nil
	}
	if err := writeQuarters(tx, orgID, times, kept); err != nil {
		return fmt.Errorf("keep what quarters of an hour of %d vehicles came to: %w", len(times), err)
	}
	return nil
}

func writeQuarters(tx *gorm.DB, orgID string, times []judged, kept []ofVehicle) error {
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
	_, err := store.Exec(tx, `DELETE FROM ev.usage u USING unnest(?::text[], ?::bigint[], ?::bigint[]) AS judged(id, from_ms, to_ms)
		WHERE u.org_id = ? AND u.vehicle_id = judged.id AND u.start_ms >= judged.from_ms AND u.start_ms < judged.to_ms
		AND NOT EXISTS (SELECT FROM unnest(?::text[], ?::bigint[]) AS kept(id, start_ms) WHERE kept.id = u.vehicle_id AND kept.start_ms = u.start_ms)`,
		columns.Texts(len(times), func(i int) *string { return &times[i].vehicleID }), columns.Longs(len(times), func(i int) int64 { return times[i].fromMs }),
		columns.Longs(len(times), func(i int) int64 { return times[i].toMs }), orgID, ids, starts)
	if err != nil {
		return err
	}
	_, err = store.Exec(tx, `INSERT INTO ev.usage AS u (org_id, vehicle_id, start_ms, distance_m, used_kwh, regenerated_kwh, source)
		SELECT ?, unnest(?::text[]), unnest(?::bigint[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
		ON CONFLICT (org_id, vehicle_id, start_ms) DO UPDATE SET distance_m = excluded.distance_m, used_kwh = excluded.used_kwh, regenerated_kwh = excluded.regenerated_kwh, source = excluded.source
		WHERE (u.distance_m, u.used_kwh, u.regenerated_kwh, u.source) IS DISTINCT FROM (excluded.distance_m, excluded.used_kwh, excluded.regenerated_kwh, excluded.source)`,
		orgID, ids, starts, float(func(q *ofVehicle) *float64 { return &q.DistanceM }), float(func(q *ofVehicle) *float64 { return &q.UsedKWh }),
		float(func(q *ofVehicle) *float64 { return &q.RegainedKWh }), columns.Longs(n, func(i int) int64 { return int64(kept[i].Source) }))
	return err
}
