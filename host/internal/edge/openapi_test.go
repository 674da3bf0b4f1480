package edge_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

func TestOpenAPI_IsOneDocumentOfAllPlugins(t *testing.T) {
	const problem = `"Problem":{"type":"object"}`
	document := func(path, property string) []byte {
		return []byte(`{"openapi":"3.1.0","paths":{"` + path + `":{"get":{"operationId":"list","responses":{"200":{"content":{"application/json":{
			"schema":{"$ref":"#/components/schemas/Item"}}}},"default":{"$ref":"#/components/schemas/Problem"}}}}},
			"components":{"schemas":{` + problem + `,"Item":{"properties":{"` + property + `":{"type":"string"},"next":{"$ref":"#/components/schemas/Item"}}}}}}`)
	}
	e := newEdge(t, func(c *edge.Config) {
		c.Own = []edge.Own{{
			Method: "POST", Template: "/api/auth/sign-in", Summary: "Sign in", Handler: http.NotFoundHandler(),
			Lock: &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "this is how one signs in"},
		}}
	})
	set(t, e, edge.Plugin{ID: "vehicles", Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/vehicles", "viewVehicle")}, OpenAPI: document("/api/vehicles", "name")})
	set(t, e, edge.Plugin{ID: "alerts", Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/alerts", "listAlerts")}, OpenAPI: document("/api/alerts", "type")})
	answer := ask(t, e, "sam", "GET /api/openapi.json", "")
	var got struct {
		OpenAPI string `json:"openapi"`
		Paths   map[string]map[string]struct {
			OperationID string   `json:"operationId"`
			Tags        []string `json:"tags"`
			Responses   map[string]struct {
				Ref     string `json:"$ref"`
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					} `json:"schema"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					Ref string `json:"$ref"`
				} `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
		t.Fatalf("the document is not JSON: %v", err)
	}
	if got.OpenAPI != "3.1.0" || len(got.Paths) != 3 || len(got.Components.Schemas) != 3 {
		t.Errorf("document %s with %d paths, %d schemas; want 3.1.0, 3, 3: %s", got.OpenAPI, len(got.Paths), len(got.Components.Schemas), answer.Body)
	}
	if own := got.Paths["/api/auth/sign-in"]["post"]; own.OperationID != "host.post-auth-sign-in" || own.Tags[0] != "host" {
		t.Errorf("the host's own operation = %s %v", own.OperationID, own.Tags)
	}
	list := got.Paths["/api/alerts"]["get"]
	if list.OperationID != "alerts.list" || list.Tags[0] != "alerts" {
		t.Errorf("operation = %s %v", list.OperationID, list.Tags)
	}
	if ref := list.Responses["200"].Content["application/json"].Schema.Ref; ref != "#/components/schemas/alerts.Item" {
		t.Errorf("a clashing schema is referred to as %s", ref)
	}
	if ref := got.Components.Schemas["alerts.Item"].Properties["next"].Ref; ref != "#/components/schemas/alerts.Item" {
		t.Errorf("a clashing schema refers to itself as %s", ref)
	}
	if ref := list.Responses["default"].Ref; ref != "#/components/schemas/Problem" {
		t.Errorf("a schema that all share is referred to as %s", ref)
	}
}

// What is not for the caller is not in the document: neither the operation nor what only it speaks of.
func TestOpenAPI_ShowsWhatTheCallerMay(t *testing.T) {
	e := newEdge(t, func(c *edge.Config) {
		c.Own = []edge.Own{{Method: "POST", Template: "/api/auth/sign-in", Handler: http.NotFoundHandler(), Lock: &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "this is how one signs in"}}}
	})
	set(t, e, edge.Plugin{
		ID: "vehicles", Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/vehicles", "viewVehicle"), needs("POST /api/admin/wipe", "operateHost")},
		OpenAPI: []byte(`{"paths":{"/api/vehicles":{"get":{"schema":{"$ref":"#/components/schemas/Vehicle"}}},"/api/admin/wipe":{"post":{"schema":{"$ref":"#/components/schemas/Wipe"}}}},
			"components":{"schemas":{"Vehicle":{"in":{"$ref":"#/components/schemas/Wheel"}},"Wheel":{},"Wipe":{"in":{"$ref":"#/components/schemas/Secret"}},"Secret":{}}}}`),
	})
	set(t, e, edge.Plugin{
		ID: "fuel", Optional: true, Backend: down{}, Operations: []*pluginv1.Operation{needs("GET /api/fuel", "viewFuel")}, OpenAPI: []byte(`{"paths":{"/api/fuel":{"get":{}}}}`),
	})
	for _, tc := range []struct {
		as        string
		want, not []string
	}{
		{"", []string{"/api/auth/sign-in"}, []string{"vehicles", "Vehicle", "Wheel", "wipe", "Wipe", "Secret", "operateHost", "fuel"}},
		{"ann", []string{"/api/auth/sign-in", "/api/vehicles", "Vehicle", "Wheel"}, []string{"wipe", "Wipe", "Secret", "operateHost", "fuel"}},
		{"bob", []string{"/api/auth/sign-in"}, []string{"/api/vehicles", "Wipe"}},
		{"sam", []string{"/api/auth/sign-in", "/api/vehicles", "/api/admin/wipe", "Secret"}, []string{"fuel"}}, // the module is off at home
	} {
		answer := ask(t, e, tc.as, "GET /api/openapi.json", "")
		if answer.Code != http.StatusOK || !json.Valid(answer.Body.Bytes()) {
			t.Fatalf("%q gets %d", tc.as, answer.Code)
		}
		for _, part := range tc.want {
			if !strings.Contains(answer.Body.String(), part) {
				t.Errorf("%q does not see %s: %s", tc.as, part, answer.Body)
			}
		}
		for _, part := range tc.not {
			if strings.Contains(answer.Body.String(), part) {
				t.Errorf("%q sees %s: %s", tc.as, part, answer.Body)
			}
		}
	}
	if answer := ask(t, e, "eve", "GET /api/openapi.json", ""); answer.Code != http.StatusUnauthorized {
		t.Errorf("a made-up token gets %d", answer.Code)
	}
}
