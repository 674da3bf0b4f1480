package driver

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// errOrder is the answer to an end before its beginning.
var errOrder = fault.InvalidFields("start time is greater than end time", fault.Field{Location: "body.from", Message: "start time is greater than end time"})

type currentDrive struct {
	VehicleName string `json:"VehicleName"`
	VehicleID   string `json:"VehicleID"`
	DriverName  string `json:"DriverName"`
	DriverID    string `json:"DriverId"`
}

type currentDrivesOutput struct {
	Body struct {
		StatusCode int            `json:"StatusCode"`
		List       []currentDrive `json:"lstCurrentVehicleAssignment" nullable:"false"`
	}
}

// currentDrives lists who drives the vehicles in scope now, as a partner's system asks for it.
func (a *API) currentDrives(ctx context.Context, _ *struct{}) (*currentDrivesOutput, error) {
	now := a.now().UnixMilli()
	found, err := a.store.Drives(ctx, web.Caller(ctx).OrgID, scope.Of(ctx), "", now, now+1)
	if err != nil {
		return nil, err
	}
	var out currentDrivesOutput
	out.Body.StatusCode, out.Body.List = 200, make([]currentDrive, len(found))
	for i, d := range found {
		out.Body.List[i] = currentDrive{VehicleName: d.VehicleName, VehicleID: d.VehicleID, DriverName: d.DriverName, DriverID: d.DriverID}
	}
	return &out, nil
}

type historyInput struct {
	Body struct {
		FromDate web.TimeText `json:"FromDate" doc:"RFC 3339, Unix seconds, or local time by timezoneOffset"`
		ToDate   web.TimeText `json:"ToDate" doc:"As FromDate"`
		Offset   *int         `json:"timezoneOffset,omitempty" minimum:"-1440" maximum:"1440" doc:"Minutes that local time is ahead of UTC; without it local time is the organisation's"`
	}
}

type pastDrive struct {
	ID           string `json:"AssignmentId"`
	VehicleID    string `json:"VehicleID"`
	VehicleName  string `json:"VehicleName"`
	DriverName   string `json:"DriverName"`
	DriverID     string `json:"DriverId"`
	Registration string `json:"RegistrationNumber"`
	From         int64  `json:"FromUnixTime" doc:"Seconds"`
	To           *int64 `json:"ToUnixTime" doc:"Seconds; null: still driving"`
	Offset       int    `json:"timezoneOffset" doc:"Minutes, as asked, or of the organisation's clock when FromDate was"`
}

type historyOutput struct {
	Body struct {
		StatusCode int         `json:"StatusCode"`
		List       []pastDrive `json:"lstAssignedVehicleHistory" nullable:"false"`
	}
}

// maxHistory bounds the time of one question.
const maxHistory = 400 * 24 * time.Hour

// clockOf is local time that is so many minutes ahead of UTC, or the organisation's.
func (a *API) clockOf(ctx context.Context, offset *int) (*time.Location, error) {
	if offset == nil {
		return a.zones.OfOrganisation(ctx, web.Caller(ctx).OrgID)
	}
	return time.FixedZone("", *offset*60), nil
}

// drivesHistory lists who drove the vehicles in scope in a time range, the newest first, as a partner's system asks for it.
func (a *API) drivesHistory(ctx context.Context, in *historyInput) (*historyOutput, error) {
	loc, err := a.clockOf(ctx, in.Body.Offset)
	if err != nil {
		return nil, err
	}
	from, err := times.Read("body.FromDate", string(in.Body.FromDate), loc)
	if err != nil {
		return nil, err
	}
	to, err := times.Read("body.ToDate", string(in.Body.ToDate), loc)
	if err != nil {
		return nil, err
	}
	if !from.Before(to) || to.Sub(from) > maxHistory {
		const text = "The range must be at most 400 days and end after it begins."
		return nil, fault.InvalidFields("start time is greater than end time", fault.Field{Location: "body.FromDate", Message: text}, fault.Field{Location: "body.ToDate", Message: text})
	}
	found, err := a.store.Drives(ctx, web.Caller(ctx).OrgID, scope.Of(ctx), "", from.UnixMilli(), to.UnixMilli())
	if err != nil {
		return nil, err
	}
	var out historyOutput
	_, ahead := from.In(loc).Zone()
	out.Body.StatusCode, out.Body.List = 200, make([]pastDrive, len(found))
	for i, d := range found {
		one := pastDrive{
			ID: d.ID, VehicleID: d.VehicleID, VehicleName: d.VehicleName, DriverName: d.DriverName, DriverID: d.DriverID, Registration: d.Registration,
			From: d.FromMs / 1000, Offset: ahead / 60,
		}
		if d.ToMs != nil {
			seconds := *d.ToMs / 1000
			one.To = &seconds
		}
		out.Body.List[i] = one
	}
	return &out, nil
}
