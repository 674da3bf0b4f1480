package watch

import (
	"math"

	"outrider.dev/outrider/plugins/ev/internal/charge"
	"outrider.dev/sdk/minutes"
)

// quarters is where what vehicles came to in each quarter of an hour is kept.
var quarters = minutes.Quarters[charge.Quarter]{
	Table:   "ev.usage",
	StartMs: func(q *charge.Quarter) int64 { return q.StartMs },
	Source:  func(q *charge.Quarter) int { return q.Source },
	IsEmpty: func(q *charge.Quarter) bool {
		return q.DistanceM == 0 && q.RegainedKWh == 0 && (math.IsNaN(q.UsedKWh) || q.UsedKWh == 0)
	},
	Values: []minutes.QuarterValue[charge.Quarter]{
		{Column: "distance_m", Of: func(q *charge.Quarter) float64 { return q.DistanceM }},
		{Column: "used_kwh", Of: func(q *charge.Quarter) float64 { return q.UsedKWh }},
		{Column: "regenerated_kwh", Of: func(q *charge.Quarter) float64 { return q.RegainedKWh }},
	},
}
