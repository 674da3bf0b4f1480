package device

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/web"
)

type assignmentOutput struct {
	DeviceID  string  `json:"device_id"`
	From      string  `json:"from"`
	To        *string `json:"to" doc:"null: still fitted"`
	IsDefault bool    `json:"is_defaultdevice"`
}

type vehicleInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
}

type assignmentsOutput struct {
	Body struct {
		Devices []assignmentOutput `json:"Devices" nullable:"false"`
	}
}

// assignments lists which devices were on a vehicle, the newest first.
func (a *API) assignments(ctx context.Context, in *vehicleInput) (*assignmentsOutput, error) {
	list, err := a.store.Assignments(ctx, in.OrgID, scope.Of(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	var out assignmentsOutput
	out.Body.Devices = make([]assignmentOutput, len(list))
	for i, one := range list {
		out.Body.Devices[i] = assignmentOutput{DeviceID: one.DeviceID, From: times.UTC(one.FromMs), IsDefault: one.IsDefault}
		if one.ToMs != nil {
			to := times.UTC(*one.ToMs)
			out.Body.Devices[i].To = &to
		}
	}
	return &out, nil
}

type vehicleOutput struct{ Body vehicle.VehicleOutput }

type assignInput struct {
	OrgID    string `path:"orgId"`
	ID       string `path:"id"`
	DeviceID string `path:"deviceId"`
	Body     *assignBody
}

// assignBody may be missing: then the device is fitted now, and the default one only if there is no other.
type assignBody struct {
	IsDefault bool         `json:"is_defaultdevice,omitempty"`
	From      web.TimeText `json:"from,omitempty" doc:"Since when, by the vehicle's clock where it does not say; without it, since now"`
}

// assign fits a device to a vehicle, or makes one that is fitted the default one.
func (a *API) assign(ctx context.Context, in *assignInput) (*vehicleOutput, error) {
	from, body := a.now(), assignBody{}
	if in.Body != nil {
		body = *in.Body
	}
	if body.From != "" {
		loc, err := a.zones.Of(ctx, in.OrgID, in.ID)
		if err != nil {
			return nil, err
		}
		at, err := times.Read("body.from", string(body.From), loc)
		if err != nil {
			return nil, err
		}
		from = at
	}
	err := a.watch.Devices(ctx, in.OrgID, []string{in.DeviceID}, func() error {
		return a.store.Assign(ctx, in.OrgID, scope.Of(ctx), in.ID, in.DeviceID, from.UnixMilli(), body.IsDefault)
	})
	if err != nil {
		return nil, err
	}
	v, err := a.vehicles.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &vehicleOutput{vehicle.OutputOf(v, true)}, nil
}

type unassignInput struct {
	OrgID    string `path:"orgId"`
	ID       string `path:"id"`
	DeviceID string `path:"deviceId"`
}

// unassign takes a device off a vehicle now; what it sent before stays the vehicle's.
func (a *API) unassign(ctx context.Context, in *unassignInput) (*struct{}, error) {
	if v, err := a.vehicles.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID); err == nil {
		web.AuditValue(ctx, "vehicle", v.Name)
	}
	return nil, a.watch.Vehicles(ctx, in.OrgID, []string{in.ID}, func() error {
		return a.store.Unassign(ctx, in.OrgID, scope.Of(ctx), in.ID, in.DeviceID, a.now().UnixMilli())
	})
}
