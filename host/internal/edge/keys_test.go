package edge_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// keyPeople are people of whom "ann" sends an API key.
type keyPeople struct{ people }

func (k keyPeople) Authenticate(ctx context.Context, token string) (edge.Subject, error) {
	subject, err := k.people.Authenticate(ctx, token)
	if token == "ann" {
		subject.Key, subject.SessionID = "key-1", "key-1"
	}
	return subject, err
}

func TestAPIKeyAtTheEdge(t *testing.T) {
	now := time.Now()
	e := newEdge(t, func(c *edge.Config) {
		c.Decider, c.KeyRate, c.Now = keyPeople{}, edge.KeyRate{PerSecond: 1, Burst: 5}, func() time.Time { return now }
	})
	answers := backendOf(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	own := &pluginv1.Lock{Kind: pluginv1.Lock_SIGNED_IN, Reason: "it is the caller's own"}
	set(t, e, edge.Plugin{ID: "vehicles", Backend: answers, Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/vehicles", "viewVehicle"), op("GET /api/mine", own), op("PUT /api/mine", own),
	}})
	set(t, e, edge.Plugin{ID: "reports", Lasting: true, Backend: answers, Operations: []*pluginv1.Operation{needs("POST /api/org/{orgId}/schedules", "viewVehicle")}})
	ask := func(method, path, token string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		return w
	}
	for _, tc := range []struct {
		name, method, path, token string
		want                      int
	}{
		{"what it may", "GET", "/api/org/demo/vehicles", "ann", 204},
		{"in the address alone", "GET", "/api/org/demo/vehicles?api_key=ork_ABCDEF", "", 400},
		{"in the address, too", "GET", "/api/org/demo/vehicles?x=ork_ABCDEF", "bob", 400},
		{"its maker's own things, to read", "GET", "/api/mine", "ann", 204},
		{"its maker's own things, to change", "PUT", "/api/mine", "ann", 403},
		{"work for later", "POST", "/api/org/demo/schedules", "ann", 403},
		{"the last of the burst", "GET", "/api/mine", "ann", 204},
		{"too many", "GET", "/api/org/demo/vehicles", "ann", 429},
		{"somebody else meanwhile", "GET", "/api/mine", "bob", 204},
	} {
		if got := ask(tc.method, tc.path, tc.token); got.Code != tc.want {
			t.Errorf("%s: %d %s, want %d", tc.name, got.Code, got.Body, tc.want)
		} else if tc.want == 429 && got.Header().Get("Retry-After") != "1" {
			t.Errorf("%s: Retry-After %q", tc.name, got.Header().Get("Retry-After"))
		}
	}
	now = now.Add(time.Second)
	if got := ask("GET", "/api/org/demo/vehicles", "ann"); got.Code != 204 {
		t.Errorf("a second later: %d", got.Code)
	}
}
