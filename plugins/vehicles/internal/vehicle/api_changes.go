package vehicle

import (
	"context"
	"errors"
	"strings"

	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/web"
)

// vehicleBody is what a caller may say of a vehicle; what it leaves out stays as it is. The rules are Validate's, so
// that all messages are the same.
type vehicleBody struct {
	Name         *string         `json:"vehicle_name,omitempty"`
	Type         *string         `json:"vehicle_type,omitempty"`
	Node         *string         `json:"node,omitempty" doc:"Id of the group; without it a new vehicle goes to the caller's own"`
	Make         *string         `json:"make,omitempty"`
	Model        *string         `json:"model,omitempty"`
	Fuel         *string         `json:"fuel,omitempty"`
	Displacement optional[int32] `json:"displacement,omitzero" doc:"Cubic centimetres; null clears it"`
	Year         optional[int32] `json:"year,omitzero" doc:"null clears it"`
	VIN          *string         `json:"VIN,omitempty"`
	Notes        *string         `json:"notes,omitempty"`
	Key          *string         `json:"key,omitempty"`
	Disabled     *bool           `json:"disabled,omitempty" doc:"Needs disableVehicle; a disabled vehicle has no presence"`
	Version      int             `json:"version,omitempty" doc:"The version that the caller saw: a change in between is a conflict"`
}

// details reports whether the body says more than the group and the disabled flag, which have permissions of their own.
func (b vehicleBody) details() bool {
	for _, text := range []*string{b.Name, b.Type, b.Make, b.Model, b.Fuel, b.VIN, b.Notes, b.Key} {
		if text != nil {
			return true
		}
	}
	return b.Displacement.said || b.Year.said
}

// apply writes what is said into v.
func (b vehicleBody) apply(v *Vehicle) {
	for _, text := range []struct {
		from *string
		to   *string
	}{
		{b.Name, &v.Name},
		{b.Type, &v.Type},
		{b.Node, &v.GroupID},
		{b.Make, &v.Make},
		{b.Model, &v.Model},
		{b.Fuel, &v.Fuel},
		{b.VIN, &v.VIN},
		{b.Notes, &v.Notes},
		{b.Key, &v.Key},
	} {
		if text.from != nil {
			*text.to = strings.TrimSpace(*text.from)
		}
	}
	if b.VIN != nil {
		v.VIN = strings.ToUpper(v.VIN)
	}
	if b.Displacement.said {
		v.Displacement = b.Displacement.number()
	}
	if b.Year.said {
		v.Year = b.Year.number()
	}
	if b.Disabled != nil {
		v.Disabled = *b.Disabled
	}
}

type createInput struct {
	OrgID string `path:"orgId"`
	Body  vehicleBody
}

// createVehicle adds a vehicle.
func (a *API) createVehicle(ctx context.Context, in *createInput) (*web.Created[VehicleOutput], error) {
	v := Vehicle{GroupID: OwnGroup(ctx, in.OrgID)}
	in.Body.apply(&v)
	v.Disabled = false
	if err := v.Validate(a.now()); err != nil {
		return nil, err
	}
	var added Vehicle
	err := a.knowingGroup(ctx, in.OrgID, func() (err error) {
		added, err = a.store.AddVehicle(ctx, in.OrgID, scope.Of(ctx), v)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.NewCreated(OutputOf(added, false)), nil
}

type changeInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Body  vehicleBody
}

// changeVehicle changes what the body says.
func (a *API) changeVehicle(ctx context.Context, in *changeInput) (*oneOutput, error) {
	return a.change(ctx, in, false)
}

// changeVehicleVerbose changes what the body says and shows the devices too.
func (a *API) changeVehicleVerbose(ctx context.Context, in *changeInput) (*oneOutput, error) {
	return a.change(ctx, in, true)
}

func (a *API) change(ctx context.Context, in *changeInput, verbose bool) (*oneOutput, error) {
	var before, v Vehicle
	edit := func(v *Vehicle) error {
		before = *v
		in.Body.apply(v)
		if err := mayChange(ctx, in.Body, before, *v); err != nil {
			return err
		}
		return v.Validate(a.now())
	}
	err := a.watch.Vehicles(ctx, in.OrgID, []string{in.ID}, func() error {
		return a.knowingGroup(ctx, in.OrgID, func() (err error) {
			v, err = a.store.ChangeVehicle(ctx, in.OrgID, scope.Of(ctx), in.ID, in.Body.Version, edit)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	tellChange(ctx, before, v)
	return &oneOutput{Body: OutputOf(v, verbose)}, nil
}

// mayChange asks for the permission of each thing that changes. It is asked once the vehicle is found: what is out of scope
// is not there, whatever the caller may do.
func mayChange(ctx context.Context, body vehicleBody, before, after Vehicle) error {
	var needed []string
	if after.GroupID != before.GroupID {
		needed = append(needed, "moveVehicleToGroup")
	}
	if after.Disabled != before.Disabled {
		needed = append(needed, "disableVehicle")
	}
	if body.details() || len(needed) == 0 {
		needed = append(needed, "updateVehicle")
	}
	for _, permission := range needed {
		if err := web.Require(ctx, permission); err != nil {
			return err
		}
	}
	return nil
}

// knowingGroup tries again with the host's present tree when a group is not known: its event may be on the way.
func (a *API) knowingGroup(ctx context.Context, orgID string, try func() error) error {
	err := try()
	if !errors.Is(err, group.ErrNoGroup) {
		return err
	}
	if refresh := a.tree.Refresh(web.AsPlugin(ctx, orgID), orgID); refresh != nil {
		return refresh
	}
	return try()
}

// OwnGroup is the last group of the caller's path: its own.
func OwnGroup(ctx context.Context, orgID string) string {
	path := strings.Trim(web.Caller(ctx).Scope.Path, "/")
	if path == "" {
		return orgID // the root group has the organisation's id
	}
	return path[strings.LastIndex(path, "/")+1:]
}
