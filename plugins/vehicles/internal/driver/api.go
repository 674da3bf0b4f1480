package api

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/web"
)

type driverOutput struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type driversOutput struct {
	Body struct {
		Drivers []driverOutput `json:"Drivers" nullable:"false"`
	}
}

// drivers lists whom the caller can assign to vehicles.
func (a *API) drivers(ctx context.Context, in *orgInput) (*driversOutput, error) {
	list, err := a.store.Drivers(ctx, in.OrgID, scope(ctx))
	if err != nil {
		return nil, err
	}
	var out driversOutput
	out.Body.Drivers = make([]driverOutput, len(list))
	for i, d := range list {
		out.Body.Drivers[i] = driverOutput(d)
	}
	return &out, nil
}

type driveOutput struct {
	ID         string  `json:"id"`
	VehicleID  string  `json:"vehicle_id"`
	DriverID   string  `json:"driver_id"`
	DriverName string  `json:"driver_name"`
	From       string  `json:"from"`
	To         *string `json:"to" doc:"null: still driving"`
}

func driveOutputOf(d vehicle.Drive) driveOutput {
	out := driveOutput{ID: d.ID, VehicleID: d.VehicleID, DriverID: d.DriverID, DriverName: d.DriverName, From: utc(d.FromMs)}
	if d.ToMs != nil {
		to := utc(*d.ToMs)
		out.To = &to
	}
	return out
}

type drivesInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Start string `query:"start_time" doc:"RFC 3339, Unix seconds, or local time of the vehicle; without it, 90 days ago"`
	End   string `query:"end_time" doc:"Drives that began before it; without it, now"`
}

type drivesOutput struct {
	Body struct {
		Drivers []driveOutput `json:"Drivers" nullable:"false"`
	}
}

// vehicleDrives lists who drove a vehicle, the newest first. Who drove it at a time: that time as both ends.
func (a *API) vehicleDrives(ctx context.Context, in *drivesInput) (*drivesOutput, error) {
	loc, err := a.zoneOf(ctx, in.OrgID, in.ID)
	if err != nil {
		return nil, err
	}
	from, to := a.now().AddDate(0, 0, -90), a.now().Add(time.Second)
	if in.Start != "" {
		if from, err = readTime("query.start_time", in.Start, loc); err != nil {
			return nil, err
		}
	}
	if in.End != "" {
		if to, err = readTime("query.end_time", in.End, loc); err != nil {
			return nil, err
		}
	}
	list, err := a.store.Drives(ctx, in.OrgID, scope(ctx), in.ID, from.UnixMilli(), to.UnixMilli()+1)
	if err != nil {
		return nil, err
	}
	var out drivesOutput
	out.Body.Drivers = make([]driveOutput, len(list))
	for i, d := range list {
		out.Body.Drivers[i] = driveOutputOf(d)
	}
	return &out, nil
}

type assignDriverInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  struct {
		DriverID   string `json:"driver_id" minLength:"1" maxLength:"200"`
		DriverName string `json:"driver_name,omitempty" maxLength:"200" doc:"Only for a driver of a partner's system, whom the organisation does not list"`
		From       string `json:"from,omitempty" doc:"Since when; without it, since now"`
		To         string `json:"to,omitempty" doc:"Until when; without it, until it is ended"`
	}
}

// assignDriver has a driver drive a vehicle. Without an end it ends who drove it, and what the driver drove.
func (a *API) assignDriver(ctx context.Context, in *assignDriverInput) (*web.Created[driveOutput], error) {
	loc, err := a.zoneOf(ctx, in.OrgID, in.ID)
	if err != nil {
		return nil, err
	}
	d := vehicle.Drive{VehicleID: in.ID, DriverID: in.Body.DriverID, DriverName: in.Body.DriverName, FromMs: a.now().UnixMilli()}
	if in.Body.From != "" {
		at, err := readTime("body.from", in.Body.From, loc)
		if err != nil {
			return nil, err
		}
		d.FromMs = at.UnixMilli()
	}
	if in.Body.To != "" {
		at, err := readTime("body.to", in.Body.To, loc)
		if err != nil {
			return nil, err
		}
		ms := at.UnixMilli()
		if ms <= d.FromMs {
			return nil, errOrder
		}
		d.ToMs = &ms
	}
	added, err := a.store.Drive(ctx, in.OrgID, scope(ctx), d)
	if err != nil {
		return nil, explain(err)
	}
	return web.NewCreated(driveOutputOf(added)), a.markVehicles(ctx, in.OrgID, in.ID)
}

type endDriveInput struct {
	OrgID        string `path:"orgId"`
	ID           string `path:"id"`
	AssignmentID string `path:"assignmentId"`
}

// endDrive ends a drive now, or takes out one that has ended.
func (a *API) endDrive(ctx context.Context, in *endDriveInput) (*struct{}, error) {
	if err := a.store.EndDrive(ctx, in.OrgID, scope(ctx), in.ID, in.AssignmentID, a.now().UnixMilli()); err != nil {
		return nil, explain(err)
	}
	return nil, a.markVehicles(ctx, in.OrgID, in.ID)
}

// markVehicles has what vehicles look like pushed again.
func (a *API) markVehicles(ctx context.Context, orgID string, ids ...string) error {
	devices, err := a.store.DevicesOn(ctx, orgID, ids...)
	a.marker.Mark(orgID, devices...)
	return err
}
