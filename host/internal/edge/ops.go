package edge

import (
	"context"
	"encoding/json"
	"net"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"outrider.dev/outrider/host/internal/readiness"
)

// Operate puts the operator's pages in front of next: /healthz (the process lives), /readyz (it can serve now) and /metrics. Metrics are for this
// machine alone: whoever asks from elsewhere, or through a proxy, gets the answer for a page that does not exist.
func Operate(next http.Handler, gatherer prometheus.Gatherer, report func(context.Context) readiness.Report) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { ready(w, r, report) })
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

// readyAgain is when to ask a host again that is not ready, in seconds.
const readyAgain = "2"

// readyAnswer is what /readyz says. The reasons go to this machine alone.
type readyAnswer struct {
	Status readiness.State            `json:"status"`
	Checks map[string]readiness.State `json:"checks"`
	Faults map[string]string          `json:"faults,omitempty"`
}

// ready answers 200 for a host that serves, also if it is degraded, and 503 for one that cannot.
func ready(w http.ResponseWriter, r *http.Request, report func(context.Context) readiness.Report) {
	said := report(r.Context())
	answer := readyAnswer{Status: said.State, Checks: map[string]readiness.State{}}
	for _, p := range said.Parts {
		answer.Checks[p.Name] = p.State
		if p.Err != nil && local(r) {
			if answer.Faults == nil {
				answer.Faults = map[string]string{}
			}
			answer.Faults[p.Name] = p.Err.Error()
		}
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	status := http.StatusOK
	if said.State == readiness.NotReady {
		status = http.StatusServiceUnavailable
		header.Set("Retry-After", readyAgain)
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

// local reports whether the request comes from this machine and not through a proxy on it.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback() && r.Header.Get("X-Forwarded-For") == "" && r.Header.Get("Forwarded") == ""
}
