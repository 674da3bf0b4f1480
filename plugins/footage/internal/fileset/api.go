package fileset

import (
	"context"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/archive"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Deps are what the operations work with.
type Deps struct {
	Fleet    *replica.Fleet
	Store    *Store
	Storage  *media.Store
	Zones    *zones.Zones
	Policies *policy.Store
	Zips     *archive.Store
	Host     Host
	Tell     func(ctx context.Context, changed []Fileset) // browsers that filesets have changed
	Log      *slog.Logger
	Now      func() time.Time
}

// Host calls operations of other plugins and of the host.
type Host interface {
	Call(ctx context.Context, method, path string, in, out any) error
}

// API answers about filesets and their files.
type API struct {
	fleet    *replica.Fleet
	store    *Store
	storage  *media.Store
	zones    *zones.Zones
	policies *policy.Store
	zips     *archive.Store
	host     Host
	tell     func(ctx context.Context, changed []Fileset)
	log      *slog.Logger
	now      func() time.Time
}

// NewAPI returns the operations.
func NewAPI(p Deps) *API {
	return &API{p.Fleet, p.Store, p.Storage, p.Zones, p.Policies, p.Zips, p.Host, p.Tell, p.Log, p.Now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	const requests = "/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests"
	aVehicle, aDevice, aRequest := web.IDs("vehicleId", "vehicle"), web.IDs("deviceId", "device"), web.IDs("requestId", "fileset")
	list, drop := web.Needs("listFilesets"), web.Needs("deleteFileset")
	web.Handle(r, "POST "+requests, web.Needs("makeFilesetRequest"), a.request, aVehicle, aDevice, web.Summary("Requests footage of a device"))
	web.Handle(r, "GET "+requests+"/{requestId}", list, a.one, aVehicle, aDevice, aRequest, web.Summary("One request of a device, with its files"))
	web.Handle(r, "DELETE "+requests+"/{requestId}", drop, a.remove, aVehicle, aDevice, aRequest, web.Summary("Deletes a request with its files; uploads under way are cancelled"))
	web.Handle(r, "DELETE "+requests+"/{requestId}/delete", drop, a.remove, aVehicle, aDevice, aRequest, web.Summary("Deletes a request with its files; uploads under way are cancelled"))
	web.Handle(r, "GET /org/{orgId}/files/requests", list, a.requests, web.Lists(Fields), web.Summary("Requests for files, by page"))
	web.Handle(r, "GET /org/{orgId}/users/cloud/filesets/requests", list, a.own, web.Lists(Fields), web.Summary("Requests of the caller and those shared with them"))
	web.Handle(r, "GET /org/{orgId}/files/requests/{requestId}/preview", list, a.preview, aRequest, web.Summary("The small picture of a video"))
	web.Handle(r, "POST /org/{orgId}/files/requests/{requestId}/cancel", web.Needs("makeFilesetRequest"), a.cancel, aRequest, web.Summary("Cancels a request"))
	export := web.NeedsAny(exportAll, exportVideo)
	web.Handle(r, "GET /org/{orgId}/files/requests/{requestId}/download", export, a.download, aRequest, web.Exports(), web.Summary("Links that save the files of a fileset"))
	web.Handle(r, "POST /org/{orgId}/files/zip", export, a.zip, web.IDs("body.fileset_request_ids", "fileset"), web.Summary("Makes the link of a zip of chosen requests"))
	web.HandleRaw(r, "GET "+zipPath+"{secret}", web.Public("the address is a secret that is good for one download and was given to somebody who may"), a.fetchZip(), web.Summary("Files of a request as one zip, by its link"))
	share, aFileset := web.Needs("shareFileset"), web.IDs("id", "fileset")
	web.Handle(r, "PUT /org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}", share, a.share, aFileset, web.Summary("Shares a request with a user"))
	web.Handle(r, "DELETE /org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}", share, a.unshare, aFileset, web.Summary("Stops sharing a request with a user"))
	web.Handle(r, "DELETE /org/{orgId}/users/cloud/filesets/{id}/unshare/user/{userId}", share, a.unshare, aFileset, web.Summary("Stops sharing a request with a user"))
}
