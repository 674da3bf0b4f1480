// Package usage is what electric vehicles used in a time: distance, energy, efficiency, what braking gave back, charging, and whether their range is enough.
package usage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/ev/internal/setting"
	"outrider.dev/outrider/plugins/ev/internal/vehicle"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Store adds up.
type Store struct {
	db    *store.DB
	fleet *replica.Fleet
	set   setting.Settings
	now   func() time.Time
}

// NewStore adds up what db has, by what organisations have set.
func NewStore(db *store.DB, fleet *replica.Fleet, set setting.Settings, now func() time.Time) *Store {
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
	VehicleID   string   `json:"vehicle_id"`
	Name        string   `json:"vehicle_name"`
	GroupID     string   `json:"group_id"`
	Group       string   `json:"group"`
	DistanceM   float64  `json:"distance_m"`
	UsedKWh     *float64 `json:"used_kwh,omitempty" doc:"Left out: not known"`
	Per100      *float64 `json:"kwh_per_100km,omitempty" doc:"Net: what braking gave back is subtracted"`
	RegainedKWh float64  `json:"regenerated_kwh"`
	Sessions    int      `json:"sessions"`
	AddedKWh    float64  `json:"added_kwh"`
	Cost        *float64 `json:"cost,omitempty"`
	SocPercent  *float64 `json:"soc_percent,omitempty"`
	SocAt       *string  `json:"soc_at,omitempty"`
	RangeM      *float64 `json:"range_m,omitempty"`
	Charging    bool     `json:"charging"`
	PowerKW     float64  `json:"power_kw"`
	Low         bool     `json:"low" doc:"Below the organisation's threshold, and not charging"`
	NeedM       *float64 `json:"need_m,omitempty" doc:"How far it has to go that day: as entered, else its longest such weekday of the last four weeks"`
	NeedEntered bool     `json:"need_entered"`
	LeavesAt    *string  `json:"leaves_at,omitempty" doc:"When it sets off that day, to a quarter of an hour: the median of such weekdays of the last four weeks. RFC 3339"`
	Enough      string   `json:"enough" enum:"enough,barely,short,unknown" doc:"Range against need with a reserve of a tenth"`
	BatteryKWh  float64  `json:"battery_kwh" doc:"What the battery holds: learned from charging, else what is usual for the type of vehicle"`
	NeedKWh     *float64 `json:"need_kwh,omitempty" doc:"What is to be charged until the range is enough; left out: nothing, or not known"`
	EnoughAt    *string  `json:"enough_at,omitempty" doc:"While it charges: when the range will be enough if the power stays as it is; left out: it is enough, or a full battery would not be"`
	FullAt      *string  `json:"full_at,omitempty" doc:"While it charges: when the battery will be full if the power stays as it is"`
	Lat         *float64 `json:"lat,omitempty"`
	Lng         *float64 `json:"lng,omitempty"`
}

// Range is half open; From and To are widened to whole quarters of an hour.
type Range struct {
	From, To             time.Time
	VehicleIDs, GroupIDs []string
	Type                 string         // empty: any
	Zone                 *time.Location // by which days are told apart; nil: UTC
	Tomorrow             bool           // needs are of tomorrow, otherwise of today
}

type summed struct {
	VehicleID, Name, GroupID, Label string
	DistanceM, KnownM               float64
	UsedKWh                         *float64 `gorm:"column:used_kwh"`
	RegeneratedKWh                  float64  `gorm:"column:regenerated_kwh"`
	Sessions                        int
	AddedKWh                        float64  `gorm:"column:added_kwh"`
	LongestM                        *float64 `gorm:"column:longest_m"`
	LeavesMs                        *int64   `gorm:"column:leaves_ms"` // after the day begins
}

// setOffM is how far a vehicle goes in the quarter of an hour in which it sets off; less is moved about the yard.
const setOffM = 500

// slot is what days of every zone are made of.
const slot = 15 * time.Minute

// Rows are the electric vehicles that the caller of ctx sees, by name.
func (s *Store) Rows(ctx context.Context, r Range) (list []Row, err error) {
	caller := web.Caller(ctx)
	seen, args := s.seen(caller, r)
	from, to := r.From.Truncate(slot).UnixMilli(), r.To.Add(slot-1).Truncate(slot).UnixMilli()
	zone := r.Zone
	if zone == nil {
		zone = time.UTC
	}
	day := planOf(s.now(), zone, r.Tomorrow)
	err = s.db.Read(ctx, func(tx *gorm.DB) error {
		found, err := store.Rows[summed](tx, `
			SELECT v.id AS vehicle_id, v.name, v.group_id, coalesce(g.label, '') AS label, u.*, c.*, l.*
			FROM ev.fleet_vehicle v LEFT JOIN ev.fleet_group g ON g.org_id = v.org_id AND g.id = v.group_id
			JOIN (SELECT vehicle_id, sum(distance_m) AS distance_m, coalesce(sum(distance_m) FILTER (WHERE used_kwh IS NOT NULL), 0) AS known_m, sum(used_kwh) AS used_kwh,
					coalesce(sum(regenerated_kwh), 0) AS regenerated_kwh
				FROM ev.usage WHERE org_id = ? AND start_ms >= ? AND start_ms < ? GROUP BY vehicle_id) u ON u.vehicle_id = v.id
			LEFT JOIN LATERAL (SELECT count(*) AS sessions, coalesce(sum(energy_kwh), 0) AS added_kwh FROM ev.session s
				WHERE s.org_id = v.org_id AND s.vehicle_id = v.id AND s.start_ms >= ? AND s.start_ms < ?) c ON true
			LEFT JOIN LATERAL (SELECT max(gone_m) AS longest_m, percentile_disc(0.5) WITHIN GROUP (ORDER BY left_ms) AS leaves_ms
				FROM (SELECT sum(d.distance_m) AS gone_m, min(d.start_ms - w.from_ms) FILTER (WHERE d.distance_m >= ?) AS left_ms
					FROM unnest(?::bigint[], ?::bigint[]) AS w (from_ms, to_ms)
					JOIN ev.usage d ON d.org_id = v.org_id AND d.vehicle_id = v.id AND d.start_ms >= w.from_ms AND d.start_ms < w.to_ms GROUP BY w.from_ms) days) l ON true
			WHERE v.org_id = ? AND NOT v.deleted AND `+seen+` ORDER BY v.name, v.id`,
			append([]any{caller.OrgID, from, to, from, to, setOffM, store.List(day.from), store.List(day.to), caller.OrgID}, args...)...)
		if err != nil {
			return err
		}
		batteries, err := vehicle.All(tx, caller.OrgID)
		if err != nil {
			return err
		}
		chosen, err := setting.Of(s.set, caller.OrgID)
		for _, f := range found {
			if !r.picks(batteries[f.VehicleID]) {
				continue
			}
			list = append(list, f.row(batteries[f.VehicleID], chosen, day))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("add up energy: %w", err)
	}
	return list, nil
}

// picks reports whether a vehicle is of the type that is asked for.
func (r Range) picks(b vehicle.Battery) bool { return r.Type == "" || r.Type == b.Type }

func (f summed) row(b vehicle.Battery, chosen setting.Setting, day plan) Row {
	r := Row{
		VehicleID: f.VehicleID, Name: f.Name, GroupID: f.GroupID, Group: f.Label, DistanceM: f.DistanceM, UsedKWh: f.UsedKWh, RegainedKWh: f.RegeneratedKWh, Sessions: f.Sessions, AddedKWh: f.AddedKWh,
		SocPercent: b.NowPercent, RangeM: b.RangeM, Charging: b.Charging, PowerKW: b.PowerKW, Lat: b.Lat, Lng: b.Lng, NeedM: f.LongestM,
		Enough: "unknown", BatteryKWh: b.KWh(),
	}
	if f.LeavesMs != nil {
		at := time.UnixMilli(day.startMs + *f.LeavesMs).UTC().Format(time.RFC3339)
		r.LeavesAt = &at
	}
	if f.UsedKWh != nil && f.KnownM >= 1000 {
		per100 := (*f.UsedKWh - f.RegeneratedKWh) / f.KnownM * 100_000
		r.Per100 = &per100
	}
	if chosen.PerKWh != nil {
		cost := f.AddedKWh * *chosen.PerKWh
		r.Cost = &cost
	}
	if b.NowPercent != nil {
		at := time.UnixMilli(b.NowMs).UTC().Format(time.RFC3339)
		r.SocAt, r.Low = &at, *b.NowPercent < chosen.LowPercent && !b.Charging
		if r.RangeM == nil && r.Per100 != nil && *r.Per100 > 0 {
			metres := *b.NowPercent / 100 * b.KWh() / *r.Per100 * 100_000
			r.RangeM = &metres
		}
	}
	if b.NeedM != nil {
		r.NeedM, r.NeedEntered = b.NeedM, true
	}
	r.judge(b)
	return r
}

// Totals are of many vehicles.
type Totals struct {
	Vehicles    int      `json:"vehicles"`
	DistanceM   float64  `json:"distance_m"`
	UsedKWh     float64  `json:"used_kwh"`
	Per100      *float64 `json:"kwh_per_100km,omitempty"`
	RegainedKWh float64  `json:"regenerated_kwh"`
	Sessions    int      `json:"sessions"`
	AddedKWh    float64  `json:"added_kwh"`
	Cost        float64  `json:"cost"`
	Charging    int      `json:"charging"`
	Low         int      `json:"low"`
	Short       int      `json:"short" doc:"Whose range is less than they need that day"`
}

// totalsOf adds rows up.
func totalsOf(rows []Row) (t Totals) {
	known, net := 0.0, 0.0
	for _, r := range rows {
		t.Vehicles++
		t.DistanceM, t.RegainedKWh, t.Sessions, t.AddedKWh = t.DistanceM+r.DistanceM, t.RegainedKWh+r.RegainedKWh, t.Sessions+r.Sessions, t.AddedKWh+r.AddedKWh
		if r.UsedKWh != nil {
			t.UsedKWh += *r.UsedKWh
		}
		if r.Per100 != nil {
			net += *r.UsedKWh - r.RegainedKWh
			known += r.DistanceM
		}
		if r.Cost != nil {
			t.Cost += *r.Cost
		}
		if r.Charging {
			t.Charging++
		}
		if r.Low {
			t.Low++
		}
		if r.Enough == "short" {
			t.Short++
		}
	}
	if known >= 1000 {
		per100 := net / known * 100_000
		t.Per100 = &per100
	}
	return t
}

// extremes are the ids of the vehicles with the best and the worst efficiency among those that went far enough; empty for fewer than two.
func extremes(rows []Row, units string) (best, worst string) {
	far := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Per100 == nil || r.DistanceM < leastM(units) })
	if len(far) < 2 {
		return "", ""
	}
	slices.SortFunc(far, func(a, b Row) int {
		return cmp.Or(cmp.Compare(*a.Per100, *b.Per100), strings.Compare(a.VehicleID, b.VehicleID))
	})
	return far[0].VehicleID, far[len(far)-1].VehicleID
}
