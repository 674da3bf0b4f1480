package vehicle

import (
	"context"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/times"
	"outrider.dev/sdk/fleet"
	"outrider.dev/sdk/web"
)

// Watch tells browsers of a change: those who see the vehicles' devices afterwards how they look, and those who do not see them any more that
// they are gone.
type Watch interface {
	Vehicles(ctx context.Context, orgID string, vehicleIDs []string, change func() error) error
}

// Tree has an organisation's tree read again, when a group is named that is not known yet.
type Tree interface {
	Refresh(ctx context.Context, orgID string) error
}

// API answers about vehicles.
type API struct {
	store *Store
	watch Watch
	tree  Tree
	now   func() time.Time
}

// NewAPI answers from a store.
func NewAPI(store *Store, watch Watch, tree Tree, now func() time.Time) *API {
	return &API{store: store, watch: watch, tree: tree, now: now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	see, aVehicle := web.Needs("viewVehicle"), web.IDs("id", "vehicle")
	web.Handle(r, "GET /vehicleType", web.SignedIn("the types are the same for everybody"), a.vehicleTypes, web.Summary("Types of vehicles"))
	web.Handle(r, "GET /org/{orgId}/vehicles", see, a.vehicles, web.Lists(VehicleFields), web.Summary("Vehicles, by page"))
	web.Handle(r, "GET /org/{orgId}/vehicles/verbose", see, a.vehiclesVerbose, web.Lists(VehicleFields), web.Summary("Vehicles with devices, group and presence"))
	web.Handle(r, "POST /org/{orgId}/vehicles", web.Needs("createVehicle"), a.createVehicle, web.IDs("body.node", "group"), web.Summary("Adds a vehicle"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}", see, a.vehicle, aVehicle, web.Summary("One vehicle"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/verbose", see, a.vehicleVerbose, aVehicle, web.Summary("One vehicle with devices, group and presence"))
	change := web.NeedsByBody("updateVehicle", "disableVehicle", "moveVehicleToGroup")
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}", change, a.changeVehicle, aVehicle, web.IDs("body.node", "group"), web.Summary("Changes a vehicle"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}/verbose", change, a.changeVehicleVerbose, aVehicle, web.IDs("body.node", "group"), web.Summary("Changes a vehicle with its devices"))
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}", web.Needs("deleteVehicle"), a.deleteVehicle, aVehicle, web.Summary("Deletes a vehicle"))
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}/vehicles", web.Needs("moveVehicleToGroup"), a.moveVehicles,
		web.IDs("nodeId", "group"), web.IDs("body.vehicle_ids", "vehicle"), web.Summary("Moves vehicles to a group"))
}

// VehicleOutput is a vehicle with the names of the catalogue.
type VehicleOutput struct {
	ID           string         `json:"id"`
	Name         string         `json:"vehicle_name"`
	Type         string         `json:"vehicle_type"`
	Node         string         `json:"node" doc:"Id of the group"`
	Group        string         `json:"group" doc:"Label of the group"`
	Devices      []fittedOutput `json:"devices" nullable:"false"`
	Make         string         `json:"make"`
	Model        string         `json:"model"`
	Fuel         string         `json:"fuel"`
	Displacement *int           `json:"displacement" doc:"Cubic centimetres"`
	Year         *int           `json:"year"`
	VIN          string         `json:"VIN"`
	Notes        string         `json:"notes"`
	Key          string         `json:"key" doc:"Fleet number, unique in the organisation"`
	Disabled     bool           `json:"disabled"`
	Version      int            `json:"version"`
}

type fittedOutput struct {
	DeviceID  string  `json:"device_id"`
	IsDefault bool    `json:"is_defaultdevice"`
	Model     *string `json:"model,omitempty" doc:"Verbose only"`
	Firmware  *string `json:"firmware,omitempty" doc:"Verbose only"`
	Disabled  *bool   `json:"disabled,omitempty" doc:"Verbose only"`
	From      *string `json:"from,omitempty" doc:"Verbose only: fitted since"`
}

// OutputOf shows a vehicle; verbose with what is known of its devices.
func OutputOf(v Vehicle, verbose bool) VehicleOutput {
	out := VehicleOutput{
		ID: v.ID, Name: v.Name, Type: v.Type, Node: v.GroupID, Group: v.Group, Devices: make([]fittedOutput, len(v.Devices)), Make: v.Make, Model: v.Model,
		Fuel: v.Fuel, Displacement: v.Displacement, Year: v.Year, VIN: v.VIN, Notes: v.Notes, Key: v.Key, Disabled: v.Disabled, Version: v.Version,
	}
	for i, d := range v.Devices {
		out.Devices[i] = fittedOutput{DeviceID: d.DeviceID, IsDefault: d.IsDefault}
		if verbose {
			from := times.UTC(d.FromMs)
			out.Devices[i].Model, out.Devices[i].Firmware, out.Devices[i].Disabled, out.Devices[i].From = &d.Model, &d.Firmware, &d.Disabled, &from
		}
	}
	return out
}

type vehicleTypesOutput struct {
	Body struct {
		VehicleTypes []vehicleType `json:"VehicleTypes" nullable:"false"`
	}
}

type vehicleType struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// vehicleTypes lists the types that have an icon; the first is what a vehicle without a known type is shown as.
func (a *API) vehicleTypes(context.Context, *struct{}) (*vehicleTypesOutput, error) {
	var out vehicleTypesOutput
	for _, t := range fleet.VehicleTypes {
		out.Body.VehicleTypes = append(out.Body.VehicleTypes, vehicleType{ID: t, Name: strings.ToUpper(t[:1]) + t[1:]})
	}
	return &out, nil
}

type listInput struct {
	OrgID string `path:"orgId"`
	web.ListQuery
}

type listOutput struct {
	web.PageHeaders
	Body struct {
		Vehicles     []VehicleOutput `json:"Vehicles" nullable:"false"`
		PageCount    int             `json:"page_count"`
		TotalRecords int64           `json:"total_records"`
	}
}

// vehicles lists the caller's vehicles, by name unless the query says else.
func (a *API) vehicles(ctx context.Context, in *listInput) (*listOutput, error) {
	return a.list(ctx, in, false)
}

// vehiclesVerbose lists them with what is known of their devices.
func (a *API) vehiclesVerbose(ctx context.Context, in *listInput) (*listOutput, error) {
	return a.list(ctx, in, true)
}

func (a *API) list(ctx context.Context, in *listInput, verbose bool) (*listOutput, error) {
	list, total, err := a.store.Vehicles(ctx, in.OrgID, scope.Of(ctx), &in.ListQuery)
	if err != nil {
		return nil, err
	}
	out := listOutput{PageHeaders: in.Headers(total)}
	out.Body.Vehicles = make([]VehicleOutput, len(list))
	for i, v := range list {
		out.Body.Vehicles[i] = OutputOf(v, verbose)
	}
	out.Body.TotalRecords, out.Body.PageCount = out.TotalRecords, out.PageHeaders.PageCount
	return &out, nil
}

type vehicleInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
}

type oneOutput struct{ Body VehicleOutput }

// vehicle shows one vehicle.
func (a *API) vehicle(ctx context.Context, in *vehicleInput) (*oneOutput, error) {
	return a.one(ctx, in, false)
}

// vehicleVerbose shows one vehicle with what is known of its devices.
func (a *API) vehicleVerbose(ctx context.Context, in *vehicleInput) (*oneOutput, error) {
	return a.one(ctx, in, true)
}

func (a *API) one(ctx context.Context, in *vehicleInput, verbose bool) (*oneOutput, error) {
	v, err := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &oneOutput{Body: OutputOf(v, verbose)}, nil
}

// deleteVehicle marks a vehicle as deleted and takes its devices off.
func (a *API) deleteVehicle(ctx context.Context, in *vehicleInput) (*struct{}, error) {
	if v, err := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.ID); err == nil {
		web.AuditValue(ctx, "vehicle", v.Name)
	}
	return nil, a.watch.Vehicles(ctx, in.OrgID, []string{in.ID}, func() error {
		return a.store.RemoveVehicle(ctx, in.OrgID, scope.Of(ctx), in.ID)
	})
}

type moveInput struct {
	OrgID  string `path:"orgId"`
	NodeID string `path:"nodeId"`
	Body   struct {
		VehicleIDs []string `json:"vehicle_ids" minItems:"1" maxItems:"1000" nullable:"false"`
	}
}

type moveOutput struct {
	Body struct {
		Moved int `json:"moved"`
	}
}

// moveVehicles puts vehicles into a group, all of them or none.
func (a *API) moveVehicles(ctx context.Context, in *moveInput) (*moveOutput, error) {
	before, _ := a.store.Vehicle(ctx, in.OrgID, scope.Of(ctx), in.Body.VehicleIDs[0]) // for the audit log alone: the move itself says what is wrong
	err := a.watch.Vehicles(ctx, in.OrgID, in.Body.VehicleIDs, func() error {
		return a.knowingGroup(ctx, in.OrgID, func() error {
			return a.store.MoveVehicles(ctx, in.OrgID, scope.Of(ctx), in.NodeID, in.Body.VehicleIDs)
		})
	})
	if err != nil {
		return nil, err
	}
	a.tellMove(ctx, in, before)
	var out moveOutput
	out.Body.Moved = len(in.Body.VehicleIDs)
	return &out, nil
}
