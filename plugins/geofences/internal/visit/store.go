// Package visit is the stays of vehicles within geofences: how they are kept and told (store.go, raise.go), and what can be asked about them (api.go).
package visit

import (
	"fmt"

	fastjson "github.com/goccy/go-json"
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/store"
)

// Changed is a visit of a vehicle that began, raised something or ended.
type Changed struct {
	*watch.Visit
	VehicleID string
	DeviceID  string
}

// row is a visit as a statement takes it.
type row struct {
	ID          string   `json:"id"`
	GeofenceID  string   `json:"geofence_id"`
	VehicleID   string   `json:"vehicle_id"`
	DefinedMs   int64    `json:"defined_ms"`
	ArrivalMs   int64    `json:"arrival_ms"`
	DepartureMs int64    `json:"departure_ms"`
	Ended       string   `json:"ended"`
	Found       bool     `json:"found"`
	Through     bool     `json:"through"`
	Lat         float64  `json:"lat"`
	Lng         float64  `json:"lng"`
	DistanceM   float64  `json:"distance_m"`
	TopKmh      *float64 `json:"top_kmh"`
	LastMs      int64    `json:"last_ms"`
	CorrectedMs int64    `json:"corrected_ms"`
}

func rowOf(c Changed, correctedMs int64) row {
	v := c.Visit
	return row{
		v.ID, v.FenceID, c.VehicleID, v.DefinedMs, v.ArrivalMs, v.DepartureMs, v.Ended, v.Found, v.Through, v.Arrival.Lat, v.Arrival.Lng, v.DistanceM, v.TopKmh, v.LastMs, correctedMs,
	}
}

// Save keeps visits as they are now, and raises what they have raised. The fences are those that the visits were judged by.
func Save(tx *gorm.DB, orgID string, list []Changed, fences Definitions, correctedMs int64) error {
	if len(list) == 0 {
		return nil
	}
	last := map[string]int{} // what changed twice is written once
	for i, c := range list {
		last[c.ID] = i
	}
	rows, newest := []row{}, list[:0:0]
	for i, c := range list {
		if last[c.ID] == i {
			rows, newest = append(rows, rowOf(c, correctedMs)), append(newest, c)
		}
	}
	raw, err := fastjson.Marshal(rows)
	if err != nil {
		return fmt.Errorf("write down visits: %w", err)
	}
	// Those that end come first: one that begins takes their place.
	_, err = store.Exec(tx, `INSERT INTO geofences.visit AS old (org_id, id, geofence_id, vehicle_id, defined_ms, arrival_ms, departure_ms, ended, found, through, lat, lng, distance_m, top_kmh, last_ms, corrected_ms)
		SELECT ?, r.* FROM jsonb_to_recordset(?::jsonb) AS r (id uuid, geofence_id text, vehicle_id text, defined_ms bigint, arrival_ms bigint, departure_ms bigint, ended text, found boolean, through boolean,
			lat double precision, lng double precision, distance_m double precision, top_kmh double precision, last_ms bigint, corrected_ms bigint)
		ORDER BY r.departure_ms = 0, r.arrival_ms
		ON CONFLICT (org_id, id) DO UPDATE SET arrival_ms = excluded.arrival_ms, departure_ms = excluded.departure_ms, ended = excluded.ended, found = excluded.found, through = excluded.through,
			lat = excluded.lat, lng = excluded.lng, distance_m = excluded.distance_m, top_kmh = excluded.top_kmh, last_ms = excluded.last_ms,
			corrected_ms = greatest(old.corrected_ms, excluded.corrected_ms)`, orgID, string(raw))
	if err != nil {
		return fmt.Errorf("keep visits: %w", err)
	}
	return saveEvents(tx, orgID, newest, fences)
}

// FenceChanged ends the visits that a change of a geofence ends at once: those at one that is disabled or gone, and those of vehicles that it does not watch
// any more. It is a fence.Changed.
func FenceChanged(tx *gorm.DB, orgID string, d fence.Definition, atMs int64) error {
	open, err := store.Rows[struct{ ID, VehicleID, Path string }](tx, `SELECT v.id::text AS id, v.vehicle_id, coalesce(g.path, '') AS path FROM geofences.visit v
		LEFT JOIN geofences.fleet_vehicle f ON f.org_id = v.org_id AND f.id = v.vehicle_id LEFT JOIN geofences.fleet_group g ON g.org_id = f.org_id AND g.id = f.group_id
		WHERE v.org_id = ? AND v.geofence_id = ? AND v.departure_ms = 0`, orgID, d.ID)
	if err != nil {
		return fmt.Errorf("find who is inside: %w", err)
	}
	why := watch.EndedVehicle
	if d.Disabled {
		why = watch.EndedFence
	}
	var ended []string
	for _, one := range open {
		if !d.Watches(one.VehicleID, one.Path) {
			ended = append(ended, one.ID)
		}
	}
	if len(ended) == 0 {
		return nil
	}
	_, err = store.Exec(tx, `UPDATE geofences.visit SET departure_ms = greatest(arrival_ms, last_ms, ?), ended = ? WHERE org_id = ? AND id = ANY(?::uuid[])`, atMs, why, orgID, store.List(ended))
	if err != nil {
		return fmt.Errorf("end visits: %w", err)
	}
	return nil
}
