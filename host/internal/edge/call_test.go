package edge_test

import (
	"io"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// callingEdge has geo, which answers places with the name of whoever asks, and alerts, whose one operation calls it with try.
func callingEdge(t *testing.T, try func(e *edge.Edge, r *http.Request) string) *edge.Edge {
	t.Helper()
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{ID: "geo", Operations: []*pluginv1.Operation{
		needs("POST /api/org/{orgId}/places", "viewVehicle"),
		needs("GET /api/org/{orgId}/zones", "viewZone"),
	}, Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
		caller, _ := web.DecodeCaller(r.Header.Get(web.CallerHeader))
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, caller.UserID+caller.Plugin+" in "+caller.OrgID+": "+string(body))
	})})
	set(t, e, edge.Plugin{
		ID: "alerts", Calls: []string{"POST /api/org/{orgId}/places"},
		Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/alerts", "viewVehicle")},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, try(e, r))
		}),
	})
	return e
}

func TestCall_ActsForTheCallerOfARequestUnderWay(t *testing.T) {
	var header string
	e := callingEdge(t, func(e *edge.Edge, r *http.Request) string {
		header = r.Header.Get(web.CallerHeader)
		answer, err := e.Call(r.Context(), edge.Call{Plugin: "alerts", Method: "POST", Path: "/api/org/demo/places", Body: []byte(`{}`), Caller: header})
		if err != nil {
			return err.Error()
		}
		denied, err := e.Call(r.Context(), edge.Call{Plugin: "alerts", Method: "GET", Path: "/api/org/demo/zones", Caller: header})
		if err != nil || denied.Status != http.StatusForbidden {
			t.Errorf("a call for which the caller lacks the permission = %d, %v", denied.Status, err)
		}
		elsewhere, err := e.Call(r.Context(), edge.Call{Plugin: "alerts", Method: "POST", Path: "/api/org/rival/places", Caller: header})
		if err != nil || elsewhere.Status != http.StatusNotFound {
			t.Errorf("a call in another organisation = %d, %v", elsewhere.Status, err)
		}
		return string(answer.Body)
	})
	if answer := ask(t, e, "ann", "GET /api/org/demo/alerts", ""); answer.Body.String() != "ann in demo: {}" {
		t.Errorf("a call for the caller = %d %s", answer.Code, answer.Body)
	}
	_, err := e.Call(t.Context(), edge.Call{Plugin: "alerts", Method: "POST", Path: "/api/org/demo/places", Caller: header})
	if fault.KindOf(err) != fault.Denied {
		t.Errorf("a call for a request that has ended = %v, want denied", err)
	}
	_, err = e.Call(t.Context(), edge.Call{Plugin: "geo", Method: "GET", Path: "/api/org/demo/alerts", Caller: header})
	if fault.KindOf(err) != fault.Denied {
		t.Errorf("a call with another plugin's caller = %v, want denied", err)
	}
}

func TestCall_AsItselfIsHeldToTheManifest(t *testing.T) {
	e := callingEdge(t, nil)
	for _, tc := range []struct {
		name, plugin, method, path, org string
		want                            int
		body                            string
	}{
		{"what the manifest names", "alerts", "POST", "/api/org/demo/places", "demo", 200, "alerts in demo: "},
		{"what it does not name", "alerts", "GET", "/api/org/demo/zones", "demo", 403, ""},
		{"another organisation than it said", "alerts", "POST", "/api/org/rival/places", "demo", 404, ""},
		{"no such organisation", "alerts", "POST", "/api/org/none/places", "", 404, ""},
		{"a plugin that names nothing", "geo", "POST", "/api/org/demo/places", "demo", 403, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer, err := e.Call(t.Context(), edge.Call{Plugin: tc.plugin, Method: tc.method, Path: tc.path, OrgID: tc.org})
			if err != nil || answer.Status != tc.want || (tc.body != "" && string(answer.Body) != tc.body) {
				t.Errorf("call = %d %s (%v), want %d %s", answer.Status, answer.Body, err, tc.want, tc.body)
			}
		})
	}
	if _, err := e.Call(t.Context(), edge.Call{Plugin: "nobody", Method: "GET", Path: "/api/org/demo/zones"}); fault.KindOf(err) != fault.Denied {
		t.Errorf("a call of a plugin that does not run = %v, want denied", err)
	}
}

func TestCall_EndsAChainOfPlugins(t *testing.T) {
	e := newEdge(t, nil)
	calls := 0
	set(t, e, edge.Plugin{
		ID: "loop", Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/loop", "viewVehicle")},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			calls++
			answer, err := e.Call(r.Context(), edge.Call{Plugin: "loop", Method: "GET", Path: "/api/org/demo/loop", Caller: r.Header.Get(web.CallerHeader)})
			if err != nil {
				w.WriteHeader(http.StatusLoopDetected)
				return
			}
			w.WriteHeader(answer.Status)
		}),
	})
	if answer := ask(t, e, "ann", "GET /api/org/demo/loop", ""); answer.Code != http.StatusLoopDetected || calls > 6 {
		t.Errorf("a plugin that calls itself = %d after %d calls", answer.Code, calls)
	}
}
