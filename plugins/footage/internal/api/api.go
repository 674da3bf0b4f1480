// Package api is the footage plugin's operations.
package api

import (
	"context"
	"log/slog"

	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Fleet knows which devices a caller sees.
type Fleet interface {
	Device(ctx context.Context, id string) (replica.Device, error)
}

// API answers the plugin's operations.
type API struct {
	fleet Fleet
	desk  *viewing.Desk
	log   *slog.Logger
}

// New returns the operations.
func New(fleet Fleet, desk *viewing.Desk, log *slog.Logger) *API { return &API{fleet, desk, log} }

// Register lists every operation of the plugin. Read this first.
func (a *API) Register(r *web.Router) {
	watch := web.Needs("WatchLivestream")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/videostreams", watch, a.videostreams, web.IDs("deviceId", "device"))
	web.HandleRaw(r, "GET /org/{orgId}/footage/live/{session}/{variant}/{file}", watch, a.play())
}

func watcher(ctx context.Context) viewing.Watcher {
	c := web.Caller(ctx)
	return viewing.Watcher{OrgID: c.OrgID, UserID: c.UserID}
}
