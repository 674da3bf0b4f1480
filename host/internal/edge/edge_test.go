package edge_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

func TestEdge_RefusesInTheOneOrder(t *testing.T) {
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{ID: "vehicles", Backend: backendOf(t, echoPath), Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/vehicles/{id}", "viewVehicle"),
		needs("POST /api/org/{orgId}/vehicles", "createVehicle"),
		op("GET /api/open", &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}),
		op("GET /api/mine", &pluginv1.Lock{Kind: pluginv1.Lock_SIGNED_IN, Reason: "a test"}),
		op("GET /api/any", &pluginv1.Lock{Kind: pluginv1.Lock_ANY_OF, Permissions: []string{"createVehicle", "viewVehicle"}}),
	}})
	set(t, e, edge.Plugin{ID: "fuel", Optional: true, Backend: backendOf(t, echoPath), Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/fuel", "viewFuel"),
	}})
	for _, tc := range []struct {
		name, as, route string
		want            int
		kind            string
	}{
		{"nobody", "", "GET /api/org/demo/vehicles/7", 401, "signed_out"},
		{"a made-up token, another organisation", "eve", "GET /api/org/rival/vehicles/7", 401, "signed_out"},
		{"another organisation", "ann", "GET /api/org/rival/vehicles/7", 404, "not_found"},
		{"another organisation, permission missing too", "bob", "GET /api/org/rival/vehicles/7", 404, "not_found"},
		{"no such organisation", "sam", "GET /api/org/none/vehicles/7", 404, "not_found"},
		{"module off, permission missing too", "ann", "GET /api/org/demo/fuel", 404, "not_found"},
		{"module on", "sam", "GET /api/org/rival/fuel", 200, ""},
		{"permission missing", "bob", "GET /api/org/demo/vehicles/7", 403, "denied"},
		{"what is missing is named", "bob", "GET /api/org/demo/vehicles/7", 403, "It needs: viewVehicle."},
		{"permission for another operation", "ann", "POST /api/org/demo/vehicles", 403, "denied"},
		{"all well", "ann", "GET /api/org/demo/vehicles/7?a=%20b", 200, ""},
		{"support elsewhere", "sam", "GET /api/org/rival/vehicles/7", 200, ""},
		{"public", "", "GET /api/open", 200, ""},
		{"signed in", "bob", "GET /api/mine", 200, ""},
		{"one of two permissions", "ann", "GET /api/any", 200, ""},
		{"neither of two permissions", "bob", "GET /api/any", 403, "denied"},
		{"no such operation", "ann", "GET /api/org/demo/trains", 404, "not_found"},
		{"another method", "ann", "DELETE /api/mine", 405, "invalid"},
		{"a slash that edge and plugin could read differently", "ann", "GET /api/org/demo/vehicles/7%2f8", 404, "not_found"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer := ask(t, e, tc.as, tc.route, "")
			if answer.Code != tc.want || !strings.Contains(answer.Body.String(), tc.kind) {
				t.Errorf("%s as %q = %d %s, want %d %s", tc.route, tc.as, answer.Code, answer.Body, tc.want, tc.kind)
			}
			if tc.want >= 400 && answer.Header().Get("Content-Type") != "application/problem+json" {
				t.Errorf("a refusal has content type %q", answer.Header().Get("Content-Type"))
			}
		})
	}
}

func TestEdge_PathsOfPluginsInterleave(t *testing.T) {
	e := newEdge(t, nil)
	say := func(text string) edge.Backend {
		return backendOf(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) })
	}
	set(t, e, edge.Plugin{ID: "vehicles", Backend: say("vehicles"), Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/vehicles/{id}", "viewVehicle"),
		needs("GET /api/org/{orgId}/vehicles/{id}/config/{name}", "viewVehicle"),
	}})
	set(t, e, edge.Plugin{ID: "alerts", Backend: say("alerts"), Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/vehicles/{vehicleId}/config/alerts", "viewVehicle"),
		needs("GET /api/org/{orgId}/vehicles/summary", "viewVehicle"),
	}})
	for path, want := range map[string]string{
		"/api/org/demo/vehicles/7":                "vehicles",
		"/api/org/demo/vehicles/7/config/alerts":  "alerts",
		"/api/org/demo/vehicles/7/config/network": "vehicles",
		"/api/org/demo/vehicles/summary":          "alerts",
		"/api/org/demo/vehicles/summary/":         "alerts", // as some of the catalogue's paths are written
	} {
		if answer := ask(t, e, "ann", "GET "+path, ""); answer.Body.String() != want {
			t.Errorf("%s was answered %d by %q, want %s", path, answer.Code, answer.Body, want)
		}
	}
}

func TestEdge_NamesBothWhoClaimOneOperation(t *testing.T) {
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{ID: "vehicles", Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/vehicles/{id}", "viewVehicle")}})
	late := edge.Plugin{ID: "lorries", Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/org/{org}/vehicles/{vehicleId}", "viewLorry")}}
	err := e.Set(late)
	if err == nil || !strings.Contains(err.Error(), "vehicles") || !strings.Contains(err.Error(), "lorries") {
		t.Fatalf("Set of a clashing plugin = %v, want an error with both names", err)
	}
	if answer := ask(t, e, "ann", "GET /api/org/demo/vehicles/7", ""); answer.Code != 503 {
		t.Errorf("after the refusal the first plugin answers %d, want 503 as before", answer.Code)
	}
}

func TestEdge_RefusesAnOperationWithoutALock(t *testing.T) {
	e := newEdge(t, nil)
	for name, lock := range map[string]*pluginv1.Lock{
		"no lock": nil, "no permission": {Kind: pluginv1.Lock_ALL_OF}, "no reason": {Kind: pluginv1.Lock_PUBLIC},
	} {
		if err := e.Set(edge.Plugin{ID: "x", Operations: []*pluginv1.Operation{op("GET /api/x", lock)}}); err == nil {
			t.Errorf("an operation with %s was accepted", name)
		}
	}
}

func TestEdge_TellsThePluginWhoCallsAndNothingElse(t *testing.T) {
	seen := make(chan http.Header, 1)
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{
		ID: "vehicles", Database: true, Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/vehicles", "viewVehicle")},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			seen <- r.Header.Clone()
			w.Header().Set("Set-Cookie", "outrider_refresh=stolen")
			w.Header().Set("Content-Security-Policy", "default-src *")
		}),
	})
	answer := ask(t, e, "ann", "GET /api/org/demo/vehicles", "", "Outrider-Caller", "forged", "Outrider-Capability", "forged",
		"Outrider-Other", "forged", "Cookie", "outrider_refresh=secret", "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	header := <-seen
	caller, err := web.DecodeCaller(header.Get(web.CallerHeader))
	if err != nil || caller.UserID != "ann" || caller.OrgID != "demo" || caller.Scope.Path != "/demo/" || !caller.Has("viewVehicle") {
		t.Errorf("the plugin was told %+v (%v)", caller, err)
	}
	if got := header.Get(web.CapabilityHeader); got != "demo|vehicles" {
		t.Errorf("capability = %q", got)
	}
	for _, name := range []string{"Outrider-Other", "Cookie", "Authorization"} {
		if header.Get(name) != "" {
			t.Errorf("the plugin got the client's %s: %q", name, header.Get(name))
		}
	}
	if trace := header.Get("Traceparent"); !strings.HasPrefix(trace, "00-0af7651916cd43dd8448eb211c80319c-") || caller.Trace != trace {
		t.Errorf("traceparent = %q, in the caller %q: want the client's trace in both", trace, caller.Trace)
	}
	if answer.Header().Get("Set-Cookie") != "" || strings.Contains(answer.Header().Get("Content-Security-Policy"), "*") {
		t.Errorf("the plugin set headers that are the host's: %v", answer.Header())
	}
}

func TestEdge_LimitsBodies(t *testing.T) {
	e := newEdge(t, nil)
	small := op("POST /api/small", &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"})
	small.MaxBodyBytes = 10
	set(t, e, edge.Plugin{ID: "x", Operations: []*pluginv1.Operation{small}, Backend: backendOf(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	})})
	if answer := ask(t, e, "", "POST /api/small", "0123456789"); answer.Code != 200 {
		t.Errorf("a body of exactly the limit = %d, want 200", answer.Code)
	}
	if answer := ask(t, e, "", "POST /api/small", "0123456789a"); answer.Code != 413 {
		t.Errorf("a body over the limit = %d, want 413", answer.Code)
	}
	request, _ := http.NewRequestWithContext(t.Context(), "POST", "/api/small", io.MultiReader(strings.NewReader("0123456789"), strings.NewReader("more")))
	request.RequestURI, request.ContentLength = "/api/small", -1
	answer := askRaw(e, request)
	if answer.Code != 413 {
		t.Errorf("a body of unknown length over the limit = %d, want 413", answer.Code)
	}
}

func TestEdge_SaysWhenAPluginIsDown(t *testing.T) {
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{ID: "x", Backend: down{}, Operations: []*pluginv1.Operation{op("GET /api/x", &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"})}})
	answer := ask(t, e, "", "GET /api/x", "")
	if answer.Code != 503 || answer.Header().Get("Retry-After") != "7" || !strings.Contains(answer.Body.String(), `"kind":"unavailable"`) {
		t.Errorf("a plugin that is down = %d %v %s", answer.Code, answer.Header(), answer.Body)
	}
}

func TestEdge_BoundsRequestsUnderWayToOnePlugin(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) { c.InFlight = 2 })
	arrived, leave := make(chan struct{}), make(chan struct{})
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	set(t, e, edge.Plugin{ID: "hung", Operations: []*pluginv1.Operation{op("GET /api/hung", public)}, Backend: backendOf(t, func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-leave
	})})
	set(t, e, edge.Plugin{ID: "fine", Operations: []*pluginv1.Operation{op("GET /api/fine", public)}, Backend: backendOf(t, echoPath)})
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- ask(t, e, "", "GET /api/hung", "").Code }()
		<-arrived
	}
	if answer := ask(t, e, "", "GET /api/hung", ""); answer.Code != 503 || answer.Header().Get("Retry-After") == "" {
		t.Errorf("the third request to a full plugin = %d, want 503 with Retry-After", answer.Code)
	}
	if answer := ask(t, e, "", "GET /api/fine", ""); answer.Code != 200 {
		t.Errorf("a request to its neighbour = %d, want 200", answer.Code)
	}
	close(leave)
	if a, b := <-done, <-done; a != 200 || b != 200 {
		t.Errorf("the requests under way ended with %d and %d", a, b)
	}
}

func TestEdge_CountsWhatWaitsApart(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) { c.InFlight = 1 })
	arrived, leave := make(chan struct{}), make(chan struct{})
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	set(t, e, edge.Plugin{
		ID: "x", OpenAPI: []byte(`{"paths":{"/api/wait":{"get":{"x-outrider-waits":true}}}}`), Operations: []*pluginv1.Operation{op("GET /api/wait", public), op("GET /api/work", public)},
		Backend: backendOf(t, func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/wait" {
				arrived <- struct{}{}
				<-leave
			}
		}),
	})
	done := make(chan int, 8)
	for range cap(done) {
		go func() { done <- ask(t, e, "", "GET /api/wait", "").Code }()
		<-arrived
	}
	if answer := ask(t, e, "", "GET /api/wait", ""); answer.Code != 503 {
		t.Errorf("the ninth that waits = %d, want 503", answer.Code)
	}
	if answer := ask(t, e, "", "GET /api/work", ""); answer.Code != 200 {
		t.Errorf("one that works beside eight that wait = %d, want 200", answer.Code)
	}
	close(leave)
	for range cap(done) {
		if code := <-done; code != 200 {
			t.Errorf("one that waited ended with %d", code)
		}
	}
}

func TestEdge_EndsSilenceButNotStreams(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) { c.Timeout = 2 * time.Second })
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	set(t, e, edge.Plugin{
		ID: "x", Operations: []*pluginv1.Operation{op("GET /api/silent", public), op("GET /api/stream", public)},
		Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/api/silent" {
				<-r.Context().Done()
				return
			}
			_ = http.NewResponseController(w).Flush()
			quiet := time.NewTimer(3 * time.Second)
			<-quiet.C
			_, _ = io.WriteString(w, "the end")
		}),
	})
	if answer := ask(t, e, "", "GET /api/silent", ""); answer.Code != 503 || answer.Header().Get("Retry-After") == "" {
		t.Errorf("a silent plugin = %d, Retry-After %q, want 503 and a time", answer.Code, answer.Header().Get("Retry-After"))
	}
	answer := ask(t, e, "", "GET /api/stream", "")
	for range 10 { // on a machine that stands still the stream may not have begun in time
		if answer.Code != 503 {
			break
		}
		answer = ask(t, e, "", "GET /api/stream", "")
	}
	if answer.Code != 200 || answer.Body.String() != "the end" {
		t.Errorf("a quiet stream = %d %q, want 200 and its end", answer.Code, answer.Body)
	}
}
