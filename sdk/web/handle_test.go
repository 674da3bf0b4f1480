package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

type vehicleInput struct {
	OrgID string `path:"orgId"`
	ID    string `path:"id"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
}

type output struct {
	Body struct {
		Said  string `json:"said"`
		Limit int    `json:"limit"`
	}
}

type createInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		Name   string    `json:"name" minLength:"1" maxLength:"10"`
		Speed  int32     `json:"speed,omitempty"`
		Secret string    `json:"secret,omitempty" pattern:"^[a-z]*$"`
		When   time.Time `json:"when,omitzero"`
	}
}

type created struct {
	Name   string `json:"name"`
	Caller string `json:"caller"`
}

func say(what string) func(context.Context, *vehicleInput) (*output, error) {
	return func(_ context.Context, in *vehicleInput) (*output, error) {
		var out output
		out.Body.Said, out.Body.Limit = what+":"+in.ID, in.Limit
		return &out, nil
	}
}

type sharesInput struct {
	OrgID     string `path:"orgId"`
	VehicleID string `path:"vehicleId"`
}

func newRouter(log io.Writer) *web.Router {
	r := web.NewRouter("Test", "1.0.0")
	r.SetLog(slog.New(slog.NewJSONHandler(log, nil)))
	web.Handle(r, "GET /org/{orgId}/vehicles/{id}", web.Needs("viewVehicle"), say("vehicle"), web.IDs("id", "vehicle"))
	web.Handle(r, "GET /org/{orgId}/vehicles/presence", web.Needs("viewVehicle"), func(context.Context, *struct{}) (*output, error) {
		var out output
		out.Body.Said = "presence"
		return &out, nil
	})
	web.Handle(r, "GET /org/{orgId}/vehicles/{vehicleId}/shares", web.Needs("viewVehicle"),
		func(_ context.Context, in *sharesInput) (*output, error) {
			var out output
			out.Body.Said = "shares:" + in.VehicleID
			return &out, nil
		})
	web.Handle(r, "POST /org/{orgId}/vehicles", web.Needs("createVehicle", "viewVehicle"),
		func(ctx context.Context, in *createInput) (*web.Created[created], error) {
			return web.NewCreated(created{Name: in.Body.Name, Caller: web.Caller(ctx).UserID}), nil
		}, web.MaxBody(1000))
	fails := map[string]error{
		"notfound": fault.New(fault.NotFound, "No such vehicle."), "conflict": fault.New(fault.Conflict, "Taken."),
		"broken": errors.New("secret detail"), "busy": &fault.Error{Kind: fault.Unavailable, Message: "Busy.", RetryAfter: 1500 * time.Millisecond},
		"fields": fault.InvalidFields("Wrong.", fault.Field{Location: "body.name", Message: "is taken"}),
	}
	web.Handle(r, "DELETE /org/{orgId}/vehicles/{id}", web.NeedsAny("deleteVehicle", "viewVehicle"),
		func(_ context.Context, in *vehicleInput) (*struct{}, error) {
			if in.ID == "panic" {
				panic("boom")
			}
			return nil, fails[in.ID]
		})
	web.Handle(r, "PUT /org/{orgId}/vehicles/{id}", web.NeedsByBody("archive", "viewVehicle"),
		func(ctx context.Context, _ *vehicleInput) (*struct{}, error) { return nil, web.Require(ctx, "archive") })
	web.Handle(r, "GET /session", web.SignedIn("everybody has one"), func(context.Context, *struct{}) (*output, error) { return &output{}, nil })
	web.Handle(r, "GET /role/", web.Public("the catalogue's spelling"), func(context.Context, *struct{}) (*output, error) { return &output{}, nil })
	web.Handle(r, "GET /about", web.Public("says nothing"), func(context.Context, *struct{}) (*output, error) { return &output{}, nil })
	web.HandleRaw(r, "GET /org/{orgId}/clips/{name}", web.Needs("viewVehicle"), http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		_, _ = io.WriteString(w, "clip "+req.PathValue("name"))
	}))
	return r
}

func ann() web.CallerInfo {
	return web.CallerInfo{UserID: "ann", OrgID: "demo", Permissions: []string{"viewVehicle", "createVehicle"}}
}

func TestRouter(t *testing.T) {
	r := newRouter(io.Discard)
	bob := web.CallerInfo{UserID: "bob", OrgID: "demo", Permissions: []string{"viewVehicle"}}
	eve := web.CallerInfo{UserID: "eve", OrgID: "demo"}
	self := web.CallerInfo{Plugin: "alerts", OrgID: "demo"}
	for _, s := range []webtest.Scenario{
		{Name: "a parameter", As: ann(), Request: "GET /api/org/demo/vehicles/v1", WantStatus: 200, WantBody: []string{`"said":"vehicle:v1"`, `"limit":20`}, NotBody: []string{"$schema"}},
		{Name: "a static segment wins", As: ann(), Request: "GET /api/org/demo/vehicles/presence", WantStatus: 200, WantBody: []string{`"said":"presence"`}},
		{Name: "another name in the same place", As: ann(), Request: "GET /api/org/demo/vehicles/v2/shares", WantStatus: 200, WantBody: []string{`"said":"shares:v2"`}},
		{Name: "a prefix of the static one is a parameter", As: ann(), Request: "GET /api/org/demo/vehicles/pres", WantStatus: 200, WantBody: []string{`vehicle:pres"`}},
		{Name: "the static one as a parameter further down", As: ann(), Request: "GET /api/org/demo/vehicles/presence/shares", WantStatus: 200, WantBody: []string{`shares:presence`}},
		{Name: "an escaped slash stays in the id", As: ann(), Request: "GET /api/org/demo/vehicles/a%2Fb", WantStatus: 200, WantBody: []string{`vehicle:a/b`}},
		{Name: "a guest", Request: "GET /api/org/demo/vehicles/v1", WantStatus: 401, WantBody: []string{`"kind":"signed_out"`}},
		{Name: "another organisation", As: ann(), Request: "GET /api/org/rival/vehicles/v1", WantStatus: 404, WantBody: []string{`"kind":"not_found"`}},
		{Name: "another organisation without permission", As: eve, Request: "GET /api/org/rival/vehicles/v1", WantStatus: 404},
		{Name: "no permission", As: eve, Request: "GET /api/org/demo/vehicles/v1", WantStatus: 403, WantBody: []string{`"kind":"denied"`}},
		{Name: "one of two permissions", As: bob, Request: "POST /api/org/demo/vehicles", Body: `{"name":"a"}`, WantStatus: 403},
		{Name: "a plugin as itself", As: self, Request: "GET /api/org/demo/vehicles/v1", WantStatus: 200},
		{Name: "the handler requires more", As: ann(), Request: "PUT /api/org/demo/vehicles/v1", WantStatus: 403},
		{Name: "signed in is enough", As: eve, Request: "GET /api/session", WantStatus: 200},
		{Name: "signed in is needed", Request: "GET /api/session", WantStatus: 401},
		{Name: "a template with a slash at the end", Request: "GET /api/role", WantStatus: 200},
		{Name: "public", Request: "GET /api/about", WantStatus: 200},
		{Name: "a query of the wrong type", As: ann(), Request: "GET /api/org/demo/vehicles/v1?limit=many", WantStatus: 422, WantBody: []string{`"location":"query.limit"`}, NotBody: []string{"many"}},
		{Name: "a query out of range", As: ann(), Request: "GET /api/org/demo/vehicles/v1?limit=101", WantStatus: 422, WantBody: []string{`"location":"query.limit"`}},
		{Name: "a NUL in the path", As: ann(), Request: "GET /api/org/demo/vehicles/v%00", WantStatus: 422, WantBody: []string{`"location":"path.id"`}},
		{Name: "bad UTF-8 in the path", As: ann(), Request: "GET /api/org/demo/vehicles/%ff", WantStatus: 422},
		{Name: "bad UTF-8 in the query", As: ann(), Request: "GET /api/org/demo/vehicles/v?x=%ff", WantStatus: 422, WantBody: []string{"query.x"}},
		{Name: "nothing here", As: ann(), Request: "GET /api/nowhere", WantStatus: 404, WantBody: []string{`"kind":"not_found"`}},
		{Name: "a wrong method", As: ann(), Request: "PATCH /api/session", WantStatus: 405},
		{Name: "a raw handler", As: ann(), Request: "GET /api/org/demo/clips/x.mp4", WantStatus: 200, WantBody: []string{"clip x.mp4"}},
		{Name: "a raw handler is locked too", As: eve, Request: "GET /api/org/demo/clips/x.mp4", WantStatus: 403},
	} {
		s.Run(t, r)
	}
}

func TestRouter_Bodies(t *testing.T) {
	r := newRouter(io.Discard)
	for _, s := range []webtest.Scenario{
		{Name: "created", Body: `{"name":"van"}`, WantStatus: 201, WantBody: []string{`"name":"van"`, `"caller":"ann"`}},
		{Name: "unknown fields are accepted", Body: `{"name":"van","colour":"red"}`, WantStatus: 201},
		{Name: "the type that curl forgets", Body: `{"name":"van"}`, Headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, WantStatus: 201},
		{Name: "a wrong type names the field", Body: `{"name":17}`, WantStatus: 422, WantBody: []string{`"location":"body.name"`, "expected string"}, NotBody: []string{"17"}},
		{Name: "a missing field is named", Body: `{}`, WantStatus: 422, WantBody: []string{`"location":"body.name"`, "is missing"}},
		{Name: "a value is never repeated", Body: `{"name":"van","secret":"HUNTER2"}`, WantStatus: 422, WantBody: []string{"body.secret"}, NotBody: []string{"HUNTER2"}},
		{Name: "a wrong time is not repeated", Body: `{"name":"van","when":"HUNTER2"}`, WantStatus: 422, WantBody: []string{"body.when"}, NotBody: []string{"HUNTER2"}},
		{Name: "too large a number names the field", Body: `{"name":"van","speed":99999999999}`, WantStatus: 422, WantBody: []string{"body.speed"}, NotBody: []string{"99999999999"}},
		{Name: "not JSON", Body: `name=HUNTER2`, WantStatus: 400, WantBody: []string{"not JSON"}, NotBody: []string{"HUNTER2"}},
		{Name: "two documents", Body: `{"name":"van"}{}`, WantStatus: 400},
		{Name: "a NUL", Body: `{"name":"v\u0000n"}`, WantStatus: 422, WantBody: []string{`"location":"body.name"`, "cannot be stored"}},
		{Name: "half of a surrogate pair", Body: `{"name":"v\ud83d"}`, WantStatus: 422, WantBody: []string{`"location":"body.name"`}},
		{Name: "no UTF-8", Body: "{\"name\":\"v\xff\"}", WantStatus: 422, WantBody: []string{`"location":"body.name"`}},
		{Name: "a NUL in a field that nobody reads", Body: `{"name":"v1","more":[{"deep":"\u0000"}]}`, WantStatus: 422, WantBody: []string{`"location":"body.more[0].deep"`}},
		{Name: "a whole surrogate pair", Body: `{"name":"v\ud83d\ude9a"}`, WantStatus: 201},
		{Name: "an escaped backslash is no NUL", Body: `{"name":"v\\u0000"}`, WantStatus: 201},
		{Name: "an array", Body: `[]`, WantStatus: 422},
		{Name: "null", Body: `null`, WantStatus: 422},
		{Name: "no body", WantStatus: 400},
		{Name: "exactly the limit", Body: `{"name":"van","secret":"` + strings.Repeat("a", 1000-26) + `"}`, WantStatus: 201},
		{Name: "too large", Body: `{"name":"van","secret":"` + strings.Repeat("a", 1000-25) + `"}`, WantStatus: 413},
	} {
		s.As, s.Request = ann(), "POST /api/org/demo/vehicles"
		s.Run(t, r)
	}
}

func TestRouter_Faults(t *testing.T) {
	var log strings.Builder
	r := newRouter(&log)
	for _, s := range []webtest.Scenario{
		{Name: "notfound", WantStatus: 404, WantBody: []string{`"title":"No such vehicle."`, `"kind":"not_found"`, `"status":404`}},
		{Name: "conflict", WantStatus: 409, WantBody: []string{`"kind":"conflict"`}},
		{Name: "fields", WantStatus: 422, WantBody: []string{`"errors":[{"location":"body.name","message":"is taken"}]`}},
		{Name: "broken", WantStatus: 500, WantBody: []string{`"kind":"internal"`}, NotBody: []string{"secret"}},
		{Name: "panic", WantStatus: 500, WantBody: []string{`"kind":"internal"`}, NotBody: []string{"boom"}},
		{Name: "nothing", WantStatus: 204},
	} {
		s.As, s.Request = ann(), "DELETE /api/org/demo/vehicles/"+s.Name
		s.Run(t, r)
	}
	for _, want := range []string{"secret detail", "boom", "handle_test.go"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
	busy := webtest.Do(t, r, ann(), "DELETE /api/org/demo/vehicles/busy", "", nil)
	if busy.Code != 503 || busy.Header().Get("Retry-After") != "2" {
		t.Errorf("busy is %d, Retry-After %q", busy.Code, busy.Header().Get("Retry-After"))
	}
	if got := busy.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type = %q", got)
	}
}

func TestDescribe(t *testing.T) {
	operations, document, err := newRouter(io.Discard).Describe()
	if err != nil || len(operations) != 10 {
		t.Fatalf("%d operations, %v", len(operations), err)
	}
	first := operations[0]
	if first.GetTemplate() != "/api/org/{orgId}/vehicles/{id}" || first.GetIdKinds()["id"] != "vehicle" || first.GetLock().GetPermissions()[0] != "viewVehicle" {
		t.Errorf("first operation %+v", first)
	}
	var openapi struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			Lock struct{ Kind string }  `json:"x-outrider-lock"`
			IDs  map[string]string      `json:"x-outrider-ids"`
			Resp map[string]interface{} `json:"responses"`
		}
	}
	if err := json.Unmarshal(document, &openapi); err != nil {
		t.Fatalf("OpenAPI is not JSON: %v", err)
	}
	get := openapi.Paths["/api/org/{orgId}/vehicles/{id}"]["get"]
	if openapi.OpenAPI != "3.1.0" || get.Lock.Kind != "ALL_OF" || get.IDs["id"] != "vehicle" {
		t.Errorf("OpenAPI %s says %+v", openapi.OpenAPI, get)
	}
	if post := openapi.Paths["/api/org/{orgId}/vehicles"]["post"]; post.Resp["201"] == nil {
		t.Errorf("creating does not answer 201: %+v", post)
	}
	if openapi.Paths["/api/org/{orgId}/clips/{name}"]["get"].Lock.Kind != "ALL_OF" {
		t.Error("the raw operation is not described")
	}
}

func TestHandle_RefusesWhatMakesNoSense(t *testing.T) {
	noop := func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }
	needs := web.Needs("x")
	for _, tc := range []struct {
		name, want string
		register   func(r *web.Router)
	}{
		{"no lock", "no lock", func(r *web.Router) { web.Handle(r, "GET /a", web.Lock{}, noop) }},
		{"no permission", "no permission", func(r *web.Router) { web.Handle(r, "GET /a", web.Needs(), noop) }},
		{"no reason", "why", func(r *web.Router) { web.Handle(r, "GET /a", web.Public(" "), noop) }},
		{"no method", "not a route", func(r *web.Router) { web.Handle(r, "/a", needs, noop) }},
		{"with /api", "without /api", func(r *web.Router) { web.Handle(r, "GET /api/a", needs, noop) }},
		{"half a parameter", "whole {parameter}", func(r *web.Router) { web.Handle(r, "GET /{a}.json", needs, noop) }},
		{"an empty segment", "whole {parameter}", func(r *web.Router) { web.Handle(r, "GET /a//b", needs, noop) }},
		{"a parameter twice", "twice", func(r *web.Router) { web.Handle(r, "GET /{a}/{a}", needs, noop) }},
		{"the same place", "same place", func(r *web.Router) {
			web.Handle(r, "GET /x/{a}", needs, noop)
			web.Handle(r, "GET /x/{b}", needs, noop)
		}},
		{"a field without parameter", "does not have", func(r *web.Router) { web.Handle(r, "GET /org/{orgId}/x", needs, say("x")) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, tc.want) {
					t.Errorf("says %q, want %q in it", said, tc.want)
				}
			}()
			tc.register(web.NewRouter("Test", "1.0.0"))
		})
	}
}

type unnamed struct {
	Speed int `json:"speed"`
}

type embedsUnnamed struct {
	Body struct {
		List []struct{ unnamed } `json:"list"`
	}
}

func TestHandle_RefusesWhatTheDescriptionWouldLeaveOut(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "export unnamed") {
			t.Errorf("it says %q", said)
		}
	}()
	r := web.NewRouter("test", "1.0.0")
	web.Handle(r, "POST /samples", web.SignedIn("a test"), func(context.Context, *embedsUnnamed) (*struct{}, error) { return nil, nil })
}
