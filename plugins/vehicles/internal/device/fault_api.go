package device

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

type faultOutput struct {
	Type        string              `json:"type"`
	Text        string              `json:"text"`
	Status      string              `json:"status"`
	Context     events.FaultContext `json:"context"`
	DeviceID    string              `json:"device_id"`
	DeviceModel string              `json:"device_model"`
	ReportedAt  *string             `json:"reported_at" doc:"When the device last told its state; null for never"`
}

type faultGroup struct {
	VehicleID   string        `json:"vehicle_id"`
	VehicleName string        `json:"vehicle_name"`
	VehicleType string        `json:"vehicle_type"`
	Node        string        `json:"node" doc:"Id of the vehicle's group"`
	Group       string        `json:"group" doc:"Label of the vehicle's group"`
	Faults      []faultOutput `json:"faults" nullable:"false"`
}

type faultsOutput struct {
	web.PageHeaders
	Body struct {
		Faults       []faultGroup `json:"Faults" nullable:"false" doc:"By vehicle; one comes again when the order parts its faults"`
		PageCount    int          `json:"page_count"`
		TotalRecords int64        `json:"total_records" doc:"Faults on all pages"`
		Vehicles     int64        `json:"total_vehicles" doc:"Vehicles that have them"`
		ByType       []FaultCount `json:"by_type" nullable:"false"`
	}
}

type faultsInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

// faults lists the faults that devices of vehicles in scope report. A page is of faults, not of vehicles.
func (a *API) faults(ctx context.Context, in *faultsInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, "", "", &in.ListQuery)
}

type faultsOfTypeInput struct {
	OrgID  string `path:"orgId"`
	Suffix string `path:"suffix" enum:"storage,camera,gps,status,recording,network,clock"`
	web.ListQuery
}

// faultsOfType lists the faults of one type.
func (a *API) faultsOfType(ctx context.Context, in *faultsOfTypeInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, "", in.Suffix, &in.ListQuery)
}

type vehicleFaultsInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
}

// vehicleFaults lists the faults of one vehicle; a vehicle without faults has an empty list.
func (a *API) vehicleFaults(ctx context.Context, in *vehicleFaultsInput) (*faultsOutput, error) {
	return a.faultsOf(ctx, in.OrgID, in.VehicleID, "")
}

type vehicleFaultsOfTypeInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
	Suffix    string `path:"suffix" enum:"storage,camera,gps,status,recording,network,clock"`
}

// vehicleFaultsOfType lists the faults of one type of one vehicle.
func (a *API) vehicleFaultsOfType(ctx context.Context, in *vehicleFaultsOfTypeInput) (*faultsOutput, error) {
	return a.faultsOf(ctx, in.OrgID, in.VehicleID, in.Suffix)
}

// faultsOf lists the faults of one vehicle, which a device has at most 64 of.
func (a *API) faultsOf(ctx context.Context, orgID, vehicleID, faultType string) (*faultsOutput, error) {
	v, err := a.vehicles.Vehicle(ctx, orgID, scope.Of(ctx), vehicleID)
	if err != nil {
		return nil, err
	}
	out, err := a.listFaults(ctx, orgID, vehicleID, faultType, &web.ListQuery{Page: 1, Size: 500})
	if err == nil && len(out.Body.Faults) == 0 {
		out.Body.Faults = []faultGroup{{VehicleID: v.ID, VehicleName: v.Name, VehicleType: v.Type, Node: v.GroupID, Group: v.Group, Faults: []faultOutput{}}}
	}
	return out, err
}

// listFaults lists faults, of one vehicle if it is named and of one type if it is.
func (a *API) listFaults(ctx context.Context, orgID, vehicleID, faultType string, query *web.ListQuery) (*faultsOutput, error) {
	if faultType != "" {
		narrowed := web.ListQuery{Page: query.Page, Size: query.Size, Sort: query.Sort, Search: query.Search, Filter: append(query.Filter, "type:eq:"+faultType)}
		query = &narrowed
	}
	query.Read(FaultFields) // what the caller said has been read without an error
	found, totals, err := a.store.Faults(ctx, orgID, scope.Of(ctx), vehicleID, query)
	if err != nil {
		return nil, err
	}
	out := faultsOutput{PageHeaders: query.Headers(totals.Faults)}
	b := &out.Body
	b.Faults, b.ByType, b.Vehicles = grouped(ctx, found), append([]FaultCount{}, totals.ByType...), totals.Vehicles
	b.PageCount, b.TotalRecords = out.PageHeaders.PageCount, totals.Faults
	return &out, nil
}

// grouped puts the faults of a vehicle that follow each other together.
func grouped(ctx context.Context, found []Fault) []faultGroup {
	groups := []faultGroup{}
	for _, f := range found {
		if n := len(groups); n == 0 || groups[n-1].VehicleID != f.VehicleID {
			groups = append(groups, faultGroup{VehicleID: f.VehicleID, VehicleName: f.VehicleName, VehicleType: f.VehicleType, Node: f.Node, Group: f.Label})
		}
		one := faultOutput{Type: f.Type, Text: web.Say(ctx, f.Text), Status: f.Status, Context: f.Context, DeviceID: f.DeviceID, DeviceModel: f.Model}
		if f.ReportedMs > 0 {
			at := times.UTC(f.ReportedMs)
			one.ReportedAt = &at
		}
		last := &groups[len(groups)-1]
		last.Faults = append(last.Faults, one)
	}
	return groups
}
