package fence

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/eventdata"
	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// keptRow is a geofence as a statement takes it.
type keptRow struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Description string              `json:"description"`
	Colour      string              `json:"colour"`
	Kind        string              `json:"kind"`
	Shape       shape.Shape         `json:"shape"`
	ShapeRev    int                 `json:"shape_rev"`
	Triggers    Triggers            `json:"triggers"`
	Period      *Period             `json:"period"`
	Disabled    bool                `json:"disabled"`
	All         bool                `json:"all_vehicles"`
	Emails      map[string][]string `json:"emails"`
	Path        string              `json:"path"`
	CreatedBy   string              `json:"created_by"`
	CreatedMs   int64               `json:"created_ms"`
	ChangedMs   int64               `json:"changed_ms"`
	Version     int                 `json:"version"`
	West        float64             `json:"west"`
	South       float64             `json:"south"`
	East        float64             `json:"east"`
	North       float64             `json:"north"`
}

func keptOf(f Fence) keptRow {
	west, south, east, north := shape.NewArea(f.Shape).Box()
	return keptRow{
		f.ID, f.Name, f.Description, f.Colour, f.Shape.Type, f.Shape, f.ShapeRev, f.Triggers, f.Period, f.Disabled, f.All, f.Emails, f.Path, f.CreatedBy, f.CreatedMs, f.ChangedMs, f.Version,
		west, south, east, north,
	}
}

// keep writes geofences and their lists as they are from a time on, all in a few statements: files bring a thousand.
func keep(tx *gorm.DB, orgID string, atMs int64, list ...Fence) error {
	revision, err := nextRevision(tx, orgID)
	if err != nil {
		return err
	}
	rows, definitions := make([]keptRow, len(list)), make([]Definition, len(list))
	for i, f := range list {
		rows[i], definitions[i] = keptOf(f), f.Definition
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("write down geofences: %w", err)
	}
	_, err = store.Exec(tx, `INSERT INTO geofences.geofence (org_id, revision, id, name, description, colour, kind, shape, shape_rev, triggers, period, disabled, all_vehicles, emails, path, created_by,
			created_ms, changed_ms, version, west, south, east, north)
		SELECT ?, ?, r.id, r.name, r.description, r.colour, r.kind, r.shape, r.shape_rev, r.triggers, NULLIF(r.period, 'null'), r.disabled, r.all_vehicles, coalesce(NULLIF(r.emails, 'null'), '{}'), r.path,
			r.created_by, r.created_ms, r.changed_ms, r.version, r.west, r.south, r.east, r.north
		FROM jsonb_to_recordset(?::jsonb) AS r (id text, name text, description text, colour text, kind text, shape jsonb, shape_rev integer, triggers jsonb, period jsonb, disabled boolean,
			all_vehicles boolean, emails jsonb, path text, created_by text, created_ms bigint, changed_ms bigint, version integer, west double precision, south double precision,
			east double precision, north double precision)
		ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, description = excluded.description, colour = excluded.colour, shape = excluded.shape, shape_rev = excluded.shape_rev,
			triggers = excluded.triggers, period = excluded.period, disabled = excluded.disabled, all_vehicles = excluded.all_vehicles, emails = excluded.emails,
			changed_ms = excluded.changed_ms, version = excluded.version, revision = excluded.revision, west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north`,
		orgID, revision, string(raw))
	if err != nil {
		return err
	}
	for _, of := range []struct {
		table, column string
		ids           func(Fence) []string
	}{
		{"geofence_vehicle", "vehicle_id", func(f Fence) []string { return f.VehicleIDs }},
		{"geofence_group", "group_id", func(f Fence) []string { return f.GroupIDs }},
		{"geofence_share", "user_id", func(f Fence) []string { return f.SharedWith }},
	} {
		if err := keepList(tx, orgID, of.table, of.column, list, of.ids); err != nil {
			return err
		}
	}
	return define(tx, orgID, atMs, definitions)
}

// keepList writes who or what is on a list of geofences, and takes the others off.
func keepList(tx *gorm.DB, orgID, table, column string, list []Fence, idsOf func(Fence) []string) error {
	var all, fences, ids []string
	for _, f := range list {
		all = append(all, f.ID)
		for _, id := range idsOf(f) {
			fences, ids = append(fences, f.ID), append(ids, id)
		}
	}
	_, err := store.Exec(tx, `DELETE FROM geofences.`+table+` old WHERE org_id = ? AND geofence_id = ANY(?)
		AND NOT EXISTS (SELECT FROM unnest(?::text[], ?::text[]) AS kept (geofence, id) WHERE kept.geofence = old.geofence_id AND kept.id = old.`+column+`)`,
		orgID, store.List(all), store.List(fences), store.List(ids))
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = store.Exec(tx, `INSERT INTO geofences.`+table+` (org_id, geofence_id, `+column+`) SELECT ?, * FROM unnest(?::text[], ?::text[]) ON CONFLICT DO NOTHING`, orgID, store.List(fences), store.List(ids))
	return err
}

// define notes how geofences are from a time on, and tells other plugins.
func define(tx *gorm.DB, orgID string, atMs int64, list []Definition) error {
	var ids, raw []string
	var told []eventdata.FenceChanged
	for _, d := range list {
		one, err := json.Marshal(d)
		if err != nil {
			return fmt.Errorf("write down geofence %s: %w", d.ID, err)
		}
		ids, raw = append(ids, d.ID), append(raw, string(one))
		told = append(told, eventdata.FenceChanged{ID: d.ID, Name: d.Name, Disabled: d.Disabled, AtMs: atMs})
	}
	if _, err := store.Exec(tx, `UPDATE geofences.definition SET to_ms = ? WHERE org_id = ? AND geofence_id = ANY(?) AND to_ms = 0`, atMs, orgID, store.List(ids)); err != nil {
		return err
	}
	_, err := store.Exec(tx, `INSERT INTO geofences.definition (org_id, geofence_id, from_ms, definition) SELECT ?, id, ?, d::jsonb FROM unnest(?::text[], ?::text[]) AS t (id, d)`, orgID, atMs, store.List(ids), store.List(raw))
	if err != nil {
		return err
	}
	return events.PublishAll(tx, orgID, "event.geofences.fence", told)
}
