package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
)

// preparer makes ready what a release needs outside of its process.
type preparer struct {
	host  *host
	level slog.Level // of the plugins' logs
}

// Prepare defines the plugin's permissions, migrates its schema, makes its streams and user, and returns the environment of its
// processes.
func (p preparer) Prepare(ctx context.Context, release catalog.Package) (environment.Environment, error) {
	h, m := p.host, release.Manifest
	e := environment.Environment{LogLevel: p.level, Traced: h.traces != nil, TraceRatio: h.Config.Telemetry.Ratio}
	var err error
	if e.DatabaseTLS, err = h.Config.Postgres.TLS.PEM(); err != nil {
		return e, fmt.Errorf("postgres.tls: %w", err)
	}
	if e.NATSTLS, err = h.Config.NATS.TLS.PEM(); err != nil {
		return e, fmt.Errorf("nats.tls: %w", err)
	}
	if e.Settings, err = h.settingsOf(m); err != nil {
		return e, err
	}
	if err := h.definePermissions(ctx, m); err != nil {
		return e, err
	}
	if m.Postgres != nil {
		if err := h.database.InstallPlugin(ctx, m, os.DirFS(release.Migrations())); err != nil {
			return e, err
		}
		if e.DatabaseURL, err = h.database.PluginURL(ctx, m.ID); err != nil {
			return e, err
		}
	}
	if len(m.Events.Consumes)+len(m.Events.Emits)+len(m.Push) == 0 {
		return e, nil
	}
	if err := h.withSwitched(ctx, m, func(on []string) error { return h.streams.Install(ctx, m, on...) }); err != nil {
		return e, err
	}
	if err := h.publishing.Serve(m.ID); err != nil {
		return e, err
	}
	credentials, err := h.events.Grant(m)
	e.NATSURL, e.NATSUser, e.NATSPassword = credentials.URL, credentials.User, credentials.Password
	e.EventBatches = h.streams.TakesBatches()
	return e, err
}

// Retire shuts a disabled plugin out of the event server.
func (p preparer) Retire(id string) error { return p.host.events.Revoke(id) }

// Purge deletes what a plugin keeps: in the database, its files, and how far it has read the streams. What was purged in part is purged again.
func (p preparer) Purge(ctx context.Context, id string) error {
	if err := p.host.database.RemovePlugin(ctx, id); err != nil {
		return err
	}
	return errors.Join(p.host.uploads.Purge(ctx, id), p.host.streams.Remove(ctx, id))
}

// settingsOf are a plugin's own settings and what the host adds: "<listener>.address", host and port under which devices reach a
// listener, "<listener>.everyone" of one of UDP, whether devices of public networks are to use it, "<listener>.connections", ".connections_per_address" and ".trusted_proxies", "<listener>.tls.cert" and ".key", as PEM, of its listeners that
// serve TLS (a plugin cannot read the files), for one that sends mails "public_url", where the portal is, and in the demonstration "demo" and the secret of the demonstration's devices.
func (h *host) settingsOf(m manifest.Manifest) (map[string]string, error) {
	settings := map[string]string{}
	maps.Copy(settings, h.Config.Plugins[m.ID])
	for name, address := range h.Config.Links.Map() {
		settings["links."+name] = address
	}
	if m.Has(manifest.CapabilityMail) {
		settings["public_url"] = h.publicURL()
	}
	for _, l := range m.Listeners {
		if l.Network != "" { // devices learn its ports as they connect
			settings[l.Name+".everyone"] = strconv.FormatBool(h.Config.RTSPUDP != "auto")
			continue
		}
		if err := h.addAddress(settings, l); err != nil {
			return nil, fmt.Errorf("listener %s of plugin %s: %w", l.Name, m.ID, err)
		}
		if err := h.addLimits(settings, l); err != nil {
			return nil, fmt.Errorf("listener %s of plugin %s: %w", l.Name, m.ID, err)
		}
		if err := h.addCertificate(settings, l); err != nil {
			return nil, fmt.Errorf("listener %s of plugin %s: %w", l.Name, m.ID, err)
		}
	}
	if !h.Demo {
		return settings, nil
	}
	secret, err := h.demoSecret()
	settings["demo"], settings["demo_secret"] = "true", secret
	return settings, err
}

// publicURL is where people find the portal; empty while the port is not chosen.
func (h *host) publicURL() string {
	if _, port, err := net.SplitHostPort(h.Config.HTTP.Address); h.Config.HTTP.PublicURL == "" && (err != nil || port == "0") {
		return ""
	}
	return h.addressOf(h.Config.HTTP.Address)
}

// addLimits says how many connections a listener takes, and whose addresses are those of proxies.
func (h *host) addLimits(settings map[string]string, l manifest.Listener) error {
	configured, err := h.Config.Listener(l.Config)
	if err != nil {
		return err
	}
	var proxies []string
	for _, p := range h.Config.HTTP.TrustedProxies {
		proxies = append(proxies, p.String())
	}
	settings[l.Name+".connections"] = strconv.Itoa(configured.Limits.Total)
	settings[l.Name+".connections_per_address"] = strconv.Itoa(configured.Limits.PerAddress)
	settings[l.Name+".trusted_proxies"] = strings.Join(proxies, ",")
	return nil
}

func (h *host) addCertificate(settings map[string]string, l manifest.Listener) error {
	configured, err := h.Config.Listener(l.Config)
	if err != nil || !configured.TLS() {
		return err
	}
	for part, file := range map[string]string{"cert": configured.TLSCert, "key": configured.TLSKey} {
		pem, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		settings[l.Name+".tls."+part] = string(pem)
	}
	return nil
}

// addAddress says under which name and port devices reach a listener.
func (h *host) addAddress(settings map[string]string, l manifest.Listener) error {
	configured, err := h.Config.Listener(l.Config)
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(configured.Address)
	if err != nil {
		return err
	}
	name := h.Config.DevicesHost
	if public, err := url.Parse(h.Config.HTTP.PublicURL); name == "" && err == nil {
		name = public.Hostname()
	}
	if name == "" {
		name = "localhost"
	}
	settings[l.Name+".address"] = net.JoinHostPort(name, port)
	return nil
}
