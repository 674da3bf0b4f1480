package live

import (
	"context"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
)

// Changes tells browsers of changes of vehicles and devices.
type Changes struct {
	devices   *device.Store
	presences *presence.Store
	marker    Marker
}

// Marker is told which devices' presence looks different after a change, and how those looked that may be out of sight now.
type Marker interface {
	Mark(orgID string, deviceIDs ...string)
	Left(orgID string, before ...presence.Device)
}

// NewChanges tells a marker.
func NewChanges(devices *device.Store, presences *presence.Store, marker Marker) *Changes {
	return &Changes{devices: devices, presences: presences, marker: marker}
}

// Vehicles makes a change of vehicles and tells browsers: those who see the devices afterwards how they look, and those who do not
// see them any more that they are gone.
func (c *Changes) Vehicles(ctx context.Context, orgID string, vehicleIDs []string, change func() error) error {
	devices, err := c.devices.DevicesOn(ctx, orgID, vehicleIDs...)
	if err != nil {
		return err
	}
	return c.Devices(ctx, orgID, devices, change)
}

// Devices is Vehicles for devices.
func (c *Changes) Devices(ctx context.Context, orgID string, deviceIDs []string, change func() error) error {
	before, err := c.presences.PresencesOf(ctx, orgID, deviceIDs)
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	c.marker.Left(orgID, before.Devices...)
	c.marker.Mark(orgID, deviceIDs...)
	return nil
}

// MarkVehicles has what vehicles look like pushed again.
func (c *Changes) MarkVehicles(ctx context.Context, orgID string, ids ...string) error {
	devices, err := c.devices.DevicesOn(ctx, orgID, ids...)
	c.marker.Mark(orgID, devices...)
	return err
}
