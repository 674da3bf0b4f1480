package sample

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// API answers about samples.
type API struct {
	store *Store
	zones *presence.Zones
}

// NewAPI answers from a store; zones knows by which clock a caller means times.
func NewAPI(store *Store, zones *presence.Zones) *API { return &API{store: store, zones: zones} }

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/samples", web.Needs("TrackVehicle"), a.samples, web.IDs("id", "vehicle"), web.Summary("Samples of a vehicle, as they were sent"))
}

type samplesInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Start string `query:"start_time" required:"true" doc:"RFC 3339, Unix seconds, or local time of the vehicle"`
	End   string `query:"end_time" required:"true" doc:"Samples of before this time"`
	Limit int    `query:"limit" minimum:"1" maximum:"10000" default:"1000"`
}

type sampleOutput struct {
	events.Sample
	DeviceID string `json:"device_id"`
}

type samplesOutput struct {
	Body struct {
		Samples []sampleOutput `json:"Samples" nullable:"false"`
		More    bool           `json:"more" doc:"There are later ones: ask again from the last one's time"`
	}
}

// maxRange bounds the time of one question, so that it touches a month of partitions at most.
const maxRange = 31 * 24 * time.Hour

// samples lists the samples of a vehicle, the oldest first.
func (a *API) samples(ctx context.Context, in *samplesInput) (*samplesOutput, error) {
	from, to, err := a.zones.Range(ctx, in.OrgID, in.ID, "query", in.Start, in.End, maxRange)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Samples(ctx, in.OrgID, scope.Of(ctx), in.ID, from, to, in.Limit+1)
	if err != nil {
		return nil, err
	}
	var out samplesOutput
	out.Body.More = len(list) > in.Limit
	out.Body.Samples = []sampleOutput{}
	for _, s := range list[:min(len(list), in.Limit)] {
		out.Body.Samples = append(out.Body.Samples, sampleOutput(s))
	}
	return &out, nil
}
