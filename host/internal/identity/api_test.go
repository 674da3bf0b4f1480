package identity_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/web/webtest"
)

func TestOperations(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, group := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "group_admin@alpha.test")
	manager, driver := w.Caller(t, "fleet_manager@alpha.test"), w.Caller(t, "driver@alpha.test")
	viewer := w.Caller(t, "third_party_user@alpha.test")
	support, lead := w.Caller(t, "sys_admin@alpha.test"), w.Caller(t, "support_lead@alpha.test")
	driverID, betaID, orgAdminID := driver.UserID, w.UserID(t, "driver@beta.test"), admin.UserID

	for _, s := range []webtest.Scenario{
		{
			Name: "the session names user, organisation and grants", As: manager, Request: "GET /api/session", WantStatus: 200,
			WantBody: []string{`"email":"fleet_manager@alpha.test"`, `"ignore":0`, `"viewVehicle"`, `"modules":["fuel"]`, `"countryCode":"GB","locale":"en-GB"`, `"user_group":"North"`, `"Role":{"name":"FLEET_MANAGER"}`},
		},
		{Name: "a system administrator's flag is 2", As: support, Request: "GET /api/session", WantStatus: 200, WantBody: []string{`"ignore":2`}},
		{Name: "a support lead is resolved by name", As: lead, Request: "GET /api/session", WantStatus: 200, WantBody: []string{`"ignore":0`, `"listOrgs"`}, NotBody: []string{`"createOrg"`, `"deleteOrg"`, `"disableOrg"`}},
		{Name: "a guest has no session", Request: "GET /api/session", WantStatus: 401, WantBody: []string{`"kind":"signed_out"`}},
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
		{Name: "a user is moved by e-mail", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"geotab_user@alpha.test"}`, WantStatus: 200, WantBody: []string{`"Node":{"id":"alpha-south"}`}},
		{Name: "nobody is named", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{}`, WantStatus: 422, WantBody: []string{"body.email"}},
		{Name: "a manager moves nobody", As: manager, Request: "POST /api/org/alpha/tree/nodes/alpha-north/users", Body: `{"email":"driver@alpha.test"}`, WantStatus: 403},
		{Name: "nobody is moved out of sight", As: group, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"third_party_user@alpha.test"}`, WantStatus: 404},
		{Name: "preferences begin empty", As: manager, Request: "GET /api/user/fleet_manager@alpha.test/preferences", WantStatus: 200, WantBody: []string{`{}`}},
		{Name: "a wrong unit is named", As: manager, Request: "POST /api/user/fleet_manager@alpha.test/preferences", Body: `{"global":{"units":"Furlong"}}`, WantStatus: 422, WantBody: []string{"body.global.units"}},
		{Name: "preferences of others are theirs", As: manager, Request: "POST /api/user/driver@alpha.test/preferences", Body: `{"global":{}}`, WantStatus: 403},
		{Name: "preferences that are no object", As: manager, Request: "POST /api/user/fleet_manager@alpha.test/preferences", Body: `[]`, WantStatus: 422},
	} {
		s.Run(t, r)
	}
}

func TestPreferences_TwoTabs(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
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
