package api

import (
	"context"
	"errors"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
)

// leaving makes a change of vehicles and tells browsers: those who see the devices afterwards how they look, and those who do not
// see them any more that they are gone.
func (a *API) leaving(ctx context.Context, orgID string, vehicleIDs []string, change func() error) error {
	devices, err := a.store.DevicesOn(ctx, orgID, vehicleIDs...)
	if err != nil {
		return err
	}
	return a.leavingDevices(ctx, orgID, devices, change)
}

// leavingDevices is leaving for devices.
func (a *API) leavingDevices(ctx context.Context, orgID string, deviceIDs []string, change func() error) error {
	before, err := a.store.PresencesOf(ctx, orgID, deviceIDs)
	if err != nil && !errors.Is(err, vehicle.ErrNotFound) {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	a.marker.Left(orgID, before.Devices...)
	a.marker.Mark(orgID, deviceIDs...)
	return nil
}
