// Package api is the footage plugin's operations.
package api

import (
	"context"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/firmware"
	"outrider.dev/outrider/plugins/footage/internal/postgres"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Parts are what the operations work with.
type Parts struct {
	Fleet    *replica.Fleet
	Desk     *viewing.Desk
	Devices  *ask.Asker
	Filesets *postgres.Filesets
	Storage  *media.Store
	Zones    *zones.Zones
	Firmware *firmware.Checker
	Policies *postgres.Policies
	Log      *slog.Logger
	Now      func() time.Time
}

// API answers the plugin's operations.
type API struct {
	fleet    *replica.Fleet
	desk     *viewing.Desk
	devices  *ask.Asker
	filesets *postgres.Filesets
	storage  *media.Store
	zones    *zones.Zones
	firmware *firmware.Checker
	policies *postgres.Policies
	log      *slog.Logger
	now      func() time.Time
}

// New returns the operations.
func New(p Parts) *API {
	return &API{p.Fleet, p.Desk, p.Devices, p.Filesets, p.Storage, p.Zones, p.Firmware, p.Policies, p.Log, p.Now}
}

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	watch, aDevice := web.Needs("WatchLivestream"), web.IDs("deviceId", "device")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/videostreams", watch, a.videostreams, aDevice)
	web.HandleRaw(r, "GET /org/{orgId}/footage/live/{session}/{variant}/{file}", web.NeedsAny("WatchLivestream", "WatchVOD"), a.play())

	vod := web.Needs("WatchVOD")
	web.Handle(r, "GET /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vodSupport, aDevice)
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vod, aDevice)

	const requests = "/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests"
	aVehicle, aRequest := web.IDs("vehicleId", "vehicle"), web.IDs("requestId", "fileset")
	list, drop := web.Needs("listFilesets"), web.Needs("deleteFileset")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/recordingtimes", web.NeedsAny("listDeviceFiles", "makeFilesetRequest"), a.recordings, aDevice, web.ReadsOnly())
	web.Handle(r, "POST "+requests, web.Needs("makeFilesetRequest"), a.request, aVehicle, aDevice)
	web.Handle(r, "GET "+requests+"/{requestId}", list, a.one, aVehicle, aDevice, aRequest)
	web.Handle(r, "DELETE "+requests+"/{requestId}", drop, a.remove, aVehicle, aDevice, aRequest)
	web.Handle(r, "DELETE "+requests+"/{requestId}/delete", drop, a.remove, aVehicle, aDevice, aRequest)
	web.Handle(r, "GET /org/{orgId}/files/requests", list, a.requests)
	web.Handle(r, "GET /org/{orgId}/files/requests/{requestId}/download", web.NeedsAny("exportFileset", "exportVideo"), a.download, aRequest)
	web.Handle(r, "GET /org/{orgId}/users/cloud/filesets/requests", list, a.own)
	share, aFileset := web.Needs("shareFileset"), web.IDs("id", "fileset")
	web.Handle(r, "PUT /org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}", share, a.share, aFileset)
	web.Handle(r, "DELETE /org/{orgId}/users/cloud/filesets/{id}/unshare/user/{userId}", share, a.unshare, aFileset)
}

func watcher(ctx context.Context) viewing.Watcher {
	c := web.Caller(ctx)
	return viewing.Watcher{OrgID: c.OrgID, UserID: c.UserID}
}
