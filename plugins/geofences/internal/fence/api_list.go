package fence

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/shape"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// at is where the caller wrote an e-mail list.
func at(i, n int) string { return fmt.Sprintf("body[%d].alert_email_list[%d].emails", i, n) }

// Listed is what the list can be filtered, sorted and searched by.
var Listed = web.NewListFields("g.id", "name",
	web.ListField{Name: "name", Column: "g.name", Order: "lower(g.name)", Search: true},
	web.ListField{Name: "description", Column: "g.description", Search: true},
	web.ListField{Name: "kind", Kind: web.OneOf, Column: "g.kind", Options: []string{shape.Polygon, shape.Circle}},
	web.ListField{Name: "disabled", Kind: web.YesNo, Column: "g.disabled"},
	web.ListField{Name: "colour", Column: "g.colour", Unsorted: true},
	web.ListField{Name: "changed_ms", Kind: web.TimeMs, Column: "g.changed_ms"},
	web.ListField{Name: "trigger", Kind: web.Several, Column: triggersOf, Options: []string{"enter", "leave", "speed_above", "speed_below", "park_inside"}},
	web.ListField{Name: "vehicle_id", Kind: web.Several, Column: `(SELECT array_agg(x.vehicle_id) FROM geofences.geofence_vehicle x WHERE x.org_id = g.org_id AND x.geofence_id = g.id)`},
	web.ListField{Name: "group_id", Kind: web.Several, Column: `(SELECT array_agg(x.group_id) FROM geofences.geofence_group x WHERE x.org_id = g.org_id AND x.geofence_id = g.id)`},
)

// triggersOf are a geofence's triggers by name.
const triggersOf = `array_remove(ARRAY[
	CASE WHEN (g.triggers->>'enter')::boolean THEN 'enter' END, CASE WHEN (g.triggers->>'leave')::boolean THEN 'leave' END,
	CASE WHEN g.triggers->'speed_above_kmh' IS NOT NULL THEN 'speed_above' END, CASE WHEN g.triggers->'speed_below_kmh' IS NOT NULL THEN 'speed_below' END,
	CASE WHEN g.triggers->'park_inside_s' IS NOT NULL THEN 'park_inside' END], NULL)`

// listRow is a geofence in the list.
type listRow struct {
	ID          string
	Name        string
	Description string
	Colour      string
	Kind        string
	Triggers    json.RawMessage
	Period      json.RawMessage
	Disabled    bool
	AllVehicles bool
	Path        string
	CreatedBy   string
	ChangedMs   int64
	Vehicles    int
	Groups      json.RawMessage
	West        float64
	South       float64
	East        float64
	North       float64
}

// Row is a geofence as the list answers it: without its shape, with its box.
type Row struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Colour      string     `json:"colour"`
	Kind        string     `json:"kind" enum:"polygon,circle"`
	Triggers    Triggers   `json:"triggers"`
	Period      *Period    `json:"active_period" doc:"null: always"`
	Disabled    bool       `json:"disabled"`
	All         bool       `json:"all_vehicles"`
	Vehicles    int        `json:"vehicle_count" doc:"Vehicles that it watches now, of those that the caller sees"`
	Groups      []string   `json:"group_ids" nullable:"false"`
	MayEdit     bool       `json:"may_edit"`
	ChangedMs   int64      `json:"changed_ms"`
	Box         [4]float64 `json:"box" nullable:"false" doc:"West, south, east, north in degrees; east is above 180 where the geofence spans the 180th meridian"`
}

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type listOutput struct {
	Body struct {
		Geofences    []Row `json:"geofences" nullable:"false"`
		TotalRecords int64 `json:"total_records"`
		PageCount    int   `json:"page_count"`
	}
}

// list lists the geofences that the caller sees.
func (a *API) list(ctx context.Context, in *listInput) (*listOutput, error) {
	caller := web.Caller(ctx)
	visible, args := Visible(caller)
	var found []listRow
	var out listOutput
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		var ids []string
		page, query := tx.Table("geofences.geofence AS g").Where("g.org_id = ?", caller.OrgID).Where(visible, args...).Select("g.id"), &in.ListQuery
		if words := query.Words(); len(words) > 0 {
			said, err := a.words.find(tx, caller.OrgID, words)
			if err != nil {
				return err
			}
			page, query = page.Where("g.id = ANY(?)", store.List(said)), query.WithoutSearch()
		}
		if out.Body.TotalRecords, err = store.FindPage(page, query, &ids); err == nil && len(ids) > 0 {
			found, err = a.listRows(tx, caller, ids)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list geofences: %w", err)
	}
	out.Body.PageCount, out.Body.Geofences = in.PageCount(out.Body.TotalRecords), make([]Row, 0, len(found))
	for _, one := range found {
		r, err := one.row(caller)
		if err != nil {
			return nil, err
		}
		out.Body.Geofences = append(out.Body.Geofences, r)
	}
	return &out, nil
}

// listRows reads the geofences of a page in its order. The page is found before: the database would count the vehicles of all that come before it, too.
func (a *API) listRows(tx *gorm.DB, caller web.CallerInfo, ids []string) ([]listRow, error) {
	seen, args := a.fleet.Seen("v.id", caller)
	return store.Rows[listRow](tx, `SELECT g.id, g.name, g.description, g.colour, g.kind, g.triggers, g.period, g.disabled, g.all_vehicles, g.path, g.created_by, g.changed_ms, g.west, g.south, g.east, g.north,
			(SELECT coalesce(jsonb_agg(x.group_id), '[]') FROM geofences.geofence_group x WHERE x.org_id = g.org_id AND x.geofence_id = g.id) AS groups,
			(SELECT count(*) FROM geofences.fleet_vehicle v LEFT JOIN geofences.fleet_group vg ON vg.org_id = v.org_id AND vg.id = v.group_id
				WHERE v.org_id = g.org_id AND NOT v.deleted AND (`+seen+`) AND (`+watched+`)) AS vehicles
		FROM unnest(?::text[]) WITH ORDINALITY AS page (id, place) JOIN geofences.geofence g ON g.org_id = ? AND g.id = page.id ORDER BY page.place`,
		append(args, store.List(ids), caller.OrgID)...)
}

// watched is a condition on a geofence g and a vehicle v in a group vg: it says what Definition.Watches says, disabled or not.
const watched = `(g.all_vehicles AND starts_with(coalesce(vg.path, ''), g.path))
	OR EXISTS (SELECT FROM geofences.geofence_vehicle x WHERE x.org_id = g.org_id AND x.geofence_id = g.id AND x.vehicle_id = v.id)
	OR EXISTS (SELECT FROM geofences.geofence_group x WHERE x.org_id = g.org_id AND x.geofence_id = g.id AND strpos(vg.path, '/' || x.group_id || '/') > 0)`

func (r listRow) row(caller web.CallerInfo) (Row, error) {
	out := Row{
		ID: r.ID, Name: r.Name, Description: r.Description, Colour: r.Colour, Kind: r.Kind, Disabled: r.Disabled, All: r.AllVehicles, Vehicles: r.Vehicles, ChangedMs: r.ChangedMs,
		Box: [4]float64{r.West, r.South, r.East, r.North}, MayEdit: owns(caller, Fence{Definition: Definition{Path: r.Path}, CreatedBy: r.CreatedBy}),
	}
	for _, part := range []struct {
		raw  json.RawMessage
		into any
	}{{r.Triggers, &out.Triggers}, {r.Period, &out.Period}, {r.Groups, &out.Groups}} {
		if len(part.raw) == 0 {
			continue
		}
		if err := json.Unmarshal(part.raw, part.into); err != nil {
			return Row{}, fmt.Errorf("read geofence %s: %w", r.ID, err)
		}
	}
	return out, nil
}
