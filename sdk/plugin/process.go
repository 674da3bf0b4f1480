package plugin

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"outrider.dev/sdk/coalesce"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/mail"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// idleTimeout is longer than the host keeps an idle connection, so that the host is always the one who closes it.
const idleTimeout = 3 * time.Minute

// process is the running plugin.
type process struct {
	env        Env
	callbacks  *callbacks
	background *background
	checks     *checks
	router     *web.Router
	server     *http.Server
	inherited  sockets
}

// newProcess prepares everything and calls start. Nothing runs yet.
func newProcess(ctx context.Context, m manifest.Manifest, e environment.Environment, log *slog.Logger, inherited sockets,
	start func(ctx context.Context, env Env) (*web.Router, error),
) (*process, error) {
	p := &process{callbacks: newCallbacks(), background: &background{log: log}, checks: &checks{}, inherited: inherited}
	p.env = Env{Manifest: m, Log: log, Host: p.callbacks, Listeners: inherited.listeners, RTP: inherited.pairs, Settings: e.Settings, Metrics: newRegistry(), Tenants: newTenants(), Go: p.background.Go, Check: p.checks.Check}
	if err := p.openTraces(ctx, m, e); err != nil {
		return nil, err
	}
	if m.Has(manifest.CapabilityIdentity) {
		p.env.Identity = pluginv1.NewIdentityClient(p.callbacks)
	}
	if m.Has(manifest.CapabilityOnBehalf) {
		p.env.OnBehalf = p.callbacks
	}
	if m.Has(manifest.CapabilityMail) {
		p.env.Mail = mail.New(pluginv1.NewMailClient(p.callbacks))
	}
	if m.Has(manifest.CapabilityMedia) {
		p.env.Media = media.New(pluginv1.NewMediaClient(p.callbacks))
	}
	if err := p.openStore(m, e, log); err != nil {
		return nil, err
	}
	if err := p.openEvents(m, e, log); err != nil {
		return nil, err
	}
	if p.env.Store != nil {
		p.env.Tenants.OnChange(p.env.Store.TenantChanged)
	}
	p.background.Go("organisations", func(ctx context.Context) error { return p.env.Tenants.follow(ctx, p.callbacks.client) })
	router, err := start(ctx, p.env)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", m.ID, err)
	}
	if router == nil {
		router = web.NewRouter(m.Name, m.Version)
	}
	router.SetLog(log)
	if err := router.Observe(p.env.Tracer, p.env.Metrics); err != nil {
		return nil, err
	}
	p.router = router
	p.server = &http.Server{Handler: router, IdleTimeout: idleTimeout, ConnContext: coalesce.ConnContext, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	return p, nil
}

func (p *process) openStore(m manifest.Manifest, e environment.Environment, log *slog.Logger) error {
	if m.Postgres == nil {
		return nil
	}
	if e.DatabaseURL == "" {
		return errors.New(environment.DatabaseURL + " is not set, and the manifest has \"postgres\"")
	}
	security, err := e.DatabaseTLS.Config()
	if err != nil {
		return fmt.Errorf("%s: %w", environment.DatabaseTLS, err)
	}
	db, err := store.Open(store.Config{
		TLS: security, Traced: e.Traced,
		URL: e.DatabaseURL, Schema: m.ID, Connections: m.Postgres.Connections, Emits: m.Events.Emits, Capabilities: p.callbacks, Log: log,
	})
	if err != nil {
		return err
	}
	p.env.Store = db
	return nil
}

func (p *process) openEvents(m manifest.Manifest, e environment.Environment, log *slog.Logger) error {
	if len(m.Events.Emits)+len(m.Events.Consumes)+len(m.Push) == 0 {
		return nil
	}
	if e.NATSURL == "" {
		return errors.New(environment.NATSURL + " is not set, and the manifest has \"events\" or \"push\"")
	}
	security, err := e.NATSTLS.Config()
	if err != nil {
		return fmt.Errorf("%s: %w", environment.NATSTLS, err)
	}
	client, err := events.Connect(events.Config{
		TLS: security, URL: e.NATSURL, User: e.NATSUser, Password: e.NATSPassword, Plugin: m.ID, Tracer: p.env.Tracer, Metrics: p.env.Metrics, Batches: e.EventBatches, Log: log,
	})
	if err != nil {
		return err
	}
	p.env.Events = client
	p.background.add(client.Run)
	if p.env.Store != nil && emitsEvents(m) {
		p.background.add(func(ctx context.Context) { client.Relay(ctx, p.env.Store) })
	}
	return nil
}

func emitsEvents(m manifest.Manifest) bool {
	for _, subject := range m.Events.Emits {
		if strings.HasPrefix(subject, "event.") || strings.HasPrefix(subject, "control.") {
			return true
		}
	}
	return false
}

// serve answers requests until the listener ends; connections that are open live on.
func (p *process) serve(l net.Listener) {
	if err := p.server.Serve(coalesce.Listener{Listener: l}); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		p.env.Log.Error("the data plane ended", "error", err)
	}
}

// drain finishes what is under way: requests first, then the plugin's own work, and closes what is open. It takes at most until ctx ends.
func (p *process) drain(ctx context.Context) error {
	problem := p.server.Shutdown(ctx)
	p.inherited.close()
	problem = errors.Join(problem, p.background.stop(ctx))
	problem = errors.Join(problem, p.env.Tracer.Close(ctx))
	if p.env.Events != nil {
		p.env.Events.Close()
	}
	if p.env.Store != nil {
		problem = errors.Join(problem, p.env.Store.Close())
	}
	return problem
}

// newLog writes JSON to the process's own stderr, which the host reads line by line.
func newLog(level slog.Level) *slog.Logger {
	return slog.New(trace.Handler(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: level})))
}
