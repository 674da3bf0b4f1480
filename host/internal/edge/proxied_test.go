package edge_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func TestProxied_CountsClientsBehindTrustedProxies(t *testing.T) {
	arrived, leave := make(chan struct{}), make(chan struct{})
	handler := edge.Proxied(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			arrived <- struct{}{}
			<-leave
		}
	}), []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, 2)
	get := func(path, from, forwarded string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.RemoteAddr = from + ":1000"
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- get("/slow", "10.0.0.1", "192.0.2.7, 10.0.0.9") }()
		<-arrived
	}
	for _, c := range []struct {
		name, from, forwarded string
		want                  int
	}{
		{"the same client again", "10.0.0.1", "192.0.2.7", 503},
		{"who puts another address before its own", "10.0.0.2", "192.0.2.8, 192.0.2.7", 503},
		{"another client", "10.0.0.1", "192.0.2.8", 200},
		{"who says so without a proxy", "192.0.2.9", "192.0.2.7", 200},
		{"the proxy itself", "10.0.0.1", "", 200},
	} {
		if got := get("/", c.from, c.forwarded); got != c.want {
			t.Errorf("%s got %d, want %d", c.name, got, c.want)
		}
	}
	close(leave)
	for range 2 {
		<-done
	}
	if got := get("/", "10.0.0.1", "192.0.2.7"); got != 200 {
		t.Errorf("after its requests are over the client got %d", got)
	}
}

func TestEdge_OneClientLeavesRoomForOthers(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) { c.InFlight, c.PerClient = 4, 2 })
	arrived, leave := make(chan struct{}), make(chan struct{})
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	set(t, e, edge.Plugin{ID: "hung", Operations: []*pluginv1.Operation{op("GET /api/hung", public)}, Backend: backendOf(t, func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		<-leave
	})})
	from := func(address string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/hung", nil)
		r.RemoteAddr = address + ":1000"
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		return w.Code
	}
	done := make(chan int, 3)
	for range 2 {
		go func() { done <- from("192.0.2.1") }()
		<-arrived
	}
	if got := from("192.0.2.1"); got != 503 {
		t.Errorf("the third request of a client got %d, want 503", got)
	}
	go func() { done <- from("192.0.2.2") }()
	<-arrived
	close(leave)
	for range 3 {
		if got := <-done; got != 200 {
			t.Errorf("a request ended with %d", got)
		}
	}
}
