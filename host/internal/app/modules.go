package app

import (
	"context"
	"errors"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/modules"
	"outrider.dev/outrider/host/internal/settings"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/web"
)

// moduleOperations are those on the modules of an organisation and on what it has set for plugins, with their OpenAPI documents.
func (h *host) moduleOperations() (own []edge.Own, documents [][]byte, err error) {
	if err := errors.Join(h.openSettings(), h.openWebhooks()); err != nil {
		return nil, nil, err
	}
	h.identity.access.Decider.OnChange(func(c access.Change) {
		h.noteSwitch(c)
		if c.UserID == "" && c.SessionID == "" {
			h.tenants.Changed()
		}
	})
	switching := modules.New(modules.Config{Pool: h.database.Pool(), Plugins: h.installedPlugins, Now: time.Now, Committed: func(ctx context.Context, orgID string) {
		h.identity.access.Decider.ModulesSwitched(ctx, orgID)
		h.tenants.Changed()
		h.identity.people.Committed()
		ctx, cancel := context.WithTimeout(ctx, narrowAtOnce)
		defer cancel()
		if err := h.narrowModules(ctx); err != nil {
			h.Log.Warn("a module is not handed samples as it was switched; tried again", "organisation", orgID, "error", err)
			h.noteSwitch(access.Change{OrgID: orgID, Part: access.PartModules})
		}
	}})
	for _, router := range []*web.Router{switching.Router(Version), h.settings.Router(Version), h.identity.keys.Router(Version), h.webhooks.Router(Version)} {
		operations, document, err := edge.OwnOf(router)
		if err != nil {
			return nil, nil, err
		}
		own, documents = append(own, operations...), append(documents, document)
	}
	return own, documents, nil
}

// openSettings makes what keeps the settings of organisations, with a key that is this host's own or that of all hosts.
func (h *host) openSettings() error {
	secret, err := h.sealingSecret()
	if err != nil {
		return err
	}
	h.settings, err = settings.New(settings.Config{
		Pool: h.database.Pool(), Secret: secret, Log: h.Log, Now: time.Now,
		Manifest: func(id string) (manifest.Manifest, bool) {
			for _, p := range h.installedPlugins() {
				if p.Manifest.ID == id {
					return p.Manifest, true
				}
			}
			return manifest.Manifest{}, false
		},
		Installed: func() (all []manifest.Manifest) {
			for _, p := range h.installedPlugins() {
				all = append(all, p.Manifest)
			}
			return all
		},
		Committed: func() { h.tenants.Changed(); h.identity.people.Committed() },
	})
	return err
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

// sealingSecret is what the keys of everything that the database keeps encrypted are derived from: this host's own or that of all hosts.
func (h *host) sealingSecret() (string, error) {
	if h.Config.SettingsSecret != "" {
		return h.Config.SettingsSecret, nil
	}
	return h.parts.Secrets.Value("settings")
}
