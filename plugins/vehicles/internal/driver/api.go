package driver

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/web"
)

// Marker has what vehicles look like pushed again.
type Marker interface {
	MarkVehicles(ctx context.Context, orgID string, ids ...string) error
}

// API answers about drivers and drives.
type API struct {
	store  *Store
	zones  *presence.Zones
	marker Marker
	now    func() time.Time
}

// NewAPI answers from a store; zones knows by which clock a caller means times.
func NewAPI(store *Store, zones *presence.Zones, marker Marker, now func() time.Time) *API {
	return &API{store: store, zones: zones, marker: marker, now: now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	see, drive, aVehicle := web.Needs("viewVehicle"), web.Needs("updateVehicle"), web.IDs("id", "vehicle")
	web.Handle(r, "GET /GetCurrentVehicleAssignment", see, a.currentDrives, web.Summary("Who drives a vehicle now"))
	web.Handle(r, "POST /ListAllAssignVehicleHistory", see, a.drivesHistory, web.Summary("Who drove which vehicle in a range of time"))
	web.Handle(r, "GET /org/{orgId}/drivers", see, a.drivers, web.Summary("Users who can be assigned as drivers"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/drivers", see, a.vehicleDrives, aVehicle, web.Summary("Assignments of a vehicle"))
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/drivers", drive, a.assignDriver, aVehicle, web.Summary("Assigns a driver to a vehicle"))
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}/drivers/{assignmentId}", drive, a.endDrive, aVehicle, web.Summary("Removes an assignment"))
}

type orgInput struct {
	OrgID string `path:"orgId"`
}

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
	list, err := a.store.Drivers(ctx, in.OrgID, scope.Of(ctx))
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

func driveOutputOf(d Drive) driveOutput {
	out := driveOutput{ID: d.ID, VehicleID: d.VehicleID, DriverID: d.DriverID, DriverName: d.DriverName, From: times.UTC(d.FromMs)}
	if d.ToMs != nil {
		to := times.UTC(*d.ToMs)
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
	loc, err := a.zones.Of(ctx, in.OrgID, in.ID)
	if err != nil {
		return nil, err
	}
	from, to := a.now().AddDate(0, 0, -90), a.now().Add(time.Second)
	if in.Start != "" {
		if from, err = times.Read("query.start_time", in.Start, loc); err != nil {
			return nil, err
		}
	}
	if in.End != "" {
		if to, err = times.Read("query.end_time", in.End, loc); err != nil {
			return nil, err
		}
	}
	list, err := a.store.Drives(ctx, in.OrgID, scope.Of(ctx), in.ID, from.UnixMilli(), to.UnixMilli()+1)
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
		DriverID   string       `json:"driver_id" minLength:"1" maxLength:"200"`
		DriverName string       `json:"driver_name,omitempty" maxLength:"200" doc:"Only for a driver of a partner's system, whom the organisation does not list"`
		From       web.TimeText `json:"from,omitempty" doc:"Since when; without it, since now"`
		To         web.TimeText `json:"to,omitempty" doc:"Until when; without it, until it is ended"`
	}
}

// assignDriver has a driver drive a vehicle. Without an end it ends who drove it, and what the driver drove.
func (a *API) assignDriver(ctx context.Context, in *assignDriverInput) (*web.Created[driveOutput], error) {
	loc, err := a.zones.Of(ctx, in.OrgID, in.ID)
	if err != nil {
		return nil, err
	}
	d := Drive{VehicleID: in.ID, DriverID: in.Body.DriverID, DriverName: in.Body.DriverName, FromMs: a.now().UnixMilli()}
	if in.Body.From != "" {
		at, err := times.Read("body.from", string(in.Body.From), loc)
		if err != nil {
			return nil, err
		}
		d.FromMs = at.UnixMilli()
	}
	if in.Body.To != "" {
		at, err := times.Read("body.to", string(in.Body.To), loc)
		if err != nil {
			return nil, err
		}
		ms := at.UnixMilli()
		if ms <= d.FromMs {
			return nil, errOrder
		}
		d.ToMs = &ms
	}
	before := a.at(ctx, in.OrgID, in.ID, d.FromMs)
	added, err := a.store.Drive(ctx, in.OrgID, scope.Of(ctx), d)
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, a.at(ctx, in.OrgID, in.ID, added.FromMs))
	return web.NewCreated(driveOutputOf(added)), a.marker.MarkVehicles(ctx, in.OrgID, in.ID)
}

type endDriveInput struct {
	OrgID        string `path:"orgId"`
	ID           string `path:"id"`
	AssignmentID string `path:"assignmentId"`
}

// endDrive ends a drive now, or takes out one that has ended.
func (a *API) endDrive(ctx context.Context, in *endDriveInput) (*struct{}, error) {
	now := a.now().UnixMilli()
	before := a.at(ctx, in.OrgID, in.ID, now)
	if err := a.store.EndDrive(ctx, in.OrgID, scope.Of(ctx), in.ID, in.AssignmentID, now); err != nil {
		return nil, err
	}
	if before.ID == in.AssignmentID {
		tellChange(ctx, before, Drive{})
	}
	return nil, a.marker.MarkVehicles(ctx, in.OrgID, in.ID)
}
