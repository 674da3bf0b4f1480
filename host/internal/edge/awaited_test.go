package edge_test

import (
	"context"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
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

func TestAwait_AnyPluginMayComeUntilTheyAreListed(t *testing.T) {
	e := newEdge(t, nil)
	e.AwaitList()
	if answer := ask(t, e, "ann", "GET /api/org/demo/alerts", ""); answer.Code != http.StatusServiceUnavailable {
		t.Errorf("before the list: %d, want 503", answer.Code)
	}
	if _, err := e.Call(t.Context(), edge.Call{Plugin: "alerts", Method: "GET", Path: "/api/org/demo/places", OrgID: "demo"}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a plugin's own call before the list: %v, want unavailable", err)
	}
	e.Listed()
	if answer := ask(t, e, "ann", "GET /api/org/demo/alerts", ""); answer.Code != http.StatusNotFound {
		t.Errorf("with a list of none: %d, want 404", answer.Code)
	}
}

// early is people before any plugin but that of vehicles has defined its permissions.
type early struct{ people }

func (early) Decide(ctx context.Context, subject edge.Subject, orgID string) (edge.Grant, error) {
	grant, err := people{}.Decide(ctx, subject, orgID)
	grant.Known = func(permission string) bool { return permission == "viewVehicle" }
	return grant, err
}

func TestAwait_APermissionThatNobodyHasDefinedYetIsUnavailable(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) { c.Decider = early{} })
	set(t, e, edge.Plugin{ID: "vehicles", Operations: []*pluginv1.Operation{needs("GET /api/org/{orgId}/cars", "viewVehicle"), needs("GET /api/org/{orgId}/people", "listUsers")}})
	e.Await("users")
	answer := ask(t, e, "ann", "GET /api/org/demo/people", "")
	if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") == "" {
		t.Errorf("before anybody could hold it: %d, Retry-After %q, want 503 and a time", answer.Code, answer.Header().Get("Retry-After"))
	}
	if answer := ask(t, e, "bob", "GET /api/org/demo/cars", ""); answer.Code != http.StatusForbidden {
		t.Errorf("a permission that is defined and not held: %d, want 403", answer.Code)
	}
	set(t, e, edge.Plugin{ID: "users"})
	if answer := ask(t, e, "ann", "GET /api/org/demo/people", ""); answer.Code != http.StatusForbidden {
		t.Errorf("once all have come: %d, want 403", answer.Code)
	}
}
