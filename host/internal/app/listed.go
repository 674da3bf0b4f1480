package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/events"
)

// listedWithin bounds how long an operator's command waits until plugins are told.
const listedWithin = 5 * time.Second

// tellPlugins tells browsers and plugins which plugins there are now. Browsers read the shell again; what cannot be told to plugins is told with the next change.
func (h *host) tellPlugins() {
	h.hub.AccessChanged(access.Change{Part: access.PartPlugins})
	ctx, cancel := context.WithTimeout(h.background.ctx, listedWithin)
	defer cancel()
	err := h.identity.people.Emit(ctx, uuid.NewString(), events.PluginsChangedSubject, "", events.PluginsChanged{Enabled: h.plugins.Enabled()})
	if err != nil && ctx.Err() == nil {
		h.Log.Warn("plugins are not told which others there are", "error", err)
	}
}
