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

// keepQuarters makes what is kept of a time what was judged of it. A quarter in which nothing happened is kept once an hour, which says that the vehicle was there.
func keepQuarters(tx *gorm.DB, orgID, vehicleID string, list []charge.Quarter, fromMs, toMs int64) error {
	list = slices.DeleteFunc(list, func(q charge.Quarter) bool { return q.StartMs+charge.QuarterMs <= fromMs || q.StartMs >= toMs })
	if len(list) == 0 {
		return nil
	}
	firstMs, lastMs := list[0].StartMs, list[len(list)-1].StartMs
	list = slices.DeleteFunc(list, func(q charge.Quarter) bool {
		return q.StartMs%minutes.HourMs != 0 && q.DistanceM == 0 && q.RegainedKWh == 0 && (math.IsNaN(q.UsedKWh) || q.UsedKWh == 0)
	})
	n, columns := len(list), store.NewColumns(64*len(list)+1)
	float := func(of func(q *charge.Quarter) *float64) store.Array {
		return columns.Floats(n, func(i int) *float64 {
			if value := of(&list[i]); !math.IsNaN(*value) {
				return value
			}
			return nil
		})
	}
	starts := columns.Longs(n, func(i int) int64 { return list[i].StartMs })
	_, err := store.Exec(tx, `DELETE FROM ev.usage WHERE org_id = ? AND vehicle_id = ? AND start_ms >= ? AND start_ms <= ? AND start_ms <> ALL(?::bigint[])`, orgID, vehicleID, firstMs, lastMs, starts)
	if err == nil {
		_, err = store.Exec(tx, `INSERT INTO ev.usage AS u (org_id, vehicle_id, start_ms, distance_m, used_kwh, regenerated_kwh, source)
			SELECT ?, ?, unnest(?::bigint[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
			ON CONFLICT (org_id, vehicle_id, start_ms) DO UPDATE SET distance_m = excluded.distance_m, used_kwh = excluded.used_kwh, regenerated_kwh = excluded.regenerated_kwh, source = excluded.source
			WHERE (u.distance_m, u.used_kwh, u.regenerated_kwh, u.source) IS DISTINCT FROM (excluded.distance_m, excluded.used_kwh, excluded.regenerated_kwh, excluded.source)`,
			orgID, vehicleID, starts, float(func(q *charge.Quarter) *float64 { return &q.DistanceM }), float(func(q *charge.Quarter) *float64 { return &q.UsedKWh }),
			float(func(q *charge.Quarter) *float64 { return &q.RegainedKWh }), columns.Longs(n, func(i int) int64 { return int64(list[i].Source) }))
	}
	if err != nil {
		return fmt.Errorf("keep what quarters of an hour of vehicle %s came to: %w", vehicleID, err)
	}
	return nil
}
