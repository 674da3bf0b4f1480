package edge_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// viewedPeople are people of whom "bob" sees the portal as "ann".
type viewedPeople struct{ people }

func (v viewedPeople) Authenticate(ctx context.Context, token string) (edge.Subject, error) {
	subject, err := v.people.Authenticate(ctx, token)
	if token == "ann" {
		subject.Email, subject.Viewer = "ann@demo.test", &edge.Viewer{UserID: "bob", Email: "bob@demo.test", Name: "Bob", Role: "ORG_ADMIN"}
	}
	return subject, err
}

func TestEdge_LetsWhoSeesAsSomebodyElseChangeNothing(t *testing.T) {
	dir := t.TempDir()
	journal, err := audit.Open(dir, "h1", false)
	if err != nil {
		t.Fatal(err)
	}
	e := newEdge(t, func(c *edge.Config) { c.Decider, c.Audit = viewedPeople{}, journal })
	own := &pluginv1.Lock{Kind: pluginv1.Lock_SIGNED_IN, Reason: "it is the caller's own"}
	byBody := &pluginv1.Lock{Kind: pluginv1.Lock_BY_BODY, Permissions: []string{"viewVehicle"}}
	set(t, e, edge.Plugin{
		ID: "vehicles", OpenAPI: []byte(`{"paths":{"/api/search":{"post":{"x-outrider-reads-only":true}},"/api/org/{orgId}/file":{"get":{"x-outrider-exports":true}}}}`),
		Operations: []*pluginv1.Operation{
			needs("GET /api/org/{orgId}/vehicles", "viewVehicle"), needs("GET /api/org/{orgId}/file", "viewVehicle"), op("POST /api/search", own),
			needs("POST /api/org/{orgId}/vehicles", "viewVehicle"), needs("PUT /api/org/{orgId}/vehicles", "viewVehicle"), op("PATCH /api/mine", own), op("DELETE /api/mine", byBody),
		},
		Backend: backendOf(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }),
	})
	for route, want := range map[string]int{
		"GET /api/org/demo/vehicles": 200, "GET /api/org/demo/file": 200, "POST /api/search": 200,
		"POST /api/org/demo/vehicles": 403, "PUT /api/org/demo/vehicles": 403, "PATCH /api/mine": 403, "DELETE /api/mine": 403, "PUT /api/org/rival/vehicles": 403,
	} {
		answer := ask(t, e, "ann", route, "{}")
		if answer.Code != want || want == 403 && !strings.Contains(answer.Body.String(), `"kind":"read_only"`) {
			t.Errorf("%s: %d %s, want %d", route, answer.Code, answer.Body, want)
		}
	}
	refused, files := 0, 0
	for _, line := range written(t, dir) {
		r := line.Record
		if r.ActorID != "bob" || r.ActorEmail != "bob@demo.test" || r.ActorName != "Bob (sees the portal as ann@demo.test)" || r.OrgID != "demo" {
			t.Errorf("%s is recorded of %s, called %q, in %s", r.Operation, r.ActorID, r.ActorName, r.OrgID)
		}
		if line.Phase == "end" && r.Status == 403 {
			refused++
		}
		if line.Phase == "end" && r.Operation == "GET /api/org/{orgId}/file" {
			files++
		}
	}
	if refused != 5 || files != 1 {
		t.Errorf("%d refusals and %d downloads are recorded, want 5 and 1", refused, files)
	}
}
