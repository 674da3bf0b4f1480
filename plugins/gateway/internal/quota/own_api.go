package quota

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// ownLimit is what support has set, as it is read.
type ownLimit struct {
	DeviceID string `json:"device_id,omitempty" doc:"Absent: all devices of the organisation together"`
	Kind     string `json:"topic"`
	OwnBody
}

// OwnBody is a limit of an organisation or a device, in place of the configuration's.
type OwnBody struct {
	PerSecond *float64 `json:"per_second,omitempty" minimum:"0.01" maximum:"100000" doc:"Messages a second, in the long run. Absent: as the configuration says, as for the others"`
	Day       *int64   `json:"day,omitempty" minimum:"1" maximum:"1000000000000" doc:"Messages in a day (UTC)"`
	DayBytes  *int64   `json:"day_bytes,omitempty" minimum:"1" maximum:"1000000000000000"`
}

type orgBody struct {
	Day      *int64 `json:"day,omitempty" minimum:"1" maximum:"1000000000000" doc:"Messages of all devices in a day (UTC). Absent: as the configuration says"`
	DayBytes *int64 `json:"day_bytes,omitempty" minimum:"1" maximum:"1000000000000000"`
}

type orgLimitInput struct {
	OrgID string `path:"orgId"`
	Kind  string `path:"topic" enum:"telemetry,events,status,replies"`
	Body  orgBody
}

type deviceLimitInput struct {
	OrgID    string `path:"orgId"`
	DeviceID string `path:"deviceId"`
	Kind     string `path:"topic" enum:"telemetry,events,status,replies,connections"`
	Body     OwnBody
}

type ownOutput struct{ Body ownLimit }

func (a *API) putOrgLimit(ctx context.Context, in *orgLimitInput) (*ownOutput, error) {
	return a.putLimit(ctx, Key{in.OrgID, "", in.Kind}, Own{Day: in.Body.Day, DayBytes: in.Body.DayBytes})
}

func (a *API) putDeviceLimit(ctx context.Context, in *deviceLimitInput) (*ownOutput, error) {
	if !a.devices.Has(in.OrgID, in.DeviceID) {
		return nil, fault.New(fault.NotFound, "There is no such device.")
	}
	return a.putLimit(ctx, Key{in.OrgID, in.DeviceID, in.Kind}, Own(in.Body))
}

// putLimit sets a limit; this gateway keeps to it at once, others within seconds.
func (a *API) putLimit(ctx context.Context, key Key, o Own) (*ownOutput, error) {
	if err := a.bounds.Check(key, o); err != nil {
		return nil, err
	}
	before, err := a.owns.Put(ctx, key, o)
	if err != nil {
		return nil, err
	}
	web.AuditValue(ctx, "topic", key.Kind)
	web.AuditChange(ctx, "per_second", said(before.PerSecond), said(o.PerSecond))
	web.AuditChange(ctx, "day", said(before.Day), said(o.Day))
	web.AuditChange(ctx, "day_bytes", said(before.DayBytes), said(o.DayBytes))
	if err := a.follower.Load(ctx); err != nil {
		return nil, err
	}
	return &ownOutput{viewOf(key, o)}, nil
}

func said[T int64 | float64](value *T) string {
	if value == nil {
		return ""
	}
	if n, is := any(*value).(float64); is {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return fmt.Sprint(*value)
}

func viewOf(key Key, o Own) ownLimit { return ownLimit{key.DeviceID, key.Kind, OwnBody(o)} }

// ownOf lists what is set in an organisation.
func (a *API) ownOf(ctx context.Context, orgID string) ([]ownLimit, error) {
	owns, err := a.owns.Of(ctx, orgID)
	if err != nil {
		return nil, err
	}
	list := []ownLimit{}
	for key, o := range owns {
		list = append(list, viewOf(key, o))
	}
	slices.SortFunc(list, func(x, y ownLimit) int {
		return cmp.Or(cmp.Compare(x.DeviceID, y.DeviceID), cmp.Compare(x.Kind, y.Kind))
	})
	return list, nil
}
