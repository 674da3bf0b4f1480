package api

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

type faultOutput struct {
	Type     string              `json:"type"`
	Text     string              `json:"text"`
	Status   string              `json:"status"`
	Context  events.FaultContext `json:"context"`
	DeviceID string              `json:"device_id"`
}

type faultGroup struct {
	VehicleID   string        `json:"vehicle_id"`
	VehicleName string        `json:"vehicle_name"`
	Faults      []faultOutput `json:"faults" nullable:"false"`
}

type faultsOutput struct {
	Body struct {
		Faults []faultGroup `json:"Faults" nullable:"false"`
	}
}

// faults lists the vehicles in scope whose devices report faults.
func (a *API) faults(ctx context.Context, in *orgInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, "", "")
}

type faultsOfTypeInput struct {
	OrgID  string `path:"orgId"`
	Suffix string `path:"suffix" enum:"storage,camera,gps,status,recording,network"`
}

// faultsOfType lists the faults of one type.
func (a *API) faultsOfType(ctx context.Context, in *faultsOfTypeInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, "", in.Suffix)
}

type vehicleFaultsInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
}

// vehicleFaults lists the faults of one vehicle; a vehicle without faults has an empty list.
func (a *API) vehicleFaults(ctx context.Context, in *vehicleFaultsInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, in.VehicleID, "")
}

type vehicleFaultsOfTypeInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
	Suffix    string `path:"suffix" enum:"storage,camera,gps,status,recording,network"`
}

// vehicleFaultsOfType lists the faults of one type of one vehicle.
func (a *API) vehicleFaultsOfType(ctx context.Context, in *vehicleFaultsOfTypeInput) (*faultsOutput, error) {
	return a.listFaults(ctx, in.OrgID, in.VehicleID, in.Suffix)
}

// listFaults lists faults, of one vehicle if it is named and of one type if it is.
func (a *API) listFaults(ctx context.Context, orgID, vehicleID, faultType string) (*faultsOutput, error) {
	var out faultsOutput
	out.Body.Faults = []faultGroup{}
	if vehicleID != "" {
		v, err := a.store.Vehicle(ctx, orgID, scope(ctx), vehicleID)
		if err != nil {
			return nil, explain(err)
		}
		out.Body.Faults = append(out.Body.Faults, faultGroup{VehicleID: v.ID, VehicleName: v.Name, Faults: []faultOutput{}})
	}
	found, err := a.store.Faults(ctx, orgID, scope(ctx), vehicleID)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		if list := faultsOf(f, faultType); len(list) > 0 {
			out.Body.Faults = addFaults(out.Body.Faults, f, list)
		}
	}
	return &out, nil
}

// addFaults adds a device's faults to its vehicle's; devices come ordered by vehicle.
func addFaults(groups []faultGroup, f postgres.DeviceFaults, list []faultOutput) []faultGroup {
	if n := len(groups); n > 0 && groups[n-1].VehicleID == f.VehicleID {
		groups[n-1].Faults = append(groups[n-1].Faults, list...)
		return groups
	}
	return append(groups, faultGroup{VehicleID: f.VehicleID, VehicleName: f.VehicleName, Faults: list})
}

func faultsOf(f postgres.DeviceFaults, faultType string) []faultOutput {
	var list []faultOutput
	for _, one := range f.Faults {
		if faultType == "" || one.Type == faultType {
			list = append(list, faultOutput{Type: one.Type, Text: vehicle.FaultText(one), Status: one.Status, Context: one.Context, DeviceID: f.DeviceID})
		}
	}
	return list
}
