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

// Keep makes what is kept of a time what was judged of it. A quarter in which nothing happened is kept once an hour, which says that the vehicle was there.
func Keep(tx *gorm.DB, orgID, vehicleID string, list []tank.Quarter, fromMs, toMs int64) error {
	list = slices.DeleteFunc(list, func(q tank.Quarter) bool { return q.StartMs+tank.QuarterMs <= fromMs || q.StartMs >= toMs })
	if len(list) == 0 {
		return nil
	}
	firstMs, lastMs := list[0].StartMs, list[len(list)-1].StartMs
	list = slices.DeleteFunc(list, func(q tank.Quarter) bool {
		return q.StartMs%minutes.HourMs != 0 && q.DistanceM == 0 && q.IdleS == 0 && (math.IsNaN(q.UsedL) || q.UsedL == 0)
	})
	n, columns := len(list), store.NewColumns(64*len(list)+1)
	float := func(of func(q *tank.Quarter) *float64) store.Array {
		return columns.Floats(n, func(i int) *float64 {
			if value := of(&list[i]); !math.IsNaN(*value) {
				return value
			}
			return nil
		})
	}
	starts := columns.Longs(n, func(i int) int64 { return list[i].StartMs })
	_, err := store.Exec(tx, `DELETE FROM fuel.usage WHERE org_id = ? AND vehicle_id = ? AND start_ms >= ? AND start_ms <= ? AND start_ms <> ALL(?::bigint[])`, orgID, vehicleID, firstMs, lastMs, starts)
	if err == nil {
		_, err = store.Exec(tx, `INSERT INTO fuel.usage AS u (org_id, vehicle_id, start_ms, distance_m, used_l, idle_s, idle_l, source)
			SELECT ?, ?, unnest(?::bigint[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
			ON CONFLICT (org_id, vehicle_id, start_ms) DO UPDATE SET distance_m = excluded.distance_m, used_l = excluded.used_l, idle_s = excluded.idle_s, idle_l = excluded.idle_l, source = excluded.source
			WHERE (u.distance_m, u.used_l, u.idle_s, u.idle_l, u.source) IS DISTINCT FROM (excluded.distance_m, excluded.used_l, excluded.idle_s, excluded.idle_l, excluded.source)`,
			orgID, vehicleID, starts, float(func(q *tank.Quarter) *float64 { return &q.DistanceM }), float(func(q *tank.Quarter) *float64 { return &q.UsedL }),
			float(func(q *tank.Quarter) *float64 { return &q.IdleS }), float(func(q *tank.Quarter) *float64 { return &q.IdleL }), columns.Longs(n, func(i int) int64 { return int64(list[i].Source) }))
	}
	if err != nil {
		return fmt.Errorf("keep what quarters of an hour of vehicle %s came to: %w", vehicleID, err)
	}
	return nil
}

// Rescale has what was told from the level of a tank follow its size.
func Rescale(tx *gorm.DB, orgID, vehicleID string, factor float64) error {
	_, err := store.Exec(tx, `UPDATE fuel.usage SET used_l = used_l * ? WHERE org_id = ? AND vehicle_id = ? AND source = 2`, factor, orgID, vehicleID)
	return err
}
