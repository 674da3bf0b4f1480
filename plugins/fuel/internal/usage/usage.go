// Package usage is what vehicles used in a time: distance, fuel, economy, idling, carbon dioxide, refuelling and suspected theft.
package usage

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/price"
	"outrider.dev/outrider/plugins/fuel/internal/tank"
	"outrider.dev/outrider/plugins/fuel/internal/vehicle"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Store adds up.
type Store struct {
	db    *store.DB
	fleet *replica.Fleet
	set   price.Settings
	now   func() time.Time
}

// NewStore adds up what db has, at the prices that organisations have set.
func NewStore(db *store.DB, fleet *replica.Fleet, set price.Settings, now func() time.Time) *Store {
	return &Store{db, fleet, set, now}
}

// leastM is how far a vehicle has gone at least that may be the best or the worst: 50 km, or 30 miles for those who read miles.
func leastM(units string) float64 {
	if units == "Metric" || units == "" {
		return 50_000
	}
	return 30 * 1609.344
}

// Row is what a vehicle came to.
type Row struct {
	VehicleID    string   `json:"vehicle_id"`
	Name         string   `json:"vehicle_name"`
	GroupID      string   `json:"group_id"`
	Group        string   `json:"group"`
	Fuel         string   `json:"fuel"`
	DistanceM    float64  `json:"distance_m"`
	UsedL        *float64 `json:"used_l,omitempty" doc:"Left out: not known"`
	Per100       *float64 `json:"l_per_100km,omitempty"`
	IdleS        float64  `json:"idle_s"`
	IdleL        float64  `json:"idle_l"`
	IdleCost     *float64 `json:"idle_cost,omitempty"`
	CO2Kg        *float64 `json:"co2_kg,omitempty"`
	LevelPercent *float64 `json:"level_percent,omitempty"`
	LevelL       *float64 `json:"level_l,omitempty"`
	LevelAt      *string  `json:"level_at,omitempty"`
	Refuels      int      `json:"refuels"`
	RefuelledL   float64  `json:"refuelled_l"`
	Thefts       int      `json:"thefts"`
	StolenL      float64  `json:"stolen_l"`
	ByLevel      bool     `json:"by_level" doc:"It has no counter: its use is told from the level of its tank"`
	TankAssumed  bool     `json:"tank_assumed" doc:"Nobody has said how much the tank holds: litres that come from its level are a guess, and it is neither the best nor the worst"`
}

// Range is half open; From and To are widened to whole quarters of an hour.
type Range struct {
	From, To             time.Time
	VehicleIDs, GroupIDs []string
	Type, Fuel           string // empty: any
}

type summed struct {
	VehicleID, Name, GroupID, Label string
	DistanceM, KnownM, IdleS, IdleL float64
	UsedL                           *float64
	Refuels, Thefts                 int
	RefuelledL, StolenL             float64
	ByLevel                         bool
}

// slot is what days of every zone are made of.
const slot = 15 * time.Minute

// Rows are the vehicles with a tank that the caller of ctx sees, by name.
func (s *Store) Rows(ctx context.Context, r Range) (list []Row, err error) {
	caller := web.Caller(ctx)
	seen, args := s.fleet.Seen("v.id", caller)
	from, to := r.From.Truncate(slot).UnixMilli(), r.To.Add(slot-1).Truncate(slot).UnixMilli()
	if len(r.VehicleIDs) > 0 {
		seen, args = seen+` AND v.id = ANY(?)`, append(args, store.List(r.VehicleIDs))
	}
	if len(r.GroupIDs) > 0 {
		seen += ` AND EXISTS (SELECT FROM fuel.fleet_group top WHERE top.org_id = v.org_id AND top.id = ANY(?) AND starts_with(g.path, top.path))`
		args = append(args, store.List(r.GroupIDs))
	}
	err = s.db.Read(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[summed](tx, `
			SELECT v.id AS vehicle_id, v.name, v.group_id, coalesce(g.label, '') AS label, u.*, e.*
			FROM fuel.fleet_vehicle v LEFT JOIN fuel.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			JOIN (SELECT vehicle_id, sum(distance_m) AS distance_m, coalesce(sum(distance_m) FILTER (WHERE used_l IS NOT NULL), 0) AS known_m, sum(used_l) AS used_l, sum(idle_s) AS idle_s,
					sum(idle_l) AS idle_l, bool_or(source = 2) AS by_level
				FROM fuel.usage WHERE org_id = ? AND start_ms >= ? AND start_ms < ? GROUP BY vehicle_id) u ON u.vehicle_id = v.id
			LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE kind = 'refuel') AS refuels, coalesce(sum(litres) FILTER (WHERE kind = 'refuel'), 0) AS refuelled_l,
					count(*) FILTER (WHERE kind = 'theft') AS thefts, coalesce(sum(litres) FILTER (WHERE kind = 'theft'), 0) AS stolen_l
				FROM fuel.event e WHERE e.org_id = v.org_id AND e.vehicle_id = v.id AND e.at_ms >= ? AND e.at_ms < ? AND NOT e.dismissed) e ON true
			WHERE v.org_id = ? AND NOT v.deleted AND `+seen+` ORDER BY v.name, v.id`, append([]any{caller.OrgID, from, to, from, to, caller.OrgID}, args...)...)
		if err != nil {
			return err
		}
		tanks, err := vehicle.All(tx, caller.OrgID)
		if err != nil {
			return err
		}
		prices, err := price.Of(s.set, caller.OrgID)
		for _, f := range found {
			if !r.picks(tanks[f.VehicleID]) {
				continue
			}
			list = append(list, f.row(tanks[f.VehicleID], prices))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("add up fuel: %w", err)
	}
	return list, nil
}

// picks reports whether a vehicle is of the type and the fuel that are asked for.
func (r Range) picks(t vehicle.Tank) bool {
	return (r.Type == "" || r.Type == t.Type) && (r.Fuel == "" || r.Fuel == t.Fuel)
}

func (f summed) row(t vehicle.Tank, prices price.List) Row {
	r := Row{
		VehicleID: f.VehicleID, Name: f.Name, GroupID: f.GroupID, Group: f.Label, Fuel: t.Fuel, DistanceM: f.DistanceM, UsedL: f.UsedL, IdleS: f.IdleS, IdleL: f.IdleL, LevelPercent: t.NowPercent,
		Refuels: f.Refuels, RefuelledL: f.RefuelledL, Thefts: f.Thefts, StolenL: f.StolenL, ByLevel: f.ByLevel,
	}
	_, r.TankAssumed = t.Litres()
	if f.UsedL != nil {
		used := max(0, *f.UsedL)
		kg := used * vehicle.CO2PerL(t.Fuel)
		r.UsedL, r.CO2Kg = &used, &kg
		// A level that only wavers comes to next to nothing: that is no economy.
		if per100 := used / f.KnownM * 100_000; f.KnownM >= 1000 && per100 >= tank.LeastPer100 {
			r.Per100 = &per100
		}
	}
	if perL, known := prices.PerL(t.Fuel); known {
		cost := f.IdleL * perL
		r.IdleCost = &cost
	}
	if t.NowPercent != nil {
		litres, _ := t.Litres()
		level, at := litres**t.NowPercent/100, time.UnixMilli(t.NowMs).UTC().Format(time.RFC3339)
		r.LevelL, r.LevelAt = &level, &at
	}
	return r
}

// Totals are of many vehicles.
type Totals struct {
	Vehicles   int      `json:"vehicles"`
	DistanceM  float64  `json:"distance_m"`
	UsedL      float64  `json:"used_l"`
	Per100     *float64 `json:"l_per_100km,omitempty" doc:"Of the vehicles whose use is known"`
	IdleS      float64  `json:"idle_s"`
	IdleL      float64  `json:"idle_l"`
	IdleCost   float64  `json:"idle_cost"`
	CO2Kg      float64  `json:"co2_kg"`
	Refuels    int      `json:"refuels"`
	RefuelledL float64  `json:"refuelled_l"`
	Thefts     int      `json:"thefts"`
	StolenL    float64  `json:"stolen_l"`
}

// totalsOf adds rows up.
func totalsOf(rows []Row) (t Totals) {
	known := 0.0
	for _, r := range rows {
		t.Vehicles++
		t.DistanceM, t.IdleS, t.IdleL = t.DistanceM+r.DistanceM, t.IdleS+r.IdleS, t.IdleL+r.IdleL
		t.Refuels, t.RefuelledL, t.Thefts, t.StolenL = t.Refuels+r.Refuels, t.RefuelledL+r.RefuelledL, t.Thefts+r.Thefts, t.StolenL+r.StolenL
		if r.IdleCost != nil {
			t.IdleCost += *r.IdleCost
		}
		if r.UsedL != nil {
			t.UsedL, t.CO2Kg = t.UsedL+*r.UsedL, t.CO2Kg+*r.CO2Kg
		}
		if r.Per100 != nil && *r.Per100 > 0 {
			known += *r.UsedL / *r.Per100 * 100_000
		}
	}
	if known >= 1000 {
		per100 := t.UsedL / known * 100_000
		t.Per100 = &per100
	}
	return t
}

// extremes are the ids of the vehicles with the best and the worst economy among those that went far enough, and whose economy is no guess; empty for fewer than two.
func extremes(rows []Row, units string) (best, worst string) {
	far := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Per100 == nil || r.DistanceM < leastM(units) || r.ByLevel && r.TankAssumed })
	if len(far) < 2 {
		return "", ""
	}
	slices.SortFunc(far, func(a, b Row) int {
		if d := *a.Per100 - *b.Per100; math.Abs(d) > 1e-9 {
			return int(math.Copysign(1, d))
		}
		return strings.Compare(a.VehicleID, b.VehicleID)
	})
	return far[0].VehicleID, far[len(far)-1].VehicleID
}
