package main_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/host/peopletest"
	"outrider.dev/outrider/plugins/users/internal/avatar"
	"outrider.dev/outrider/plugins/users/internal/group"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func TestMain(m *testing.M) { os.Exit(peopletest.Run(m)) }

func newRouter(t *testing.T) (*peopletest.World, *web.Router) {
	t.Helper()
	w := peopletest.Start(t)
	db := dbtest.Open(t, "plugins/users")
	fleet := replica.New(db, nil, "users")
	groups, _, err := w.Host.Groups(t.Context(), "alpha")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		change := events.GroupChanged{ID: g.ID, Path: g.Path, Label: g.Label}
		if err := fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "alpha", Sequence: 1, Data: change}); err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range []events.VehicleChanged{
		{ID: "alpha-vehicle-1", Name: "VAN-101", Type: "van", GroupID: "alpha-depot"},
		{ID: "alpha-vehicle-2", Name: "HGV-007", Type: "truck", GroupID: "alpha-south", Deleted: true},
	} {
		if err := fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "alpha", Sequence: uint64(i + 1), Data: e}); err != nil {
			t.Fatal(err)
		}
	}
	r := web.NewRouter("Users", "0.1.0")
	group.New(w.Identity, w.Host, fleet).Register(r)
	avatar.New(w.Host, db).Register(r)
	return w, r
}

func TestOperations(t *testing.T) {
	w, r := newRouter(t)
	admin, group := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "group_admin@alpha.test")
	manager, driver := w.Caller(t, "fleet_manager@alpha.test"), w.Caller(t, "driver@alpha.test")
	viewer := w.Caller(t, "third_party_user@alpha.test")
	renamed, onlyRoot := `{"metadata":{"label":"Nord"}}`, `{"id":"alpha","metadata":{"label":"Alpha"},"nodes":[]}`

	for _, s := range []webtest.Scenario{
		{Name: "the picture of somebody in sight", As: viewer, Request: "GET /api/user/driver@alpha.test/avatar", WantStatus: 404},
		{
			Name: "the tree with its vehicles", As: admin, Request: "GET /api/org/alpha/tree", WantStatus: 200,
			WantBody: []string{`{"id":"alpha","metadata":{"label":"Alpha"}`, `"vehicleArray":[{"id":"alpha-vehicle-1","vehicle_name":"VAN-101","vehicle_type":"van"}]`}, NotBody: []string{"HGV-007"},
		},
		{Name: "the tree begins at one's own group", As: manager, Request: "GET /api/org/alpha/tree", WantStatus: 200, WantBody: []string{`{"id":"alpha-north"`}, NotBody: []string{"alpha-south"}},
		{
			Name: "the vehicles of groups and of those below them", As: admin, Request: "GET /api/org/alpha/tree/vehicles?node=alpha&node=alpha-north&node=alpha-south&node=beta", WantStatus: 200,
			WantBody: []string{`{"Groups":[{"id":"alpha","vehicles":1},{"id":"alpha-north","vehicles":1},{"id":"alpha-south","vehicles":0}]}`},
		},
		{
			Name: "not of groups out of sight", As: manager, Request: "GET /api/org/alpha/tree/vehicles?node=alpha&node=alpha-depot&node=alpha-south", WantStatus: 200,
			WantBody: []string{`{"Groups":[{"id":"alpha-depot","vehicles":1}]}`},
		},
		{Name: "not for a driver", As: driver, Request: "GET /api/org/alpha/tree/vehicles?node=alpha-depot", WantStatus: 403},
		{Name: "of no group", As: admin, Request: "GET /api/org/alpha/tree/vehicles", WantStatus: 422},
		{Name: "a driver may not see the tree", As: driver, Request: "GET /api/org/alpha/tree", WantStatus: 403},
		{Name: "a group is renamed", As: group, Request: "POST /api/org/alpha/tree/nodes/alpha-depot", Body: renamed, WantStatus: 200, WantBody: []string{`"label":"Nord"`}},
		{Name: "a group outside the subtree is unknown", As: group, Request: "POST /api/org/alpha/tree/nodes/alpha-south", Body: renamed, WantStatus: 404},
		{Name: "a group of another organisation is unknown", As: admin, Request: "POST /api/org/alpha/tree/nodes/beta-south", Body: renamed, WantStatus: 404},
		{Name: "a group does not go below itself", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-north", Body: `{"parent_id":"alpha-depot"}`, WantStatus: 409},
		{Name: "the root does not move", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha", Body: `{"parent_id":"alpha-south"}`, WantStatus: 409},
		{Name: "a group needs a name", As: admin, Request: "POST /api/org/alpha/tree/nodes", Body: `{"parent_id":"alpha","metadata":{"label":" "}}`, WantStatus: 422, WantBody: []string{"body.metadata.label"}},
		{Name: "a manager adds no group", As: manager, Request: "POST /api/org/alpha/tree/nodes", Body: `{"parent_id":"alpha-north","metadata":{"label":"X"}}`, WantStatus: 403},
		{Name: "a group with vehicles stays", As: admin, Request: "DELETE /api/org/alpha/tree/nodes/alpha-depot", WantStatus: 409},
		{Name: "a group with people and groups stays", As: admin, Request: "DELETE /api/org/alpha/tree/nodes/alpha-north", WantStatus: 409},
		{Name: "the root stays", As: admin, Request: "DELETE /api/org/alpha/tree/nodes/alpha", WantStatus: 409},
		{Name: "a tree without its groups is refused while they are full", As: admin, Request: "PUT /api/org/alpha/tree", Body: onlyRoot, WantStatus: 409},
		{Name: "a tree with a strange group is refused", As: admin, Request: "PUT /api/org/alpha/tree", Body: `{"id":"alpha","metadata":{"label":"A"},"nodes":[{"id":"beta-south","metadata":{"label":"B"}}]}`, WantStatus: 409},
		{Name: "no picture at first", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":null}`}},
		{Name: "a picture of oneself", As: manager, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"` + pixel + `"}`, WantStatus: 200, WantBody: []string{`{"image":"/9j/`}},
		{Name: "others who may list users see it", As: admin, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":"/9j/`}},
		{Name: "a picture of somebody else", As: admin, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"` + pixel + `"}`, WantStatus: 403},
		{Name: "no picture", As: manager, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"aGVsbG8="}`, WantStatus: 422, WantBody: []string{"body.image"}},
		{Name: "taking another's picture away", As: admin, Request: "DELETE /api/user/fleet_manager@alpha.test/avatar", WantStatus: 403},
		{Name: "initials again", As: manager, Request: "DELETE /api/user/fleet_manager@alpha.test/avatar", WantStatus: 204},
		{Name: "the picture is gone", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":null}`}},
	} {
		s.Run(t, r)
	}
}

func TestPutTree(t *testing.T) {
	w, r := newRouter(t)
	admin := w.Caller(t, "org_admin@alpha.test")
	want := `{"id":"alpha","metadata":{"label":"Alpha"},"nodes":[
		{"id":"alpha-north","metadata":{"label":"The North"},"nodes":[{"metadata":{"label":"New"},"nodes":[{"id":"alpha-depot","metadata":{"label":"Depot"}}]}]}]}`
	answer := webtest.Do(t, r, admin, "PUT /api/org/alpha/tree", want, nil)
	if answer.Code != http.StatusOK {
		t.Fatalf("status %d: %s", answer.Code, answer.Body)
	}
	var root struct {
		Nodes []struct {
			Nodes []struct{ Nodes []struct{ ID string } }
		}
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &root); err != nil {
		t.Fatal(err)
	}
	if len(root.Nodes) != 1 || len(root.Nodes[0].Nodes) != 1 || root.Nodes[0].Nodes[0].Nodes[0].ID != "alpha-depot" {
		t.Errorf("the depot should hang below the new group: %s", answer.Body)
	}
	if !strings.Contains(answer.Body.String(), "The North") || strings.Contains(answer.Body.String(), "alpha-south") {
		t.Errorf("north should be renamed and south be gone: %s", answer.Body)
	}
}
