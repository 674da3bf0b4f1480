package api

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/events"
)

type orgInput struct {
	OrgID string `path:"orgId"`
}

type presenceOutput struct {
	Body struct {
		Presences []presence.Record `json:"Presences" nullable:"false"`
	}
}

type presenceInput struct {
	OrgID      string   `path:"orgId"`
	VehicleIDs []string `query:"vehicle_ids" maxItems:"500" doc:"Only of these vehicles, separated by commas; without it, of all"`
}

// presence shows what fitted devices in scope are doing: all, or those of some vehicles.
func (a *API) presence(ctx context.Context, in *presenceInput) (*presenceOutput, error) {
	found, err := a.store.Presences(ctx, in.OrgID, scope(ctx), in.VehicleIDs...)
	if err != nil {
		return nil, err
	}
	var out presenceOutput
	now := a.now()
	out.Body.Presences = make([]presence.Record, len(found.Devices))
	for i, d := range found.Devices {
		out.Body.Presences[i] = d.Record(now)
	}
	return &out, nil
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

// maxSpan bounds the time of one question, so that it touches a month of partitions at most.
const maxSpan = 31 * 24 * time.Hour

// samples lists the samples of a vehicle, the oldest first.
func (a *API) samples(ctx context.Context, in *samplesInput) (*samplesOutput, error) {
	from, to, err := a.vehicleRange(ctx, in.OrgID, in.ID, "query", in.Start, in.End, maxSpan)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Samples(ctx, in.OrgID, scope(ctx), in.ID, from, to, in.Limit+1)
	if err != nil {
		return nil, explain(err)
	}
	var out samplesOutput
	out.Body.More = len(list) > in.Limit
	out.Body.Samples = []sampleOutput{}
	for _, s := range list[:min(len(list), in.Limit)] {
		out.Body.Samples = append(out.Body.Samples, sampleOutput{Sample: s.Sample, DeviceID: s.DeviceID})
	}
	return &out, nil
}

// zoneOf is the time zone that a vehicle is in, UTC while it is not known. A vehicle out of scope is not found.
func (a *API) zoneOf(ctx context.Context, orgID, vehicleID string) (*time.Location, error) {
	v, err := a.store.Vehicle(ctx, orgID, scope(ctx), vehicleID)
	if err != nil {
		return nil, explain(err)
	}
	if len(v.Devices) == 0 {
		return time.UTC, nil
	}
	found, err := a.store.PresencesOf(ctx, orgID, []string{v.Devices[0].DeviceID})
	if err != nil || len(found.Devices) == 0 {
		return time.UTC, err
	}
	return presence.Location(found.Devices[0].Zone), nil
}
