package app

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/readiness"
	"outrider.dev/outrider/host/internal/telemetry"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// makeEdge joins everything that answers requests; nothing is served before serve.
func (h *host) makeEdge(ctx context.Context) error {
	hub := h.startPush()
	h.hub = hub
	h.openStreets()
	links, err := h.openMedia(ctx)
	if err != nil {
		return err
	}
	h.deliverMail()
	operators, operating, err := h.makeAdmin(hub)
	if err != nil {
		return err
	}
	people, directory, err := edge.OwnOf(h.identity.people.Router(Version))
	if err != nil {
		return err
	}
	switching, switchingAPI, err := h.moduleOperations()
	if err != nil {
		return err
	}
	var proxies []string
	for _, p := range h.Config.HTTP.TrustedProxies {
		proxies = append(proxies, p.String())
	}
	connect := edge.Own{Method: http.MethodGet, Template: "/api/ws", Summary: "The push connection, a WebSocket", Lock: public("the connection brings its token in the subprotocol"), Handler: hub, TakesLong: true}
	words, err := audit.Own()
	if err != nil {
		return err
	}
	h.edge, err = edge.New(edge.Config{
		Decider: edgeAccess{h.identity.access.Decider}, Absent: edgeAccess{h.identity.access.Decider}, Organisations: h.identity.people, Groups: h.identity.people, Signer: signer{h.database.Signer()},
		Own: slices.Concat([]edge.Own{connect}, h.authOperations(), h.browserOperations(links), h.dataOperations(), h.directoryOperations(), people, switching, operators), Web: h.pages(),
		PerClient: perClient, KeyRate: edge.KeyRate{PerSecond: float64(h.Config.KeyRequests), Burst: 10 * h.Config.KeyRequests}, TrustedProxies: proxies, HSTS: h.Config.HTTP.HSTS, Version: Version, Log: h.Log, Metrics: edge.NewMetrics(h.registry),
		Audit: h.journal, Entrances: h.entrances, Sentences: words.Audit, OwnOpenAPI: append(switchingAPI, operating, directory), Now: time.Now,
		Tracer: h.traces.Tracer(), Full: h.disk.Full,
	})
	if err != nil {
		return err
	}
	if err := h.makePlugins(hub); err != nil {
		return err
	}
	h.admin.Watch(h.plugins, h.edge, h.makeChecks().Report)
	h.background.run("operator's view", h.admin.Run)
	return nil
}

func public(why string) *pluginv1.Lock {
	return &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: why}
}

func signedIn(why string) *pluginv1.Lock {
	return &pluginv1.Lock{Kind: pluginv1.Lock_SIGNED_IN, Reason: why}
}

// These bound what a client may make the host wait for. Bodies and answers may take long (uploads, exports, video) as long as they move, which
// connlimit sees to; the edge bounds a plugin's silence by itself.
const (
	perClient     = 128 // requests of one user under way to one plugin, half of what it takes
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 1500 * time.Millisecond // for requests under way when the host stops: all of it has 5 s
	leaveNotice   = time.Second             // between the end of readiness and that of the listener,
	noticedWithin = 10 * time.Second        // if somebody has asked for readiness so lately
)

// serve lets requests in; plugins that start may be asked, and may ask, from now on.
func (h *host) serve(context.Context) error {
	metrics, err := telemetry.NewGatherer(h.background.ctx, h.registry, h.plugins.MetricsOf)
	if err != nil {
		return err
	}
	h.edge.AwaitList() // until packages are read: a first start takes seconds for that
	guarded := edge.Proxied(h.edge, h.Config.HTTP.TrustedProxies, h.Config.HTTP.Limits.PerAddress)
	h.entrance.lead(edge.Operate(guarded, metrics, func(ctx context.Context) readiness.Report {
		h.asked.Store(time.Now().UnixNano())
		return h.checks.Report(ctx)
	}))
	return nil
}

// leave ends the web server before the plugins, which requests under way still need. A balancer that watches readiness gets the time to see that it is over
// before connections are refused.
func (h *host) leave() {
	if h.postgres != nil {
		h.whileStopping(func() { h.report("checkpoint", h.postgres.Checkpoint(h.background.ctx)) })
	}
	if time.Since(time.Unix(0, h.asked.Load())) < noticedWithin {
		time.Sleep(leaveNotice)
	}
	ctx, cancel := context.WithTimeout(h.background.ctx, drainTimeout)
	defer cancel()
	if err := h.server.Shutdown(ctx); err != nil {
		h.report("web server", h.server.Close()) // push connections never end by themselves
	}
}

func (h *host) scheme() string {
	if h.Config.HTTP.TLS() {
		return "https"
	}
	return "http"
}

// addressOf is where a person's browser on this machine finds the host.
func (h *host) addressOf(bound string) string {
	if h.Config.HTTP.PublicURL != "" {
		return h.Config.HTTP.PublicURL
	}
	name, port, err := net.SplitHostPort(bound)
	if err != nil {
		return bound
	}
	if ip := net.ParseIP(name); ip == nil || ip.IsUnspecified() || ip.IsLoopback() {
		name = "localhost"
	}
	return (&url.URL{Scheme: h.scheme(), Host: net.JoinHostPort(name, port)}).String()
}
