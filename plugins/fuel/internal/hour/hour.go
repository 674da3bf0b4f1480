// Package hour is what vehicles came to in each hour of UTC.
package hour

import (
	"fmt"
	"math"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// Keep makes what is kept of a time what was judged of it.
func Keep(tx *gorm.DB, orgID, vehicleID string, hours []tank.Hour, fromMs, toMs int64) error {
	hours = slices.DeleteFunc(hours, func(h tank.Hour) bool { return h.HourMs+minutes.HourMs <= fromMs || h.HourMs >= toMs })
	if len(hours) == 0 {
		return nil
	}
	n, columns := len(hours), store.NewColumns(64*len(hours))
	float := func(of func(h *tank.Hour) *float64) store.Array {
		return columns.Floats(n, func(i int) *float64 {
			if value := of(&hours[i]); !math.IsNaN(*value) {
				return value
			}
			return nil
		})
	}
	_, err := store.Exec(tx, `INSERT INTO fuel.usage (org_id, vehicle_id, hour_ms, distance_m, used_l, idle_s, idle_l, source)
		SELECT ?, ?, unnest(?::bigint[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::float8[]), unnest(?::bigint[])
		ON CONFLICT (org_id, vehicle_id, hour_ms) DO UPDATE SET distance_m = excluded.distance_m, used_l = excluded.used_l, idle_s = excluded.idle_s, idle_l = excluded.idle_l, source = excluded.source`,
		orgID, vehicleID, columns.Longs(n, func(i int) int64 { return hours[i].HourMs }), float(func(h *tank.Hour) *float64 { return &h.DistanceM }), float(func(h *tank.Hour) *float64 { return &h.UsedL }),
		float(func(h *tank.Hour) *float64 { return &h.IdleS }), float(func(h *tank.Hour) *float64 { return &h.IdleL }), columns.Longs(n, func(i int) int64 { return int64(hours[i].Source) }))
	if err != nil {
		return fmt.Errorf("keep what hours of vehicle %s came to: %w", vehicleID, err)
	}
	return nil
}

// Rescale has what was told from the level of a tank follow its size.
func Rescale(tx *gorm.DB, orgID, vehicleID string, factor float64) error {
	_, err := store.Exec(tx, `UPDATE fuel.usage SET used_l = used_l * ? WHERE org_id = ? AND vehicle_id = ? AND source = 2`, factor, orgID, vehicleID)
	return err
}
