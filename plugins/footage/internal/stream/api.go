// Package stream is what people watch: the operations on live pictures and recordings, over the streams that viewing keeps and peer finds.
package stream

import (
	"context"
	"log/slog"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/firmware"
	"outrider.dev/outrider/plugins/footage/internal/peer"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
	"outrider.dev/outrider/plugins/footage/internal/zones"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
)

// Deps are what the operations work with.
type Deps struct {
	Fleet    *replica.Fleet
	Router   *peer.Router
	Zones    *zones.Zones
	Firmware *firmware.Checker
	Policies *policy.Store
	Log      *slog.Logger
	Now      func() time.Time
}

// API answers about live pictures and recordings.
type API struct {
	fleet    *replica.Fleet
	router   *peer.Router
	zones    *zones.Zones
	firmware *firmware.Checker
	policies *policy.Store
	log      *slog.Logger
	now      func() time.Time
}

// NewAPI returns the operations.
func NewAPI(p Deps) *API {
	return &API{p.Fleet, p.Router, p.Zones, p.Firmware, p.Policies, p.Log, p.Now}
}

// Register lists the operations.
func (a *API) Register(r *web.Router) {
	watch, vod, aDevice := web.Needs("WatchLivestream"), web.Needs("WatchVOD"), web.IDs("deviceId", "device")
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/videostreams", watch, a.videostreams, aDevice, web.TakesLong(), web.Summary("Starts, keeps or stops live video"))
	web.HandleRaw(r, "GET /org/{orgId}/footage/live/{session}/{variant}/{file}", web.NeedsAny("WatchLivestream", "WatchVOD"), a.play(), web.Waits(), web.Summary("Playlists, segments and parts of a stream"))
	web.Handle(r, "GET /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vodSupport, aDevice, web.Summary("Whether a device can play its recordings"))
	web.Handle(r, "POST /org/{orgId}/devices/id/{deviceId}/vod", vod, a.vod, aDevice, web.TakesLong(), web.Summary("Starts, keeps or stops the playback of recordings"))
}

func watcher(ctx context.Context) viewing.Watcher {
	c := web.Caller(ctx)
	return viewing.Watcher{OrgID: c.OrgID, UserID: c.UserID}
}
