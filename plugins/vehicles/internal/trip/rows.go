package trip

import (
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// rules is the version of the rules by which days are judged; days that another version judged are judged anew.
const rules = 1

// keptDay is a judged day as it is kept.
type keptDay struct {
	judgedDay
	judgedMs int64
}

// lostDayBefore reports whether the day before is not kept any longer and everything else is as it was: then the day stays what it was judged to be.
func (k keptDay) lostDayBefore(now basis) bool {
	was := k.basis
	was.counts[0] = now.counts[0]
	return now.counts[0] < k.counts[0] && was.same(now)
}

type dayRow struct {
	VehicleID                      string
	Day                            int64
	Devices, Counts, Idling, Heard string // JSON
	Begun, GoesOn                  bool
	JudgedMs                       int64
}

type tripRow struct {
	VehicleID                                  string
	StartMs, EndMs, IdleMs, OverMs, RepairedMs int64
	DistanceM, TopKmh                          float64
	FromLat, FromLng, ToLat, ToLng             *float64
}

// keptDays are the days from first to last that are kept of vehicles; without heard they do not say when those were heard.
func keptDays(tx *gorm.DB, orgID string, vehicleIDs []string, first, last int64, heard bool) (map[vehicleDay]keptDay, error) {
	found, err := store.Rows[dayRow](tx, `
		SELECT vehicle_id, day, to_json(devices)::text AS devices, to_json(counts)::text AS counts, idling::text AS idling, CASE WHEN ? THEN heard::text ELSE '[]' END AS heard, begun, goes_on, judged_ms
		FROM vehicles.judged_day WHERE org_id = ? AND vehicle_id = ANY(?) AND day >= ? AND day <= ? AND rules = ?`, heard, orgID, store.List(vehicleIDs), first, last, rules)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	trips, err := store.Rows[tripRow](tx, `
		SELECT vehicle_id, start_ms, end_ms, distance_m, idle_ms, over_ms, top_kmh, from_lat, from_lng, to_lat, to_lng, repaired_ms
		FROM vehicles.trip WHERE org_id = ? AND vehicle_id = ANY(?) AND start_ms >= ? AND start_ms < ? ORDER BY vehicle_id, start_ms`,
		orgID, store.List(vehicleIDs), history.Begins(first), history.Begins(last+1))
	if err != nil {
		return nil, err
	}
	days := make(map[vehicleDay]keptDay, len(found))
	for _, f := range found {
		kept, err := f.kept()
		if err != nil {
			return nil, fmt.Errorf("read a judged day: %w", err)
		}
		days[vehicleDay{orgID, f.VehicleID, f.Day}] = kept
	}
	for _, row := range trips {
		key := vehicleDay{orgID, row.VehicleID, Number(row.StartMs)}
		if kept, there := days[key]; there {
			kept.day.Trips = append(kept.day.Trips, row.trip())
			days[key] = kept
		}
	}
	return days, nil
}

func (r dayRow) kept() (kept keptDay, err error) {
	kept.judgedMs, kept.day = r.JudgedMs, Day{Begun: r.Begun, GoesOn: r.GoesOn}
	for text, into := range map[*string]any{&r.Devices: &kept.devices, &r.Counts: &kept.counts, &r.Idling: &kept.day.Idling, &r.Heard: &kept.day.Heard} {
		if err := json.Unmarshal([]byte(*text), into); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

func (r tripRow) trip() Trip {
	return Trip{
		StartMs: r.StartMs, EndMs: r.EndMs, DistanceM: r.DistanceM, IdleMs: r.IdleMs, OverMs: r.OverMs, TopKmh: r.TopKmh, RepairedMs: r.RepairedMs,
		From: position(r.FromLat, r.FromLng), To: position(r.ToLat, r.ToLng),
	}
}

func position(lat, lng *float64) *Position {
	if lat == nil || lng == nil {
		return nil
	}
	return &Position{*lat, *lng}
}

// keep keeps a judged day in the place of what was kept of it. Whoever is slower with fewer samples leaves a day that does not fit, and is judged once more.
func keep(tx *gorm.DB, key vehicleDay, is keptDay) error {
	var texts [3]string
	for i, part := range []any{orEmpty(is.day.Idling), orEmpty(is.day.Heard), is.devices} {
		raw, err := json.Marshal(part)
		if err != nil {
			return fmt.Errorf("write a judged day: %w", err)
		}
		texts[i] = string(raw)
	}
	_, err := store.Exec(tx, `
		INSERT INTO vehicles.judged_day (org_id, vehicle_id, day, devices, counts, begun, goes_on, idling, heard, rules, judged_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?)
		ON CONFLICT (org_id, vehicle_id, day) DO UPDATE SET devices = excluded.devices, counts = excluded.counts, begun = excluded.begun, goes_on = excluded.goes_on,
			idling = excluded.idling, heard = excluded.heard, rules = excluded.rules, judged_ms = excluded.judged_ms`,
		key.orgID, key.vehicleID, key.number, store.List(is.devices), store.List(is.counts[:]), is.day.Begun, is.day.GoesOn, texts[0], texts[1], rules, is.judgedMs)
	if err != nil {
		return err
	}
	if _, err := store.Exec(tx, `DELETE FROM vehicles.trip WHERE org_id = ? AND vehicle_id = ? AND start_ms >= ? AND start_ms < ?`,
		key.orgID, key.vehicleID, history.Begins(key.number), history.Begins(key.number+1)); err != nil {
		return err
	}
	for _, t := range is.day.Trips {
		from, to := coordinates(t.From), coordinates(t.To)
		if _, err := store.Exec(tx, `
			INSERT INTO vehicles.trip (org_id, vehicle_id, start_ms, end_ms, distance_m, idle_ms, over_ms, top_kmh, from_lat, from_lng, to_lat, to_lng, repaired_ms)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			key.orgID, key.vehicleID, t.StartMs, t.EndMs, t.DistanceM, t.IdleMs, t.OverMs, t.TopKmh, from[0], from[1], to[0], to[1], t.RepairedMs); err != nil {
			return err
		}
	}
	return nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func coordinates(p *Position) [2]*float64 {
	if p == nil {
		return [2]*float64{}
	}
	return [2]*float64{&p.Lat, &p.Lng}
}

// repaired marks the trips of a day that were not so when the day was judged before, after it was over.
func repaired(day Day, number int64, before keptDay, nowMs int64) Day {
	wasOver := before.judgedMs >= history.Begins(number+1)+lookAhead.Milliseconds()
	trips := slices.Clone(day.Trips)
	for i, t := range trips {
		same := slices.IndexFunc(before.day.Trips, func(was Trip) bool {
			return was.StartMs == t.StartMs && was.EndMs == t.EndMs && was.DistanceM == t.DistanceM
		})
		switch {
		case same >= 0:
			trips[i].RepairedMs = before.day.Trips[same].RepairedMs
		case wasOver:
			trips[i].RepairedMs = nowMs
		}
	}
	day.Trips = trips
	return day
}
