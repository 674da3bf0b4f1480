package moment

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

// API answers about moments.
type API struct {
	store  *Store
	places Places
	now    func() time.Time
}

// Places knows what places are called, in the order of the points; empty: not known. Known asks nobody, Names does.
type Places interface {
	Known(ctx context.Context, points []trip.Position) []string
	Names(ctx context.Context, orgID string, points []trip.Position) []string
}

// NewAPI answers from a store.
func NewAPI(s *Store, places Places, now func() time.Time) *API { return &API{s, places, now} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/moment", web.Needs("TrackVehicle"), a.moment, web.TakesLong(), web.Summary("Where every vehicle in sight was at a moment of the past, and what it was doing"))
	web.Handle(r, "GET /org/{orgId}/vehicles/moment/counts", web.Needs("TrackVehicle"), a.counts, web.TakesLong(), web.Summary("How many vehicles in sight drove and idled, each quarter of an hour of a day of the past"))
}

// Record is a vehicle at a moment, with the fields of its presence of now.
type Record struct {
	DeviceID    string                `json:"device_id"`
	VehicleID   string                `json:"vehicle_id"`
	Name        string                `json:"name"`
	Type        string                `json:"type"`
	IsDefault   bool                  `json:"is_defaultdevice"`
	Coordinates *presence.Coordinates `json:"coordinates" doc:"The last position by then; null: none in the hours before"`
	Direction   *float64              `json:"direction"`
	Status      fleet.Presence        `json:"status" enum:"MOVING,STATIONARY,IDLING,OFFLINE,UNKNOWN"`
	Speed       *float64              `json:"speed" doc:"km/h"`
	SpeedLimit  *float64              `json:"speed_limit" doc:"km/h"`
	LastSeen    *string               `json:"last_seen" doc:"RFC 3339 in UTC; null: nothing in the hours before"`
	Acc         *bool                 `json:"acc" doc:"Ignition"`
	Place       string                `json:"place" doc:"What the position is called; empty: not known"`
	Driver      *string               `json:"driver" doc:"Who drove it then; null for nobody"`
	Group       string                `json:"group" doc:"The label of the group that it was in then; empty: the group is gone"`
	Trail       [][2]float64          `json:"trail,omitempty" doc:"With details: latitude and longitude in the quarter of an hour before, the oldest first"`
}

type momentInput struct {
	OrgID   string `path:"orgId"`
	AtMs    int64  `query:"at_ms" required:"true" minimum:"0" maximum:"4102444800000" doc:"Unix milliseconds"`
	Details bool   `query:"details" doc:"With trails, and with names of places that nobody has asked for yet"`
}

type momentOutput struct {
	Body struct {
		AtMs      int64    `json:"at_ms"`
		Presences []Record `json:"Presences" nullable:"false"`
	}
}

// moment answers how the vehicles in sight stood. Who sees a vehicle now sees its past, in whatever group it was.
func (a *API) moment(ctx context.Context, in *momentInput) (*momentOutput, error) {
	if in.AtMs > a.now().UnixMilli() {
		return nil, fault.InvalidFields("This moment has not been yet.", fault.Field{Location: "query.at_ms", Message: "This moment has not been yet."})
	}
	stands, err := a.store.At(ctx, in.OrgID, scope.Of(ctx), in.AtMs, in.Details)
	if err != nil {
		return nil, err
	}
	out := &momentOutput{}
	out.Body.AtMs, out.Body.Presences = in.AtMs, make([]Record, len(stands))
	names := a.names(ctx, in, stands)
	for i, s := range stands {
		out.Body.Presences[i] = s.record(in.AtMs)
		out.Body.Presences[i].Place = names[i]
	}
	return out, nil
}

// names are what the places of vehicles are called, in their order.
func (a *API) names(ctx context.Context, in *momentInput, stands []Stand) []string {
	names, at := make([]string, len(stands)), []int{}
	var points []trip.Position
	for i, s := range stands {
		if s.Place != nil {
			points, at = append(points, trip.Position{Lat: s.Place.Lat, Lng: s.Place.Lng}), append(at, i)
		}
	}
	var found []string
	if in.Details {
		found = a.places.Names(ctx, in.OrgID, points)
	} else {
		found = a.places.Known(ctx, points)
	}
	for n, name := range found {
		names[at[n]] = name
	}
	return names
}

func (s Stand) record(atMs int64) Record {
	r := Record{DeviceID: s.DeviceID, VehicleID: s.ID, Name: s.Name, Type: s.Type, IsDefault: true, Status: s.Status(atMs), Group: s.GroupLabel}
	if s.Driver != "" {
		r.Driver = &s.Driver
	}
	for _, spot := range s.Trail {
		r.Trail = append(r.Trail, [2]float64{spot.Lat, spot.Lng})
	}
	if s.Place != nil {
		r.Coordinates = &presence.Coordinates{Lat: s.Place.Lat, Lng: s.Place.Lng}
	}
	if s.Reading != nil {
		seen := time.UnixMilli(s.Reading.TimeMs).UTC().Format("2006-01-02T15:04:05.000Z")
		r.LastSeen, r.Acc = &seen, s.Reading.On()
		r.Speed, r.SpeedLimit = s.Reading.Of(history.HasSpeed, &s.Reading.SpeedKmh), s.Reading.Of(history.HasLimit, &s.Reading.SpeedLimitKmh)
		r.Direction = s.Reading.Of(history.HasHeading, &s.Reading.HeadingDeg)
	}
	return r
}
