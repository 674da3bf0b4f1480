package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/telemetry"
	"outrider.dev/sdk/connlimit"
	"outrider.dev/sdk/cork"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// makeEdge joins everything that answers requests; nothing is served before serve.
func (h *host) makeEdge(ctx context.Context) error {
	hub := h.startPush()
	links, err := h.openMedia(ctx)
	if err != nil {
		return err
	}
	operators, document, err := h.makeAdmin(hub)
	if err != nil {
		return err
	}
	var proxies []string
	for _, p := range h.Config.HTTP.TrustedProxies {
		proxies = append(proxies, p.String())
	}
	connect := edge.Own{Method: http.MethodGet, Template: "/api/ws", Summary: "The push connection, a WebSocket", Lock: public("the connection brings its token in the subprotocol"), Handler: hub}
	h.edge, err = edge.New(edge.Config{
		Decider: edgeAccess{h.identity.access.Decider}, Organisations: h.identity.people, Groups: h.identity.people, Signer: signer{h.database.Signer()},
		Own: slices.Concat([]edge.Own{connect}, h.authOperations(), h.browserOperations(links), operators), Web: h.pages(),
		PerClient: perClient, TrustedProxies: proxies, HSTS: h.Config.HTTP.HSTS, Version: Version, Log: h.Log, Metrics: edge.NewMetrics(h.registry),
		Audit: h.journal, Entrances: h.entrances, OwnOpenAPI: [][]byte{document}, Now: time.Now,
		Tracer: h.traces.Tracer(),
	})
	if err != nil {
		return err
	}
	if err := h.makePlugins(hub); err != nil {
		return err
	}
	h.admin.Watch(h.plugins, h.edge)
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
	drainTimeout  = 10 * time.Second
)

// serve opens the HTTP listener.
func (h *host) serve(context.Context) error {
	listener, err := net.Listen("tcp", h.Config.HTTP.Address)
	if err != nil {
		return err
	}
	h.bound = listener.Addr()
	limits := h.Config.HTTP.Limits
	counted := connlimit.Listen(listener, connlimit.Limits{Total: limits.Total, PerAddress: limits.PerAddress, Proxies: h.Config.HTTP.TrustedProxies}, h.Log)
	h.registry.MustRegister(connlimit.NewCollector("outrider_http_", counted))
	listener = counted
	if h.Config.HTTP.TLS() {
		certificate, err := tls.LoadX509KeyPair(h.Config.HTTP.TLSCert, h.Config.HTTP.TLSKey)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	} else {
		listener = cork.Listener{Listener: listener}
	}
	checks := map[string]func(context.Context) error{"postgres": h.database.Pool().Ping, "nats": h.natsReady, "plugins": h.plugins.Ready}
	metrics, err := telemetry.NewGatherer(h.background.ctx, h.registry, h.plugins.MetricsOf)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	handler := edge.Operate(edge.Proxied(h.edge, h.Config.HTTP.TrustedProxies, limits.PerAddress), metrics, checks)
	server := &http.Server{Handler: handler, ConnContext: cork.ConnContext, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout}
	connlimit.Serve(server)
	h.background.run("web server", func(context.Context) error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	h.onStop(func() {
		ctx, cancel := context.WithTimeout(h.background.ctx, drainTimeout)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			h.report("web server", server.Close()) // push connections never end by themselves
		}
	})
	h.address = h.addressOf(h.bound.String())
	return nil
}

func (h *host) natsReady(context.Context) error {
	if !h.nats.IsConnected() {
		return fmt.Errorf("NATS is %s", h.nats.Status())
	}
	return nil
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
