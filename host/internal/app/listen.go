package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"time"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/plugins"
	"outrider.dev/sdk/coalesce"
	"outrider.dev/sdk/connlimit"
	"outrider.dev/sdk/descriptors"
	"outrider.dev/sdk/plugin/manifest"
)

// portPatience is how long a port may still be held by what an earlier host has left: its children end within a second of it.
const portPatience = 5 * time.Second

// listen opens every port that the host and its plugins are reached by, before anything else is started: one that is taken is found at once, and
// what plugins ask for, such as addresses of links, is known. All that is taken is named together.
func (h *host) listen(ctx context.Context) error {
	store, err := catalog.OpenStore(h.pluginStore())
	if err != nil {
		return err
	}
	h.packages = store
	if damage := store.Rebuilt(); damage != "" {
		h.Log.Error("the catalogue of plugins was damaged and is made anew from their releases; disable again what was disabled", "error", damage)
	}
	patience, cancel := context.WithTimeout(ctx, portPatience)
	defer cancel()
	var problems []error
	h.onStop(h.closeListeners)
	for _, name := range append([]string{httpListener}, h.deviceListeners()...) {
		l, err := h.listenerOf(name)
		var opened net.Listener
		if err == nil {
			opened, err = listenAt(patience, l.Address)
		}
		if err != nil {
			problems = append(problems, portProblem(name+".address", l.Address, err))
			continue
		}
		h.held.put(name, opened)
	}
	problems = append(problems, h.listenRTP(patience))
	problems = append(problems, portFree(patience, "postgres.port", h.Config.Postgres.Port), portFree(patience, "nats.port", h.Config.NATS.Port))
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return h.open()
}

// httpListener is the host's own; the others are plugins'.
const httpListener = "http"

func (h *host) listenerOf(name string) (config.Listener, error) {
	if name == httpListener {
		return h.Config.HTTP.Listener, nil
	}
	return h.Config.Listener(name)
}

// deviceListeners are the listeners, by the names of their configuration, that the manifests of installed and new plugins ask for. What is wrong with
// a package is said when it is started.
func (h *host) deviceListeners() (names []string) {
	files, _ := filepath.Glob(filepath.Join(h.Config.PluginsDir, "*", catalog.ManifestName))
	disabled := map[string]bool{}
	for _, e := range h.packages.Entries() {
		disabled[e.ID] = !e.Enabled && (e.Current != "" || len(e.Left) > 0)
		files = append(files, filepath.Join(h.packages.Dir(e.ID, e.Current), catalog.ManifestName))
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		m, err := manifest.Parse(content)
		if err != nil || disabled[m.ID] {
			continue
		}
		for _, l := range m.Listeners {
			if _, err := h.Config.Listener(l.Config); err == nil && l.Network == "" && !slices.Contains(names, l.Config) {
				names = append(names, l.Config)
			}
		}
	}
	return names
}

// listenAt opens a port, and waits for one that is taken until ctx ends.
func listenAt(ctx context.Context, address string) (net.Listener, error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		l, err := net.Listen("tcp", address)
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-tick.C:
		}
	}
}

// portFree looks whether a port that an embedded part is to have can be had. 0 is any.
func portFree(ctx context.Context, key string, port int) error {
	if port == 0 {
		return nil
	}
	address := fmt.Sprintf("127.0.0.1:%d", port)
	l, err := listenAt(ctx, address)
	if err != nil {
		return portProblem(key, address, err)
	}
	return l.Close()
}

// portProblem says which key to change.
func portProblem(key, address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("another program listens at %s already: stop it, or set %s to an address that is free: %w", address, key, err)
	}
	return fmt.Errorf("%s: %w", key, err)
}

// open begins to serve HTTP: the entrance answers until the host is made.
func (h *host) open() error {
	opened := h.held.take(httpListener)
	h.onStop(func() { h.report("HTTP listener", opened.Close()) })
	limits := h.Config.HTTP.Limits
	counted := connlimit.Listen(descriptors.Keep(opened), connlimit.Limits{Total: limits.Total, PerAddress: limits.PerAddress, Proxies: h.Config.HTTP.TrustedProxies}, h.Log)
	h.registry.MustRegister(connlimit.NewCollector("outrider_http_", counted))
	var listener net.Listener = counted
	h.bound = opened.Addr()
	h.address = h.addressOf(h.bound.String())
	if h.Config.HTTP.TLS() {
		certificate, err := tls.LoadX509KeyPair(h.Config.HTTP.TLSCert, h.Config.HTTP.TLSKey)
		if err != nil {
			return fmt.Errorf("http.tls: %w", err)
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
	} else {
		listener = coalesce.Listener{Listener: listener}
	}
	h.server = &http.Server{Handler: &h.entrance, ConnContext: coalesce.ConnContext, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout}
	connlimit.Serve(h.server)
	h.background.run("web server", func(ctx context.Context) error {
		defer context.AfterFunc(ctx, func() { h.report("web server", h.server.Close()) })()
		if err := h.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	return nil
}

// heldListeners are open and wait for whoever they are for, by the names of their configuration.
type heldListeners struct {
	mu   sync.Mutex
	open map[string]net.Listener
	rtp  []plugins.RTPPair // of devices.rtsp.udp
}

func (h *heldListeners) put(name string, l net.Listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == nil {
		h.open = map[string]net.Listener{}
	}
	h.open[name] = l
}

// take hands one out, once; nil if there is none.
func (h *heldListeners) take(name string) net.Listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.open[name]
	delete(h.open, name)
	return l
}

// closeListeners closes those that nobody has taken.
func (h *host) closeListeners() {
	h.held.mu.Lock()
	defer h.held.mu.Unlock()
	for name, l := range h.held.open {
		h.report("listener "+name, l.Close())
	}
	for _, pair := range h.held.rtp {
		h.report("UDP port for RTP", errors.Join(pair.RTP.Close(), pair.RTCP.Close()))
	}
	h.held.open, h.held.rtp = nil, nil
}
