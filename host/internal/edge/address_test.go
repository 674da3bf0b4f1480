package edge_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// What no part of the product can store never reaches one, whoever serves the operation.
func TestEdge_RefusesWhatCannotBeStored(t *testing.T) {
	public := &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"}
	e := newEdge(t, func(c *edge.Config) {
		c.Groups = noGroups{}
		c.Own = []edge.Own{{Method: http.MethodGet, Template: "/api/own/{name}", Lock: public, Handler: http.HandlerFunc(echoPath)}}
	})
	set(t, e, edge.Plugin{ID: "vehicles", Backend: backendOf(t, echoPath), Operations: []*pluginv1.Operation{
		needs("GET /api/org/{orgId}/vehicles/{id}", "viewVehicle"),
		op("GET /api/files/{path...}", public),
	}})
	for _, tc := range []struct {
		as, path string
		headers  []string
		want     int
		part     string
	}{
		{"ann", "/api/org/demo/vehicles/v%00", nil, 422, `"location":"path.id"`},
		{"ann", "/api/org/demo/vehicles/v%ff", nil, 422, `"location":"path.id"`},
		{"ann", "/api/org/demo/vehicles/v?q=%00", nil, 422, `"location":"query.q"`},
		{"ann", "/api/org/demo/vehicles/v?q=a&q=%c0%af", nil, 422, `"location":"query.q"`},
		{"ann", "/api/org/demo/vehicles/v?q%00=a", nil, 422, `"location":"query.q?"`},
		{"ann", "/api/org/demo/vehicles/v", []string{"Outrider-Group", "north\xff"}, 422, `"location":"header.Outrider-Group"`},
		{"ann", "/api/org/%00/vehicles/v", nil, 404, "not_found"},
		{"sam", "/api/org/rival%ff/vehicles/v", nil, 404, "not_found"},
		{"", "/api/org/demo/vehicles/v%00", nil, 401, "signed_out"},
		{"bob", "/api/org/demo/vehicles/v%00", nil, 403, "denied"},
		{"", "/api/own/a%00", nil, 422, `"location":"path.name"`},
		{"", "/api/files/a/b%00", nil, 422, `"location":"path.path"`},
		{"ann", "/api/org/demo/vehicles/caf%C3%A9?q=%F0%9F%9A%9A", nil, 200, ""},
	} {
		answer := ask(t, e, tc.as, "GET "+tc.path, "", tc.headers...)
		if answer.Code != tc.want || !strings.Contains(answer.Body.String(), tc.part) {
			t.Errorf("%s as %q: %d %s, want %d with %s", tc.path, tc.as, answer.Code, answer.Body, tc.want, tc.part)
		}
	}
}

// noGroups are the groups of organisations that have none.
type noGroups struct{}

func (noGroups) GroupPath(context.Context, string, string) (string, error) {
	return "", fault.New(fault.NotFound, "There is no such group.")
}
