// Package quarter is what vehicles came to in each quarter of an hour of UTC.
package quarter

import (
	"math"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// Table is where they are kept.
var Table = minutes.Quarters[tank.Quarter]{
	Table:   "fuel.usage",
	StartMs: func(q *tank.Quarter) int64 { return q.StartMs },
	Source:  func(q *tank.Quarter) int { return q.Source },
	IsEmpty: func(q *tank.Quarter) bool {
		return q.DistanceM == 0 && q.IdleS == 0 && (math.IsNaN(q.UsedL) || q.UsedL == 0)
	},
	Values: []minutes.QuarterValue[tank.Quarter]{
		{Column: "distance_m", Of: func(q *tank.Quarter) float64 { return q.DistanceM }},
		{Column: "used_l", Of: func(q *tank.Quarter) float64 { return q.UsedL }},
		{Column: "idle_s", Of: func(q *tank.Quarter) float64 { return q.IdleS }},
		{Column: "idle_l", Of: func(q *tank.Quarter) float64 { return q.IdleL }},
	},
}

// Rescale has what was told from the level of a tank follow its size.
func Rescale(tx *gorm.DB, orgID, vehicleID string, factor float64) error {
	_, err := store.Exec(tx, `UPDATE fuel.usage SET used_l = used_l * ? WHERE org_id = ? AND vehicle_id = ? AND source = 2`, factor, orgID, vehicleID)
	return err
}
