// Package api is the vehicles plugin's operations.
package api

import (
	"context"
	"errors"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
)

// Marker is told which devices' presence looks different after a change, and how those looked that may be out of sight now.
type Marker interface {
	Mark(orgID string, deviceIDs ...string)
	Left(orgID string, before ...presence.Device)
}

// Tree has an organisation's tree read again, when a group is named that is not known yet.
type Tree interface {
	Refresh(ctx context.Context, orgID string) error
}

// API answers the plugin's operations.
type API struct {
	store  *postgres.Store
	marker Marker
	tree   Tree
	now    func() time.Time
}

// New returns the operations over a store.
func New(store *postgres.Store, marker Marker, tree Tree, now func() time.Time) *API {
	return &API{store: store, marker: marker, tree: tree, now: now}
}

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	see, info := web.Needs("viewVehicle"), web.Needs("viewDeviceInfo")
	aVehicle, aDevice := web.IDs("id", "vehicle"), web.IDs("deviceId", "device")

	web.Handle(r, "GET /vehicleType", web.SignedIn("the types are the same for everybody"), a.vehicleTypes)
	web.Handle(r, "GET /org/{orgId}/vehicles", see, a.vehicles, web.Lists(postgres.VehicleFields))
	web.Handle(r, "GET /org/{orgId}/vehicles/verbose", see, a.vehiclesVerbose, web.Lists(postgres.VehicleFields))
	web.Handle(r, "POST /org/{orgId}/vehicles", web.Needs("createVehicle"), a.createVehicle, web.IDs("body.node", "group"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}", see, a.vehicle, aVehicle)
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/verbose", see, a.vehicleVerbose, aVehicle)
	change := web.NeedsByBody("updateVehicle", "disableVehicle", "moveVehicleToGroup")
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}", change, a.changeVehicle, aVehicle, web.IDs("body.node", "group"))
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}/verbose", change, a.changeVehicleVerbose, aVehicle, web.IDs("body.node", "group"))
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}", web.Needs("deleteVehicle"), a.deleteVehicle, aVehicle)
	web.Handle(r, "POST /org/{orgId}/tree/nodes/{nodeId}/vehicles", web.Needs("moveVehicleToGroup"), a.moveVehicles,
		web.IDs("nodeId", "group"), web.IDs("body.vehicle_ids", "vehicle"))

	web.Handle(r, "GET /org/{orgId}/vehicles/replica", web.Needs("viewVehicle", "viewDeviceInfo"), a.replica)
	web.Handle(r, "GET /org/{orgId}/vehicles/presence", web.Needs("getVehiclePresence"), a.presence)
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/samples", web.Needs("TrackVehicle"), a.samples, aVehicle)
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/trips", web.Needs("TrackVehicle"), a.trips, aVehicle)
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/trips/spans", web.Needs("TrackVehicle"), a.spans, aVehicle, web.ReadsOnly())

	web.Handle(r, "GET /org/{orgId}/vehicles/groups", see, a.groups)
	web.Handle(r, "GET /org/{orgId}/vehicles/status", web.Needs("getVehiclePresence"), a.fleetStatus)

	web.Handle(r, "GET /org/{orgId}/vehicles/faults", see, a.faults, web.Lists(postgres.FaultFields))
	web.Handle(r, "GET /org/{orgId}/vehicles/faults/{suffix}", see, a.faultsOfType, web.Lists(postgres.FaultFields))
	web.Handle(r, "GET /org/{orgId}/vehicles/{vehicleId}/faults", see, a.vehicleFaults, web.IDs("vehicleId", "vehicle"))
	web.Handle(r, "GET /org/{orgId}/vehicles/{vehicleId}/faults/{suffix}", see, a.vehicleFaultsOfType, web.IDs("vehicleId", "vehicle"))

	drive := web.Needs("updateVehicle")
	web.Handle(r, "GET /GetCurrentVehicleAssignment", see, a.currentDrives)
	web.Handle(r, "POST /ListAllAssignVehicleHistory", see, a.drivesHistory)
	web.Handle(r, "GET /org/{orgId}/drivers", see, a.drivers)
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/drivers", see, a.vehicleDrives, aVehicle)
	web.Handle(r, "POST /org/{orgId}/vehicles/{id}/drivers", drive, a.assignDriver, aVehicle)
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}/drivers/{assignmentId}", drive, a.endDrive, aVehicle)

	web.Handle(r, "GET /org/{orgId}/devices", info, a.devices)
	web.Handle(r, "POST /org/{orgId}/devices", web.Needs("createDevice"), a.createDevice)
	web.Handle(r, "GET /org/{orgId}/devices/id/{deviceId}/info", info, a.deviceInfo, aDevice)
	web.Handle(r, "PUT /org/{orgId}/devices/id/{deviceId}", web.Needs("disableDevice"), a.disableDevice, aDevice)
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/key", web.Needs("createDevice"), a.newDeviceKey, aDevice)
	web.Handle(r, "DELETE /org/{orgId}/devices/id/{deviceId}", web.Needs("deleteDevice"), a.deleteDevice, aDevice)
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}/devices", info, a.assignments, aVehicle)
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}/devices/{deviceId}", web.Needs("assignDeviceToVehicle"), a.assign, aVehicle, aDevice)
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}/devices/{deviceId}", web.Needs("unassignDeviceFromVehicle"), a.unassign, aVehicle, aDevice)
}

// scope is what the caller of a request may see; a plugin that calls as itself sees its organisation.
func scope(ctx context.Context) vehicle.Scope {
	c := web.Caller(ctx)
	return vehicle.Scope{All: c.Scope.All || c.Plugin != "", Path: c.Scope.Path, VehicleIDs: c.Scope.VehicleIDs}
}

// explain turns the store's refusals into what the caller reads.
func explain(err error) error {
	for _, known := range []struct {
		is      error
		kind    fault.Kind
		message string
	}{
		{vehicle.ErrNotFound, fault.NotFound, "There is nothing here."},
		{vehicle.ErrNoGroup, fault.NotFound, "There is no such group."},
		{vehicle.ErrKeyTaken, fault.Conflict, "Another vehicle has this key."},
		{vehicle.ErrVersion, fault.Conflict, "Somebody else has changed this vehicle meanwhile."},
		{vehicle.ErrDeviceTaken, fault.Conflict, "This device id is in use."},
		{vehicle.ErrNoDriver, fault.NotFound, "There is no such driver."},
		{vehicle.ErrDriven, fault.Conflict, "The vehicle or the driver was on another drive at that time."},
		{vehicle.ErrDeviceFitted, fault.Conflict, "This device was fitted to a vehicle after that time."},
	} {
		if errors.Is(err, known.is) {
			return fault.Wrap(known.kind, err, "%s", known.message)
		}
	}
	return err
}
