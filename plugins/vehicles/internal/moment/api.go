package moment

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

// API answers about moments.
type API struct {
	store *Store
	now   func() time.Time
}

// NewAPI answers from a store.
func NewAPI(s *Store, now func() time.Time) *API { return &API{s, now} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/moment", web.Needs("TrackVehicle"), a.moment, web.TakesLong(), web.Summary("Where every vehicle in sight was at a moment of the past, and what it was doing"))
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
}

type momentInput struct {
	OrgID string `path:"orgId"`
	AtMs  int64  `query:"at_ms" required:"true" minimum:"0" maximum:"4102444800000" doc:"Unix milliseconds"`
}

type momentOutput struct {
	Body struct {
		AtMs      int64    `json:"at_ms"`
		Presences []Record `json:"Presences" nullable:"false"`
	}
}

// moment answers how the vehicles in sight stood. The groups are those of now: who sees a vehicle sees its past.
func (a *API) moment(ctx context.Context, in *momentInput) (*momentOutput, error) {
	if in.AtMs > a.now().UnixMilli() {
		return nil, fault.InvalidFields("This moment has not been yet.", fault.Field{Location: "query.at_ms", Message: "This moment has not been yet."})
	}
	stands, err := a.store.At(ctx, in.OrgID, scope.Of(ctx), in.AtMs)
	if err != nil {
		return nil, err
	}
	out := &momentOutput{}
	out.Body.AtMs, out.Body.Presences = in.AtMs, make([]Record, len(stands))
	for i, s := range stands {
		out.Body.Presences[i] = s.record(in.AtMs)
	}
	return out, nil
}

func (s Stand) record(atMs int64) Record {
	r := Record{DeviceID: s.DeviceID, VehicleID: s.ID, Name: s.Name, Type: s.Type, IsDefault: true, Status: s.Status(atMs)}
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
