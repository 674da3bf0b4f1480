// Package api is the footage plugin's operations.
package api

import (
	"context"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/firmware"
	"outrider.dev/outrider/plugins/footage/internal/peer"
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
	Theatre  *peer.Theatre
	Devices  *ask.Asker
	Filesets *postgres.Filesets
	Storage  *media.Store
	Zones    *zones.Zones
	Firmware *firmware.Checker
	Policies *postgres.Policies
	Archives *postgres.Archives
	Host     Host
	Tell     func(ctx context.Context, changed []fileset.Fileset) // browsers that filesets have changed
	Log      *slog.Logger
	Now      func() time.Time
}

// Host calls operations of other plugins.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// API answers the plugin's operations.
type API struct {
	fleet    *replica.Fleet
	theatre  *peer.Theatre
	devices  *ask.Asker
	filesets *postgres.Filesets
	storage  *media.Store
	zones    *zones.Zones
	firmware *firmware.Checker
	policies *postgres.Policies
	archives *postgres.Archives
	host     Host
	tell     func(ctx context.Context, changed []fileset.Fileset)
	log      *slog.Logger
	now      func() time.Time
}

// New returns the operations.
func New(p Parts) *API {
	return &API{p.Fleet, p.Theatre, p.Devices, p.Filesets, p.Storage, p.Zones, p.Firmware, p.Policies, p.Archives, p.Host, p.Tell, p.Log, p.Now}
}

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	watch, aDevice := web.Needs("WatchLivestream"), web.IDs("deviceId", "device")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/videostreams", watch, a.videostreams, aDevice, web.TakesLong())
	web.HandleRaw(r, "GET /org/{orgId}/footage/live/{session}/{variant}/{file}", web.NeedsAny("WatchLivestream", "WatchVOD"), a.play(), web.Waits())

	vod := web.Needs("WatchVOD")
	web.Handle(r, "GET /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vodSupport, aDevice)
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vod, aDevice, web.TakesLong())

	const requests = "/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests"
	aVehicle, aRequest := web.IDs("vehicleId", "vehicle"), web.IDs("requestId", "fileset")
	list, drop := web.Needs("listFilesets"), web.Needs("deleteFileset")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/recordingtimes", web.NeedsAny("listDeviceFiles", "makeFilesetRequest"), a.recordings, aDevice, web.ReadsOnly(), web.TakesLong())
	web.Handle(r, "POST "+requests, web.Needs("makeFilesetRequest"), a.request, aVehicle, aDevice)
	web.Handle(r, "GET "+requests+"/{requestId}", list, a.one, aVehicle, aDevice, aRequest)
	web.Handle(r, "DELETE "+requests+"/{requestId}", drop, a.remove, aVehicle, aDevice, aRequest)
	web.Handle(r, "DELETE "+requests+"/{requestId}/delete", drop, a.remove, aVehicle, aDevice, aRequest)
	web.Handle(r, "GET /org/{orgId}/files/requests", list, a.requests, web.Lists(postgres.FilesetFields))
	web.Handle(r, "GET /org/{orgId}/users/cloud/filesets/requests", list, a.own, web.Lists(postgres.FilesetFields))
	web.Handle(r, "GET /org/{orgId}/files/requests/{requestId}/preview", list, a.preview, aRequest)
	web.Handle(r, "POST /org/{orgId}/files/requests/{requestId}/cancel", web.Needs("makeFilesetRequest"), a.cancel, aRequest)
	export := web.NeedsAny("exportFileset", "exportVideo")
	web.Handle(r, "GET /org/{orgId}/files/requests/{requestId}/download", export, a.download, aRequest, web.Exports(), web.Summary("Links that save the files of a fileset"))
	web.Handle(r, "POST /org/{orgId}/files/zip", export, a.zip, web.IDs("body.fileset_request_ids", "fileset"))
	web.HandleRaw(r, "GET "+zipPath+"{secret}", web.Public("the address is a secret that is good for one download and was given to somebody who may"), a.fetchZip())
	web.Handle(r, "GET /org/{orgId}/footage/settings", list, a.settings)
	web.Handle(r, "PUT /org/{orgId}/footage/settings", web.Needs("updateOrg"), a.changeSettings)
	share, aFileset := web.Needs("shareFileset"), web.IDs("id", "fileset")
	web.Handle(r, "PUT /org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}", share, a.share, aFileset)
	web.Handle(r, "DELETE /org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}", share, a.unshare, aFileset)
	web.Handle(r, "DELETE /org/{orgId}/users/cloud/filesets/{id}/unshare/user/{userId}", share, a.unshare, aFileset)
}

func watcher(ctx context.Context) viewing.Watcher {
	c := web.Caller(ctx)
	return viewing.Watcher{OrgID: c.OrgID, UserID: c.UserID}
}
