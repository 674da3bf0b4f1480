package app

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/modules"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/plugin/manifest"
)

// moduleOperations are those on the modules of an organisation, with their OpenAPI document.
func (h *host) moduleOperations() ([]edge.Own, []byte, error) {
	service := modules.New(modules.Config{Pool: h.database.Pool(), Plugins: h.installedPlugins, Now: time.Now, Committed: func(ctx context.Context, orgID string) {
		h.identity.access.Decider.ModulesSwitched(ctx, orgID)
		h.identity.people.Committed()
	}})
	return edge.OwnOf(service.Router(Version))
}

// installedPlugins are all that are installed here, disabled ones included.
func (h *host) installedPlugins() (all []modules.Plugin) {
	for _, s := range h.plugins.Statuses() {
		m, known := h.manifestOf(s)
		if known {
			all = append(all, modules.Plugin{Manifest: m, State: moduleState(s.State)})
		}
	}
	return all
}

// manifestOf reads the manifest of a plugin that runs, or of one that is disabled.
func (h *host) manifestOf(s supervisor.Status) (manifest.Manifest, bool) {
	if release, known := h.plugins.Package(s.ID); known {
		return release.Manifest, true
	}
	entry, known := h.plugins.Entry(s.ID)
	if !known {
		return manifest.Manifest{}, false
	}
	m, err := h.plugins.Manifest(s.ID, entry.Current)
	if err != nil {
		h.Log.Error("the manifest of a plugin cannot be read", "plugin", s.ID, "error", err)
		return manifest.Manifest{}, false
	}
	return m, true
}

func moduleState(s supervisor.State) string {
	switch s {
	case supervisor.Ready:
		return modules.Ready
	case supervisor.Quarantined:
		return modules.Stopped
	case supervisor.Stopped:
		return modules.Disabled
	default:
		return modules.Degraded
	}
}
