package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/host/peopletest"
	"outrider.dev/outrider/plugins/users/internal/api"
	"outrider.dev/outrider/plugins/users/internal/integration"
	"outrider.dev/outrider/plugins/users/internal/postgres"
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
	api.New(w.Identity, w.Host, fleet, postgres.NewAvatars(db)).Register(r)
	api.NewIntegrations(integration.New(nil), fleet).Register(r)
	return w, r
}

func TestOperations(t *testing.T) {
	w, r := newRouter(t)
	admin, group := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "group_admin@alpha.test")
	manager, driver := w.Caller(t, "fleet_manager@alpha.test"), w.Caller(t, "driver@alpha.test")
	viewer := w.Caller(t, "third_party_user@alpha.test")
	support, lead := w.Caller(t, "sys_admin@alpha.test"), w.Caller(t, "support_lead@alpha.test")
	driverID, betaID, orgAdminID := driver.UserID, w.UserID(t, "driver@beta.test"), admin.UserID
	renamed, onlyRoot := `{"metadata":{"label":"Nord"}}`, `{"id":"alpha","metadata":{"label":"Alpha"},"nodes":[]}`

	for _, s := range []webtest.Scenario{
		{
			Name: "the session names user, organisation and grants", As: manager, Request: "GET /api/session", WantStatus: 200,
			WantBody: []string{`"email":"fleet_manager@alpha.test"`, `"ignore":0`, `"viewVehicle"`, `"modules":["fuel"]`, `"countryCode":"GB"`, `"Role":{"name":"FLEET_MANAGER"}`},
		},
		{Name: "a system administrator's flag is 2", As: support, Request: "GET /api/session", WantStatus: 200, WantBody: []string{`"ignore":2`}},
		{Name: "a support lead is resolved by name", As: lead, Request: "GET /api/session", WantStatus: 200, WantBody: []string{`"ignore":0`, `"listOrgs"`}, NotBody: []string{`"createOrg"`, `"deleteOrg"`, `"disableOrg"`}},
		{Name: "a guest has no session", Request: "GET /api/session", WantStatus: 401, WantBody: []string{`"kind":"signed_out"`}},

		{Name: "integrations", As: admin, Request: "GET /api/integrations", WantStatus: 200, WantBody: []string{`"StatusCode":200`, `"status":"connected"`}},
		{Name: "a driver sees no integrations", As: driver, Request: "GET /api/integrations", WantStatus: 403},
		{Name: "names of the providers", As: driver, Request: "GET /api/GetProviderList", WantStatus: 200, WantBody: []string{`"driverHoursProviderName":"Simulated driver hours"`, `"telematicsProviderUrl":""`}},
		{Name: "providers of a type", As: admin, Request: "POST /api/GetSyncProviders", Body: `{"providerTypeId":2,"companyid":"alpha"}`, WantStatus: 200, WantBody: []string{"simulated-telematics"}, NotBody: []string{"driver-hours"}},
		{Name: "providers of another organisation", As: admin, Request: "POST /api/GetSyncProviders", Body: `{"providerTypeId":2,"companyid":"beta"}`, WantStatus: 404},
		{Name: "mapped vehicles", As: admin, Request: "POST /api/GetMappedVehicles", Body: `{"providerTypeId":2,"companyid":"alpha"}`, WantStatus: 200, WantBody: []string{`"vehicle_id":"alpha-vehicle-1","provider_vehicle_id":"SIM-`}, NotBody: []string{"alpha-vehicle-2"}},
		{Name: "mapped vehicles of a type that there is not", As: admin, Request: "POST /api/GetMappedVehicles", Body: `{"providerTypeId":3,"companyid":"alpha"}`, WantStatus: 422},

		{Name: "the organisation", As: admin, Request: "GET /api/org/alpha", WantStatus: 200, WantBody: []string{`"id":"alpha"`, `"name":"Alpha"`, `"countryCode":"GB"`}},
		{Name: "a driver may not see the organisation", As: driver, Request: "GET /api/org/alpha", WantStatus: 403},

		{
			Name: "users with profiles", As: admin, Request: "GET /api/org/alpha/users/verbose", WantStatus: 200,
			WantBody: []string{`"Profile":{"firstname":"Alpha","lastname":"DRIVER"}`, `org_admin@alpha.test`}, NotBody: []string{"@beta.test"},
		},
		{Name: "users without profiles", As: admin, Request: "GET /api/org/alpha/user", WantStatus: 200, WantBody: []string{"driver@alpha.test"}, NotBody: []string{`"Profile"`}},
		{Name: "only users of the own subtree", As: manager, Request: "GET /api/org/alpha/user/verbose", WantStatus: 200, WantBody: []string{"driver@alpha.test"}, NotBody: []string{"org_admin@alpha.test"}},
		{Name: "a driver may not list users", As: driver, Request: "GET /api/org/alpha/user", WantStatus: 403},
		{Name: "a guest may not list users", Request: "GET /api/org/alpha/user", WantStatus: 401},

		{Name: "a user by e-mail", As: admin, Request: "GET /api/user/Driver@alpha.test", WantStatus: 200, WantBody: []string{driverID}},
		{Name: "a user by id", As: admin, Request: "GET /api/user/" + driverID, WantStatus: 200, WantBody: []string{"driver@alpha.test"}},
		{Name: "oneself without any permission", As: driver, Request: "GET /api/user/" + driverID, WantStatus: 200},
		{Name: "somebody else without permission", As: driver, Request: "GET /api/user/fleet_manager@alpha.test", WantStatus: 404},
		{Name: "somebody in sight, to who may not list users", As: viewer, Request: "GET /api/user/driver@alpha.test", WantStatus: 404},
		{Name: "nobody, to who may not list users", As: viewer, Request: "GET /api/user/nobody@alpha.test", WantStatus: 404},
		{Name: "preferences of somebody in sight", As: viewer, Request: "POST /api/user/driver@alpha.test/preferences", Body: `{"global":{}}`, WantStatus: 404},
		{Name: "preferences of nobody", As: viewer, Request: "POST /api/user/nobody@alpha.test/preferences", Body: `{"global":{}}`, WantStatus: 404},
		{Name: "the profile of somebody in sight", As: viewer, Request: "PUT /api/org/alpha/users/driver@alpha.test", Body: `{"mobile":"1"}`, WantStatus: 404},
		{Name: "the picture of somebody in sight", As: viewer, Request: "GET /api/user/driver@alpha.test/avatar", WantStatus: 404},
		{Name: "a user of another organisation is unknown", As: admin, Request: "GET /api/user/" + betaID, WantStatus: 404},
		{Name: "a user outside the subtree is unknown", As: manager, Request: "GET /api/user/" + orgAdminID, WantStatus: 404},

		{Name: "a profile is changed", As: admin, Request: "PUT /api/org/alpha/users/" + driverID, Body: `{"Profile":{"firstname":"Dee"},"telephone":"0161"}`, WantStatus: 200, WantBody: []string{`"firstname":"Dee"`, `"lastname":"DRIVER"`, `"telephone":"0161"`}},
		{Name: "a wrong type names its field", As: admin, Request: "PUT /api/org/alpha/users/" + driverID, Body: `{"telephone":7}`, WantStatus: 422, WantBody: []string{"telephone"}},
		{Name: "what is not JSON is a 400", As: admin, Request: "PUT /api/org/alpha/users/" + driverID, Body: `{`, WantStatus: 400},
		{Name: "a manager may not change others", As: manager, Request: "PUT /api/org/alpha/users/" + driverID, Body: `{"mobile":"1"}`, WantStatus: 403},
		{Name: "everybody may change their own profile", As: driver, Request: "PUT /api/org/alpha/users/" + driverID, Body: `{"mobile":"07"}`, WantStatus: 200},
		{Name: "nobody disables themselves", As: admin, Request: "PUT /api/org/alpha/users/" + orgAdminID, Body: `{"disabled":true}`, WantStatus: 409},
		{Name: "a group administrator does not disable the organisation's", As: group, Request: "PUT /api/org/alpha/users/" + orgAdminID, Body: `{"disabled":true}`, WantStatus: 404},
		{Name: "an administrator does not disable support", As: admin, Request: "PUT /api/org/alpha/users/" + support.UserID, Body: `{"disabled":true}`, WantStatus: 403},

		{Name: "a role is changed", As: admin, Request: "PUT /api/org/alpha/ousers/" + driverID + "/role", Body: `{"role":"GEOTAB_USER"}`, WantStatus: 200, WantBody: []string{`"Role":{"name":"GEOTAB_USER"}`}},
		{Name: "a role that does not exist", As: admin, Request: "PUT /api/org/alpha/ousers/" + driverID + "/role", Body: `{"role":"KING"}`, WantStatus: 422, WantBody: []string{"body.role"}},
		{Name: "nobody gives more than they have", As: admin, Request: "PUT /api/org/alpha/ousers/" + driverID + "/role", Body: `{"role":"SYS_ADMIN"}`, WantStatus: 403},
		{Name: "nobody changes their own role", As: admin, Request: "PUT /api/org/alpha/ousers/" + orgAdminID + "/role", Body: `{"role":"DRIVER"}`, WantStatus: 409},
		{Name: "a manager may not change roles", As: manager, Request: "PUT /api/org/alpha/ousers/" + driverID + "/role", Body: `{"role":"DRIVER"}`, WantStatus: 403},
		{Name: "support knows the alias", As: support, Request: "PUT /api/org/alpha/ousers/" + driverID + "/role", Body: `{"role":"SYSTEM_ADMIN"}`, WantStatus: 200, WantBody: []string{`"SYS_ADMIN"`}},
		{Name: "roles", As: admin, Request: "GET /api/role", WantStatus: 200, WantBody: []string{`"name":"THIRD_PARTY_USER"`, `"TrackVehicle"`}},

		{
			Name: "the tree with its vehicles", As: admin, Request: "GET /api/org/alpha/tree", WantStatus: 200,
			WantBody: []string{`{"id":"alpha","metadata":{"label":"Alpha"}`, `"vehicleArray":[{"id":"alpha-vehicle-1","vehicle_name":"VAN-101","vehicle_type":"van"}]`}, NotBody: []string{"HGV-007"},
		},
		{Name: "the tree begins at one's own group", As: manager, Request: "GET /api/org/alpha/tree", WantStatus: 200, WantBody: []string{`{"id":"alpha-north"`}, NotBody: []string{"alpha-south"}},
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

		{Name: "a user is moved by e-mail", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"geotab_user@alpha.test"}`, WantStatus: 200, WantBody: []string{`"Node":{"id":"alpha-south"}`}},
		{Name: "nobody is named", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{}`, WantStatus: 422, WantBody: []string{"body.email"}},
		{Name: "a manager moves nobody", As: manager, Request: "POST /api/org/alpha/tree/nodes/alpha-north/users", Body: `{"email":"driver@alpha.test"}`, WantStatus: 403},
		{Name: "nobody is moved out of sight", As: group, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"third_party_user@alpha.test"}`, WantStatus: 404},

		{Name: "no picture at first", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":null}`}},
		{Name: "a picture of oneself", As: manager, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"` + pixel + `"}`, WantStatus: 200, WantBody: []string{`{"image":"/9j/`}},
		{Name: "others who may list users see it", As: admin, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":"/9j/`}},
		{Name: "a picture of somebody else", As: admin, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"` + pixel + `"}`, WantStatus: 403},
		{Name: "no picture", As: manager, Request: "PUT /api/user/fleet_manager@alpha.test/avatar", Body: `{"image":"aGVsbG8="}`, WantStatus: 422, WantBody: []string{"body.image"}},
		{Name: "taking another's picture away", As: admin, Request: "DELETE /api/user/fleet_manager@alpha.test/avatar", WantStatus: 403},
		{Name: "initials again", As: manager, Request: "DELETE /api/user/fleet_manager@alpha.test/avatar", WantStatus: 204},
		{Name: "the picture is gone", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/avatar", WantStatus: 200, WantBody: []string{`{"image":null}`}},

		{Name: "preferences begin empty", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/preferences", WantStatus: 200, WantBody: []string{`{}`}},
		{Name: "a wrong unit is named", As: manager, Request: "POST /api/user/fleet_manager@alpha.test/preferences", Body: `{"global":{"units":"Furlong"}}`, WantStatus: 422, WantBody: []string{"body.global.units"}},
		{Name: "preferences of others are theirs", As: manager, Request: "POST /api/user/driver@alpha.test/preferences", Body: `{"global":{}}`, WantStatus: 403},
		{Name: "preferences that are no object", As: manager, Request: "POST /api/user/fleet_manager@alpha.test/preferences", Body: `[]`, WantStatus: 422},
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

func TestPreferences_TwoTabs(t *testing.T) {
	w, r := newRouter(t)
	manager := w.Caller(t, "fleet_manager@alpha.test")
	const path = "/api/user/fleet_manager@alpha.test/preferences"
	patches := []string{
		`{"app":{"outrider":{"version":1,"ui":{"mapView":{"satellite":true}}}}}`,
		`{"app":{"outrider":{"ui":{"tracking":{"stops":{"duration":5}}}}}}`,
		`{"global":{"locale":"us","units":"Imperial US","speeding":{"bands":[6,11,15,30]}}}`,
		`{"app":{"outrider":{"ui":{"reports":{"trips":{"filters":[1]}}}}}}`,
	}
	var tabs sync.WaitGroup
	for _, p := range patches {
		tabs.Go(func() {
			if answer := webtest.Do(t, r, manager, "POST "+path, p, nil); answer.Code != http.StatusOK {
				t.Errorf("%s: status %d: %s", p, answer.Code, answer.Body)
			}
		})
	}
	tabs.Wait()
	body := webtest.Do(t, r, manager, "GET "+path, "", nil).Body.String()
	for _, part := range []string{`"satellite"`, `"duration"`, `"en-US"`, `"Imperial US"`, `"filters"`, `"version"`} {
		if !strings.Contains(body, part) {
			t.Errorf("a tab lost %s: %s", part, body)
		}
	}
}
