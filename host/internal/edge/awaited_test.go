package edge_test

import (
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
)

func TestAwait_UnknownAddressesAreUnavailableUntilThePluginHasCome(t *testing.T) {
	e := newEdge(t, nil)
	e.Await("alerts")
	answer := ask(t, e, "ann", "GET /api/org/demo/alerts", "")
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" {
		t.Errorf("before it has come: %d, Retry-After %q, want 503 and a time", answer.Code, answer.Header().Get("Retry-After"))
	}
	if answer := ask(t, e, "", "GET /map-view", ""); answer.Code != http.StatusNotFound {
		t.Errorf("outside of the API: %d, want 404", answer.Code)
	}
	if _, err := e.Call(t.Context(), edge.Call{Plugin: "alerts", Method: "GET", Path: "/api/org/demo/places", OrgID: "demo"}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("its own call before it has come: %v, want unavailable", err)
	}
	set(t, e, edge.Plugin{ID: "alerts"})
	if answer := ask(t, e, "ann", "GET /api/org/demo/alerts", ""); answer.Code != http.StatusNotFound {
		t.Errorf("after it has come without the operation: %d, want 404", answer.Code)
	}
	e.Await("alerts") // there already: nothing is waited for
	e.Await("fuel")
	if err := e.Remove("fuel"); err != nil {
		t.Fatal(err)
	}
	if answer := ask(t, e, "ann", "GET /api/org/demo/alerts", ""); answer.Code != http.StatusNotFound {
		t.Errorf("after the one that was waited for was given up: %d, want 404", answer.Code)
	}
}
