package trip

import (
	"context"
	"strconv"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/web"
)

// API answers about trips.
type API struct {
	store *Store
	zones *presence.Zones
}

// NewAPI answers from a store; zones knows by which clock a caller means times.
func NewAPI(store *Store, zones *presence.Zones) *API { return &API{store: store, zones: zones} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	aVehicle := web.IDs("id", "vehicle")
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/trips", web.Needs("TrackVehicle"), a.trips, aVehicle)
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/trips/spans", web.Needs("TrackVehicle"), a.spans, aVehicle, web.ReadsOnly())
}

type tripsInput struct {
	OrgID       string `path:"orgId"`
	ID          string `path:"id"`
	Start       string `query:"start_time" required:"true" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
	End         string `query:"end_time" required:"true" doc:"Trips that began before this time"`
	StopMinutes int    `query:"stop_minutes" minimum:"1" maximum:"30" default:"1" doc:"Stops of at least so long"`
}

type tripOutput struct {
	StartTime string  `json:"start_time"`
	EndTime   string  `json:"end_time" doc:"The last halt; for a trip that goes on, what is known so far"`
	SpanID    string  `json:"spanId"`
	DistanceM float64 `json:"distance_m"`
	IdleS     int64   `json:"idle_s" doc:"Seconds with the ignition on, below 5 km/h for a minute or more"`
}

type stopOutput struct {
	StartTime string                `json:"start_time"`
	EndTime   string                `json:"end_time"`
	IdleS     int64                 `json:"idle_s"`
	Coords    *presence.Coordinates `json:"coords" doc:"null: not known"`
}

type tripsOutput struct {
	Body struct {
		Trips []tripOutput `json:"Trips" nullable:"false" doc:"Those that overlap the range, whole, the oldest first"`
		Stops []stopOutput `json:"Stops" nullable:"false" doc:"The times between them"`
	}
}

// trips lists the trips of a vehicle and the stops between them.
func (a *API) trips(ctx context.Context, in *tripsInput) (*tripsOutput, error) {
	from, to, err := a.zones.Range(ctx, in.OrgID, in.ID, "query", in.Start, in.End, maxRange)
	if err != nil {
		return nil, err
	}
	found, err := a.store.Trips(ctx, in.OrgID, scope.Of(ctx), in.ID, from, to)
	if err != nil {
		return nil, err
	}
	var out tripsOutput
	out.Body.Trips, out.Body.Stops = make([]tripOutput, len(found.Trips)), []stopOutput{}
	for i, t := range found.Trips {
		out.Body.Trips[i] = tripOutput{
			StartTime: times.UTC(t.StartMs), EndTime: times.UTC(t.EndMs), SpanID: in.ID + "-" + strconv.FormatInt(t.StartMs, 36), DistanceM: t.DistanceM, IdleS: t.IdleMs / 1000,
		}
	}
	for _, s := range Stops(found.Trips, found.Idling, time.Duration(in.StopMinutes)*time.Minute) {
		one := stopOutput{StartTime: times.UTC(s.StartMs), EndTime: times.UTC(s.EndMs), IdleS: s.IdleMs / 1000}
		if s.At != nil {
			one.Coords = &presence.Coordinates{Lat: s.At.Lat, Lng: s.At.Lng}
		}
		out.Body.Stops = append(out.Body.Stops, one)
	}
	return &out, nil
}

type spansInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  struct {
		Start string `json:"start_time" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
		End   string `json:"end_time" doc:"Readings of before this time, at most two days later"`
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
	maxRange      = 31 * 24 * time.Hour // a month of partitions at most
	maxSpans      = 20_000
	maxSpansRange = 48 * time.Hour // as long as a trip can be
)

// spans lists the readings of a vehicle in a time: where it was, how fast it went and what was allowed.
func (a *API) spans(ctx context.Context, in *spansInput) (*spansOutput, error) {
	from, to, err := a.zones.Range(ctx, in.OrgID, in.ID, "body", in.Body.Start, in.Body.End, maxSpansRange)
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
