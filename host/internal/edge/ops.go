package edge

import (
	"context"
	"encoding/json"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Operate puts the operator's pages in front of next: /healthz (the process lives), /readyz (every check passes) and /metrics. Metrics are for this
// machine alone: whoever asks from elsewhere, or through a proxy, gets the answer for a page that does not exist.
func Operate(next http.Handler, gatherer prometheus.Gatherer, checks map[string]func(context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { ready(w, r, checks) })
	metrics := promhttp.HandlerFor(gatherer, promhttp.HandlerOpts{})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if !local(r) {
			next.ServeHTTP(w, r)
			return
		}
		metrics.ServeHTTP(w, r)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz", "/readyz", "/metrics":
			mux.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r) // past the mux, which would redirect paths that it finds untidy
		}
	})
}

// ready names every check, so that an operator sees which part is not there yet. The reason itself goes to this machine alone.
func ready(w http.ResponseWriter, r *http.Request, checks map[string]func(context.Context) error) {
	status, parts := http.StatusOK, map[string]string{}
	for name, check := range checks {
		parts[name] = "ready"
		if err := check(r.Context()); err != nil {
			status, parts[name] = http.StatusServiceUnavailable, "not ready"
			if local(r) {
				parts[name] = err.Error()
			}
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(parts)
}

// local reports whether the request comes from this machine and not through a proxy on it.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback() && r.Header.Get("X-Forwarded-For") == "" && r.Header.Get("Forwarded") == ""
}
