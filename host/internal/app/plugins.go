package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"outrider.dev/outrider/host/internal/callbacks"
	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/outrider/host/internal/supervisor"
)

const (
	// capabilityLife is how long a plugin may work on an organisation's rows with one capability.
	capabilityLife = 10 * time.Minute
	// firstPluginUser is the user of the first plugin when the host is root: numbers that no system hands out.
	firstPluginUser = 61_840
	leastRelaySDK   = "0.1.1" // see plugins.Config
	pluginMaxRSS    = 2 << 30 // bytes
	pluginsStop     = 2500 * time.Millisecond
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
	h.onStop(h.leave)
	h.closeListeners() // of plugins that could not be started: devices are refused rather than kept waiting
	h.background.run("control socket", func(ctx context.Context) error { return h.plugins.ServeControl(ctx, h.parts.DataDir) })
	h.background.run("refused plugins", h.plugins.RetryRefused)
	h.background.run("what modules are handed", h.followSwitches)
	if err := h.plugins.Settled(ctx); err != nil {
		return err
	}
	h.pluginsSettled.Store(true)
	h.tellPlugins()
	for _, s := range h.plugins.Statuses() {
		fmt.Fprintf(h.Out, "    %-20s %s %s\n", s.ID, s.State, s.Detail)
	}
	return nil
}

// makePlugins joins the plugins to the edge; nothing runs yet.
func (h *host) makePlugins(hub *push.Hub) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(h.Config.Log.Level)); err != nil {
		return err
	}
	relaySDK := ""
	if h.Config.Postgres.URL == "" { // where advisory locks are closed to plugins
		relaySDK = leastRelaySDK
	}
	var first uint32
	if os.Geteuid() == 0 {
		first = firstPluginUser
	}
	shell, err := catalog.ReadShared(filepath.Join(h.Config.WebDir, "shell"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without a shell there is no browser to protect
		return err
	}
	h.plugins, err = plugins.New(h.background.ctx, plugins.Config{
		Store:    h.packages,
		Shell:    shell,
		Preparer: preparer{h, level},
		Topics:   topics{hub},
		Listed:   h.tellPlugins,
		Callbacks: callbacks.Host{
			Directory: h.identity.people, Signer: signer{h.database.Signer()}, Identity: h.identity.people, Files: h.files, Uploads: h.uploads, Traces: h.traces.Take, Mail: h.mail,
			Access: h.identity.access.Decider, Settings: h.settings, Changes: &h.tenants,
		},
		Intercept: h.traces.Intercept(),
		Policy:    supervisor.DefaultPolicy(),
		Address: func(name string) (string, error) {
			l, err := h.Config.Listener(name)
			return l.Address, err
		},
		Open:     h.held.take,
		OpenRTP:  h.held.takeRTP,
		RelaySDK: relaySDK, FirstUser: first, MaxRSS: pluginMaxRSS, Metrics: h.registry, Log: h.Log, Host: h.publicID,
	}, h.edge)
	return err
}
