package visit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Fleet says which vehicles a caller sees; replica.Fleet does.
type Fleet interface {
	Seen(column string, caller web.CallerInfo) (condition string, args []any)
}

// Store reads visits.
type Store struct {
	db  *store.DB
	now func() time.Time
}

// NewStore reads from a database.
func NewStore(db *store.DB, now func() time.Time) *Store { return &Store{db, now} }

// API answers about visits.
type API struct {
	store *Store
	fleet Fleet
}

// NewAPI answers from a store.
func NewAPI(s *Store, fleet Fleet) *API { return &API{s, fleet} }

// Register lists the operations.
func (a *API) Register(r *web.Router, m manifest.Manifest) {
	web.Handle(r, "GET /org/{orgId}/geofences/visits", web.Needs("viewGeofence"), a.list, web.Lists(listed),
		web.Summary("Visits of the vehicles in sight to the geofences in sight, also to those that were deleted since"))
	web.Handle(r, "GET /org/{orgId}/geofences/visits/days", web.Needs("viewGeofence"), a.days, web.IDs("query.geofence_id", "geofence"), web.Summary("Visits and time inside, summed up by day and geofence"))
	rows.Handle(r, m, "POST /org/{orgId}/geofences/report", web.Needs("createGeofenceReport"), a.report, web.Summary("Rows of the geofence report"))
	web.Handle(r, "GET /org/{orgId}/geofences/choices", web.Needs("createGeofenceReport"), a.choices, web.Summary("The geofences in sight by name, to choose from for a report"))
	rows.Handle(r, m, "POST /org/{orgId}/geofences/track", web.Needs("viewGeofence"), a.track, web.Summary("Rows of the tracking table of geofences"))
	web.Handle(r, "GET /org/{orgId}/geofences/now", web.Needs("viewGeofence"), a.now, web.Summary("How many vehicles are inside each geofence now, and what each raised in 30 days"))
	web.Handle(r, "GET /org/{orgId}/geofences/vehicles/{id}", web.Needs("viewGeofence"), a.ofVehicle, web.IDs("id", "vehicle"), web.Summary("Which geofences a vehicle is in"))
}

var listed = web.NewListFields("v.id", "-arrival",
	web.ListField{Name: "geofence_id", Kind: web.OneOf, Column: "v.geofence_id", Unsorted: true},
	web.ListField{Name: "geofence", Column: "g.name", Search: true},
	web.ListField{Name: "vehicle_id", Kind: web.OneOf, Column: "v.vehicle_id", Unsorted: true},
	web.ListField{Name: "vehicle", Column: "f.name", Search: true},
	web.ListField{Name: "arrival", Kind: web.TimeMs, Column: "v.arrival_ms"},
	web.ListField{Name: "departure", Kind: web.TimeMs, Column: "v.departure_ms"},
	web.ListField{Name: "inside", Kind: web.YesNo, Column: "(v.departure_ms = 0)"},
	web.ListField{Name: "distance_m", Kind: web.Number, Column: "v.distance_m"},
	web.ListField{Name: "top_speed_kmh", Kind: web.Number, Column: "v.top_kmh"},
)

// Event is what a visit raised, as it is answered.
type Event struct {
	Trigger   string   `json:"trigger" enum:"enter,leave,speed_above,speed_below,park_inside"`
	AtMs      int64    `json:"at_ms"`
	EndMs     int64    `json:"end_ms" doc:"0: it goes on, or does not last"`
	SpeedKmh  *float64 `json:"speed_kmh"`
	Threshold float64  `json:"threshold" doc:"km/h, or seconds of parking"`
}

// Visited is a visit as it is answered; times are Unix milliseconds.
type Visited struct {
	ID          string   `json:"id"`
	GeofenceID  string   `json:"geofence_id"`
	Geofence    string   `json:"geofence" doc:"Its name; of one that was deleted with “(deleted)” in the language of the caller"`
	Deleted     bool     `json:"geofence_deleted"`
	VehicleID   string   `json:"vehicle_id"`
	Vehicle     string   `json:"vehicle"`
	ArrivalMs   int64    `json:"arrival_ms"`
	DepartureMs int64    `json:"departure_ms" doc:"0: inside now"`
	DurationS   int64    `json:"duration_s" doc:"Up to now, while inside"`
	Ended       string   `json:"ended" enum:",left,fence,vehicle" doc:"left; fence: it was disabled, deleted or redrawn; vehicle: it is not watched any more"`
	Found       bool     `json:"found" doc:"Inside when first looked at: nobody saw it arrive"`
	Through     bool     `json:"through" doc:"Drove through between two positions"`
	DistanceM   float64  `json:"distance_m"`
	TopKmh      *float64 `json:"top_speed_kmh"`
	CorrectedMs int64    `json:"corrected_ms" doc:"When late positions last changed it; 0: never"`
	Events      []Event  `json:"events" nullable:"false"`
}

type visitsInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type visitsOutput struct {
	Body struct {
		Visits       []Visited `json:"visits" nullable:"false"`
		TotalRecords int64     `json:"total_records"`
		PageCount    int       `json:"page_count"`
	}
}

type visitRow struct {
	ID, GeofenceID, Geofence, VehicleID, Vehicle, Ended string
	ArrivalMs, DepartureMs, LastMs, CorrectedMs         int64
	Deleted, Found, Through                             bool
	DistanceM                                           float64
	TopKmh                                              *float64
	Events                                              json.RawMessage
}

// selectVisits reads the visits of a page in its order. The page is found before: the database would gather what all that come before it have raised, too.
const selectVisits = `SELECT v.id::text AS id, v.geofence_id, g.name AS geofence, g.deleted_ms > 0 AS deleted, v.vehicle_id, f.name AS vehicle, v.ended, v.arrival_ms, v.departure_ms, v.last_ms, v.corrected_ms,
		v.found, v.through, v.distance_m, v.top_kmh,
		(SELECT coalesce(jsonb_agg(jsonb_build_object('trigger', e.trigger, 'at_ms', e.at_ms, 'end_ms', e.end_ms, 'speed_kmh', e.speed_kmh, 'threshold', e.threshold) ORDER BY e.at_ms), '[]')
			FROM geofences.visit_event e WHERE e.org_id = v.org_id AND e.visit_id = v.id) AS events
	FROM unnest(?::uuid[]) WITH ORDINALITY AS page (id, place) JOIN geofences.visit v ON v.org_id = ? AND v.id = page.id
	JOIN geofences.geofence g ON g.org_id = v.org_id AND g.id = v.geofence_id JOIN geofences.fleet_vehicle f ON f.org_id = v.org_id AND f.id = v.vehicle_id ORDER BY page.place`

// list lists visits, the newest first, also those to geofences that were deleted since.
func (a *API) list(ctx context.Context, in *visitsInput) (*visitsOutput, error) {
	caller := web.Caller(ctx)
	var found []visitRow
	var out visitsOutput
	err := a.store.db.Read(ctx, func(tx *gorm.DB) error {
		page, err := a.pages(tx, caller, &in.ListQuery)
		if err != nil {
			return err
		}
		var ids []string
		if out.Body.TotalRecords, err = store.FindPage(page, &in.ListQuery, &ids); err == nil && len(ids) > 0 {
			found, err = store.Rows[visitRow](tx, selectVisits, store.List(ids), caller.OrgID)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list visits: %w", err)
	}
	out.Body.PageCount, out.Body.Visits = in.PageCount(out.Body.TotalRecords), make([]Visited, 0, len(found))
	nameOf := namer(ctx)
	for _, r := range found {
		r.Geofence = nameOf(r.Geofence, r.Deleted)
		one, err := r.output(a.store.now())
		if err != nil {
			return nil, err
		}
		out.Body.Visits = append(out.Body.Visits, one)
	}
	return &out, nil
}

func (r visitRow) output(now time.Time) (Visited, error) {
	o := Visited{
		r.ID, r.GeofenceID, r.Geofence, r.Deleted, r.VehicleID, r.Vehicle, r.ArrivalMs, r.DepartureMs, 0, r.Ended, r.Found, r.Through, r.DistanceM, r.TopKmh, r.CorrectedMs, []Event{},
	}
	end := r.DepartureMs
	if end == 0 {
		end = max(now.UnixMilli(), r.LastMs)
	}
	o.DurationS = (end - r.ArrivalMs) / 1000
	if err := json.Unmarshal(r.Events, &o.Events); err != nil {
		return o, fmt.Errorf("read what visit %s raised: %w", r.ID, err)
	}
	return o, nil
}

// Now is what happens at a geofence.
type Now struct {
	ID     string `json:"id"`
	Inside int    `json:"inside" doc:"Vehicles in sight that are inside"`
	Events int64  `json:"events" doc:"Events of vehicles in sight in the last 30 days"`
}

type nowInput struct {
	OrgID string   `path:"orgId"`
	IDs   []string `query:"ids" required:"true" maxItems:"500" doc:"Of geofences"`
}

type nowOutput struct {
	Body struct {
		Geofences []Now `json:"geofences" nullable:"false"`
	}
}

// now counts who is inside geofences in sight, and what they raised.
func (a *API) now(ctx context.Context, in *nowInput) (*nowOutput, error) {
	caller := web.Caller(ctx)
	visible, args := fence.Visible(caller)
	inside, insideArgs := a.fleet.Seen("v.vehicle_id", caller)
	raised, raisedArgs := a.fleet.Seen("e.vehicle_id", caller)
	query := `SELECT g.id,
		(SELECT count(*) FROM geofences.visit v WHERE v.org_id = g.org_id AND v.geofence_id = g.id AND v.departure_ms = 0 AND ` + inside + `) AS inside,
		(SELECT count(*) FROM geofences.visit_event e WHERE e.org_id = g.org_id AND e.geofence_id = g.id AND e.at_ms > (extract(epoch FROM now()) - 30 * 86400) * 1000 AND ` + raised + `) AS events
		FROM geofences.geofence g WHERE g.org_id = ? AND g.id = ANY(?) AND ` + visible + ` ORDER BY g.id`
	all := append(append(append([]any{}, insideArgs...), raisedArgs...), caller.OrgID, store.List(in.IDs))
	out := &nowOutput{}
	err := a.store.db.Read(ctx, func(tx *gorm.DB) (err error) {
		out.Body.Geofences, err = store.Rows[Now](tx, query, append(all, args...)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count who is inside: %w", err)
	}
	if out.Body.Geofences == nil {
		out.Body.Geofences = []Now{}
	}
	return out, nil
}

// Inside is a geofence that a vehicle is in.
type Inside struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Colour    string `json:"colour"`
	ArrivalMs int64  `json:"arrival_ms"`
}

type insideInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id" maxLength:"128"`
}

type insideOutput struct {
	Body struct {
		Geofences []Inside       `json:"geofences" nullable:"false"`
		Values    map[string]any `json:"values" doc:"The same for the vehicle's panel"`
	}
}

// ofVehicle lists the geofences in sight that a vehicle is in.
func (a *API) ofVehicle(ctx context.Context, in *insideInput) (*insideOutput, error) {
	caller := web.Caller(ctx)
	visible, args := fence.Visible(caller)
	seen, seenArgs := a.fleet.Seen("f.id", caller)
	out := &insideOutput{}
	err := a.store.db.Read(ctx, func(tx *gorm.DB) error {
		known, err := store.One[int](tx, `SELECT count(*) FROM geofences.fleet_vehicle f WHERE f.org_id = ? AND f.id = ? AND NOT f.deleted AND `+seen, append([]any{caller.OrgID, in.ID}, seenArgs...)...)
		if err == nil && known == 0 {
			err = fault.New(fault.NotFound, "There is no such vehicle.")
		}
		if err != nil {
			return err
		}
		out.Body.Geofences, err = store.Rows[Inside](tx, `SELECT g.id, g.name, g.colour, v.arrival_ms FROM geofences.visit v JOIN geofences.geofence g ON g.org_id = v.org_id AND g.id = v.geofence_id
			WHERE v.org_id = ? AND v.vehicle_id = ? AND v.departure_ms = 0 AND `+visible+` ORDER BY v.arrival_ms`, append([]any{caller.OrgID, in.ID}, args...)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find where vehicle %s is: %w", in.ID, err)
	}
	out.Body.Values = map[string]any{}
	if len(out.Body.Geofences) == 0 {
		out.Body.Geofences = []Inside{}
		return out, nil
	}
	names := ""
	for i, one := range out.Body.Geofences {
		if i > 0 {
			names += ", "
		}
		names += one.Name
	}
	out.Body.Values["inside"] = names
	out.Body.Values["since"] = stamp(out.Body.Geofences[0].ArrivalMs)
	return out, nil
}
