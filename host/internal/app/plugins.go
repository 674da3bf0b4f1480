package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"time"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/outrider/host/internal/supervisor"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
)

const (
	// capabilityLife is how long a plugin may work on an organisation's rows with one capability.
	capabilityLife = 10 * time.Minute
	// firstPluginUser is the user of the first plugin when the host is root: numbers that no system hands out.
	firstPluginUser = 61_840
	pluginMaxRSS    = 2 << 30 // bytes
	pluginsStop     = 20 * time.Second
)

// signer signs capabilities for requests (edge) and for a plugin's own work (callbacks).
type signer struct{ database *database.Signer }

// Capability is for plugin and organisation; it outlives any request.
func (s signer) Capability(orgID, plugin string) string {
	capability, _ := s.Sign(orgID, plugin)
	return capability
}

// Sign makes a capability and says until when it holds; empty for ids that are none.
func (s signer) Sign(orgID, plugin string) (capability string, expires time.Time) {
	expires = time.Now().Add(capabilityLife)
	capability, err := s.database.Sign(orgID, plugin, expires)
	if err != nil {
		return "", time.Time{}
	}
	return capability, expires
}

// preparer makes ready what a release needs outside of its process.
type preparer struct {
	database *database.DB
	streams  *streams.Streams
	events   *streams.Access
	settings map[string]map[string]string
	demo     bool
	level    slog.Level
	define   func(context.Context, manifest.Manifest) error // its permissions
}

// Prepare migrates the plugin's schema, makes its streams and users, and returns the environment of its processes.
func (p preparer) Prepare(ctx context.Context, release catalog.Package) (environment.Environment, error) {
	m := release.Manifest
	e := environment.Environment{Settings: p.settingsOf(m.ID), LogLevel: p.level}
	if err := p.define(ctx, m); err != nil {
		return e, err
	}
	if m.Postgres != nil {
		err := p.database.InstallPlugin(ctx, m, os.DirFS(release.Migrations()))
		if err != nil {
			return e, err
		}
		if e.DatabaseURL, err = p.database.PluginURL(ctx, m.ID); err != nil {
			return e, err
		}
	}
	if len(m.Events.Consumes)+len(m.Events.Emits)+len(m.Push) == 0 {
		return e, nil
	}
	if err := p.streams.Install(ctx, m); err != nil {
		return e, err
	}
	credentials, err := p.events.Grant(m)
	e.NATSURL, e.NATSUser, e.NATSPassword = credentials.URL, credentials.User, credentials.Password
	return e, err
}

// settingsOf are a plugin's settings; "demo" asks it to plant what it shows in the demonstration.
func (p preparer) settingsOf(id string) map[string]string {
	settings := map[string]string{}
	maps.Copy(settings, p.settings[id])
	if p.demo {
		settings["demo"] = "true"
	}
	return settings
}

// startPlugins starts what is installed and what lies new in the plugins folder, and waits until each has come up or failed.
func (h *host) startPlugins(ctx context.Context) error {
	if err := h.plugins.Start(ctx, h.Config.PluginsDir); err != nil {
		return err
	}
	h.onStop(func() {
		ctx, cancel := context.WithTimeout(h.background.ctx, pluginsStop)
		defer cancel()
		h.report("plugins", h.plugins.Stop(ctx))
	})
	h.background.run("control socket", func(ctx context.Context) error { return h.plugins.ServeControl(ctx, h.parts.DataDir) })
	if err := h.plugins.Settled(ctx); err != nil {
		return err
	}
	for _, s := range h.plugins.Statuses() {
		fmt.Fprintf(h.Out, "    %-20s %s %s\n", s.ID, s.State, s.Detail)
	}
	return nil
}

// makePlugins joins the plugins to the edge; nothing runs yet.
func (h *host) makePlugins() error {
	store, err := catalog.OpenStore(h.pluginStore())
	if err != nil {
		return err
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(h.Config.Log.Level)); err != nil {
		return err
	}
	var first uint32
	if os.Geteuid() == 0 {
		first = firstPluginUser
	}
	h.plugins, err = plugins.New(h.background.ctx, plugins.Config{
		Store: store,
		Preparer: preparer{
			database: h.database, streams: h.streams, events: h.events, settings: h.Config.Plugins, demo: h.Demo, level: level, define: h.definePermissions,
		},
		Callbacks: callbacks.Host{Directory: h.identity.people, Signer: signer{h.database.Signer()}, Identity: h.identity.people},
		Policy:    supervisor.DefaultPolicy(),
		Address: func(name string) (string, error) {
			l, err := h.Config.Listener(name)
			return l.Address, err
		},
		FirstUser: first, MaxRSS: pluginMaxRSS, Metrics: h.registry, Log: h.Log,
	}, h.edge)
	return err
}
