package trip

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/web"
)

// Places knows what places are called.
type Places interface {
	// Names are in the order of the points; empty: not known. It never fails: a name may come later.
	Names(ctx context.Context, orgID string, points []Position) []string
}

// Drives knows who drove a vehicle.
type Drives interface {
	Drives(ctx context.Context, orgID string, visible scope.Scope, vehicleID string, fromMs, toMs int64) ([]driver.Drive, error)
}

// API answers about trips.
type API struct {
	store  *Store
	zones  *presence.Zones
	places Places
	drives Drives
	now    func() time.Time
}

// NewAPI answers from a store; zones knows by which clock a caller means times.
func NewAPI(store *Store, zones *presence.Zones, places Places, drives Drives, now func() time.Time) *API {
	return &API{store: store, zones: zones, places: places, drives: drives, now: now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	aVehicle := web.IDs("id", "vehicle")
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/trips", web.Needs("TrackVehicle"), a.trips, aVehicle, web.TakesLong(), web.Summary("Trips of a vehicle"))
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/trips/spans", web.Needs("TrackVehicle"), a.spans, aVehicle, web.ReadsOnly(), web.Summary("Spans of trips and stops of a vehicle"))
}

type tripsInput struct {
	OrgID       string `path:"orgId"`
	ID          string `path:"id"`
	Start       string `query:"start_time" required:"true" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
	End         string `query:"end_time" required:"true" doc:"Trips that began before this time, at most 366 days later"`
	StopMinutes int    `query:"stop_minutes" minimum:"1" maximum:"30" default:"1" doc:"Stops of at least so long"`
}

type spansInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  struct {
		Start web.TimeText `json:"start_time" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
		End   web.TimeText `json:"end_time" doc:"Readings of before this time, at most two days later"`
	}
}

type spanOutput struct {
	Timestamp  string   `json:"timestamp"`
	Speed      *float64 `json:"speed" doc:"km/h; null: not said"`
	SpeedLimit *float64 `json:"speed_limit" doc:"km/h; null: not said"`
	GPS        struct {
		Valid     bool                  `json:"gps_valid"`
		Coords    *presence.Coordinates `json:"coords" doc:"null: without a valid position"`
		Timestamp *string               `json:"gps_timestamp" doc:"When it was there; null: without a valid position"`
	} `json:"gps"`
}

type spansOutput struct {
	Body struct {
		Spans []spanOutput `json:"Spans" nullable:"false" doc:"The oldest first"`
		More  bool         `json:"more" doc:"There are later ones: ask again from after the last one's time"`
	}
}

const (
	maxSpans      = 20_000
	maxSpansRange = 48 * time.Hour // as long as a trip can be
)

// spans lists the readings of a vehicle in a time: where it was, how fast it went and what was allowed.
func (a *API) spans(ctx context.Context, in *spansInput) (*spansOutput, error) {
	from, to, err := a.zones.Range(ctx, in.OrgID, in.ID, "body", string(in.Body.Start), string(in.Body.End), maxSpansRange)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Track(ctx, in.OrgID, scope.Of(ctx), in.ID, from, to, maxSpans+1)
	if err != nil {
		return nil, err
	}
	var out spansOutput
	out.Body.More = len(list) > maxSpans
	list = list[:min(len(list), maxSpans)]
	out.Body.Spans = make([]spanOutput, len(list))
	for i, s := range list {
		one := spanOutput{Timestamp: times.UTC(s.TimeMs), Speed: s.SpeedKmh, SpeedLimit: s.SpeedLimitKmh}
		if s.Lat != nil && s.Lng != nil {
			one.GPS.Valid, one.GPS.Coords, one.GPS.Timestamp = true, &presence.Coordinates{Lat: *s.Lat, Lng: *s.Lng}, &one.Timestamp
		}
		out.Body.Spans[i] = one
	}
	return &out, nil
}
