package edge_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// people is a Decider with a few people: the token is the user's id. "sam" is support and may go everywhere.
type people struct{}

func (people) Authenticate(_ context.Context, token string) (edge.Subject, error) {
	if !slices.Contains([]string{"ann", "bob", "sam"}, token) {
		return edge.Subject{}, fault.New(fault.SignedOut, "Sign in to continue.")
	}
	return edge.Subject{UserID: token, HomeOrg: "demo", Role: "FLEET_MANAGER"}, nil
}

func (people) Decide(_ context.Context, subject edge.Subject, orgID string) (edge.Grant, error) {
	known := orgID == "demo" || orgID == "rival"
	if !known || (orgID != subject.HomeOrg && subject.UserID != "sam") {
		return edge.Grant{}, fault.New(fault.NotFound, "There is nothing here.")
	}
	grant := edge.Grant{Scope: web.Scope{Path: "/" + orgID + "/"}, Modules: map[string]bool{"fuel": orgID == "rival"}}
	grant.Allowed = func(permission string) bool {
		return subject.UserID == "sam" || (subject.UserID == "ann" && permission == "viewVehicle")
	}
	return grant, nil
}

func (people) Modules(_ context.Context, orgID string) (map[string]bool, error) {
	if orgID != "demo" && orgID != "rival" {
		return nil, fault.New(fault.NotFound, "There is nothing here.")
	}
	return map[string]bool{"fuel": orgID == "rival"}, nil
}

func (people) Capability(orgID, plugin string) string { return orgID + "|" + plugin }

// served is a Backend over a plain HTTP server.
type served struct{ transport http.RoundTripper }

func (s served) Lease(context.Context) (http.RoundTripper, func(), error) {
	return s.transport, func() {}, nil
}

// down is a Backend of a plugin that is not there.
type down struct{}

func (down) Lease(context.Context) (http.RoundTripper, func(), error) { return nil, nil, downError{} }

type downError struct{}

func (downError) Error() string              { return "down" }
func (downError) Unavailable() time.Duration { return 7 * time.Second }

// backendOf serves handler as a plugin would.
func backendOf(t *testing.T, handler http.HandlerFunc) edge.Backend {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	address := server.Listener.Addr().String()
	return served{&process{func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Host = address
		return transport.RoundTrip(r)
	}}}
}

// process answers as a plugin's process would.
type process struct {
	answer func(*http.Request) (*http.Response, error)
}

func (p *process) RoundTrip(r *http.Request) (*http.Response, error) { return p.answer(r) }

func newEdge(t *testing.T, change func(*edge.Config)) *edge.Edge {
	t.Helper()
	config := edge.Config{
		Decider: people{}, Organisations: people{}, Signer: people{}, Version: "test",
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Metrics: edge.NewMetrics(prometheus.NewRegistry()),
	}
	if change != nil {
		change(&config)
	}
	e, err := edge.New(config)
	if err != nil {
		t.Fatalf("make edge: %v", err)
	}
	return e
}

func set(t *testing.T, e *edge.Edge, plugin edge.Plugin) {
	t.Helper()
	if err := e.Set(plugin); err != nil {
		t.Fatalf("set plugin %s: %v", plugin.ID, err)
	}
}

func needs(route string, permissions ...string) *pluginv1.Operation {
	return op(route, &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: permissions})
}

func op(route string, lock *pluginv1.Lock) *pluginv1.Operation {
	method, template, _ := strings.Cut(route, " ")
	return &pluginv1.Operation{Method: method, Template: template, Lock: lock}
}

// ask sends a request as a user ("" for nobody) and returns the answer, whole.
func ask(t *testing.T, e http.Handler, as, route, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if as != "" {
		request.Header.Set("Authorization", "Bearer "+as)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer := httptest.NewRecorder()
	e.ServeHTTP(answer, request)
	return answer
}

func echoPath(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.RequestURI()) }

func askRaw(e http.Handler, request *http.Request) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	e.ServeHTTP(answer, request)
	return answer
}
