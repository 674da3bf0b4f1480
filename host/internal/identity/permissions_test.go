package identity_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/web/webtest"
)

func TestPermissions_ReadAndChanged(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, manager := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test")
	who, _ := w.SignIn(t, "fleet_manager@alpha.test")
	for _, s := range []webtest.Scenario{
		{
			Name: "areas and actions of what is installed", As: admin, Request: "POST /api/permissions/actions", Body: `{}`, WantStatus: 200,
			WantBody: []string{`"area":"vehicle"`, `"name":"viewVehicle"`, `"default_roles":["SYS_ADMIN"`}, NotBody: []string{"operateHost"},
		},
		{Name: "without the permission", As: manager, Request: "POST /api/permissions/actions", Body: `{}`, WantStatus: 403},
		{
			Name: "users are denied; those of another role stay as they are", As: admin, Request: "PUT /api/permissions/user", WantStatus: 200,
			Body:     `{"users":["fleet_manager@alpha.test","driver@alpha.test"],"role":"FLEET_MANAGER","denied":["exportVideo","exportVideo"]}`,
			WantBody: []string{`"excluded":1`, `"user_permission_document":{"allowed":[],"denied":["exportVideo"]}`}, NotBody: []string{"driver@alpha.test"},
		},
		{
			Name: "documents of users", As: admin, Request: "POST /api/permissions/user", Body: `{"users":["fleet_manager@alpha.test"]}`, WantStatus: 200,
			WantBody: []string{`"denied":["exportVideo"]`, `"role_permission_document":{"allowed":["archiveAlert"`},
		},
		{
			Name: "why not", As: admin, Request: "GET /api/permissions/why/fleet_manager@alpha.test?permission=exportVideo&node=alpha-depot", WantStatus: 200,
			WantBody: []string{`"allowed":false`, `{"step":"role","holds":true,"name":"FLEET_MANAGER"}`, `{"step":"granted","holds":true,"name":"exportVideo"}`, `{"step":"denied","holds":false,"name":"exportVideo"}`, `{"step":"group","holds":true,"name":"North"}`},
		},
		{Name: "why, of what is out of sight", As: admin, Request: "GET /api/permissions/why/fleet_manager@alpha.test?permission=viewVehicle&node=alpha-south", WantStatus: 200, WantBody: []string{`"allowed":false`, `{"step":"group","holds":false,"name":"North"}`}},
		{Name: "why, of a driver's own vehicle", As: admin, Request: "GET /api/permissions/why/driver@alpha.test?permission=getVehiclePresence&node=alpha-south&vehicle=alpha-vehicle-1", WantStatus: 200, WantBody: []string{`"allowed":true`, `"step":"own","holds":true`}},
		{Name: "who reaches what is in a group", As: admin, Request: "GET /api/permissions/reach/alpha-depot?permission=exportVideo", WantStatus: 200, WantBody: []string{`"by":"whole"`, "group_admin@alpha.test"}, NotBody: []string{"fleet_manager@", "driver@", "third_party"}},
		{Name: "the people of a group", As: admin, Request: "PUT /api/permissions/user", Body: `{"node":"alpha-north","role":"FLEET_MANAGER","allowed":["exportVideo"],"denied":["WatchVOD"]}`, WantStatus: 200, WantBody: []string{`"excluded":4`, `"denied":["WatchVOD"]`}},
		{Name: "a role", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"FLEET_MANAGER","denied":["listAlerts"],"allowed":["createVehicle"]}`, WantStatus: 200, WantBody: []string{`"createVehicle"`}},
		{Name: "why it differs from the default", As: admin, Request: "GET /api/permissions/why/fleet_manager@alpha.test?permission=createVehicle", WantStatus: 200, WantBody: []string{`{"step":"default","holds":false,"name":"createVehicle"}`}},
	} {
		if s.Name == "why not" {
			identitytest.Eventually(t, 5*time.Second, "the denial is in effect", func() bool {
				grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
				return err == nil && !grant.Allowed("exportVideo")
			})
		}
		s.Run(t, r)
	}
	identitytest.Eventually(t, 5*time.Second, "the changes are in effect", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return err == nil && grant.Allowed("createVehicle") && grant.Allowed("exportVideo") && !grant.Allowed("WatchVOD") && !grant.Allowed("listAlerts")
	})
}

// Nobody gets more than they have, by whatever way.
func TestPermissions_Misuse(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, system := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "sys_admin@alpha.test")
	webtest.Scenario{
		Name: "an administrator of groups may edit permissions, by an organisation's wish", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"GROUP_ADMIN","allowed":["updateUserPermissions"]}`, WantStatus: 200,
	}.Run(t, r)
	who := w.UserID(t, "group_admin@alpha.test")
	identitytest.Eventually(t, 10*time.Second, "the permission is in effect", func() bool {
		grant, err := w.Access.Decider.DecideFor(t.Context(), who, "alpha")
		return err == nil && grant.Allowed("updateUserPermissions")
	})
	group := w.Caller(t, "group_admin@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "one's own role, in the whole organisation", As: group, Request: "PUT /api/permissions/user", Body: `{"role":"GROUP_ADMIN","allowed":["viewVehicle"]}`, WantStatus: 403},
		{Name: "what one lacks", As: group, Request: "PUT /api/permissions/user", Body: `{"users":["fleet_manager@alpha.test"],"allowed":["updateOrg"]}`, WantStatus: 403, WantBody: []string{"cannot grant"}},
		{Name: "somebody above", As: group, Request: "PUT /api/permissions/user", Body: `{"users":["org_admin@alpha.test"],"denied":["viewVehicle"]}`, WantStatus: 404},
		{Name: "somebody of another organisation", As: admin, Request: "PUT /api/permissions/user", Body: `{"users":["driver@beta.test"],"denied":["connect"]}`, WantStatus: 404},
		{Name: "a group of another organisation", As: admin, Request: "PUT /api/permissions/user", Body: `{"node":"beta-north","denied":["connect"]}`, WantStatus: 404},
		{Name: "a group outside one's subtree", As: group, Request: "PUT /api/permissions/user", Body: `{"node":"alpha-south","denied":["connect"]}`, WantStatus: 404},
		{Name: "oneself", As: admin, Request: "PUT /api/permissions/user", Body: `{"users":["org_admin@alpha.test"],"denied":["connect"]}`, WantStatus: 409},
		{Name: "support", As: admin, Request: "PUT /api/permissions/user", Body: `{"users":["sys_admin@alpha.test"],"denied":["connect"]}`, WantStatus: 409},
		{Name: "a support role", As: system, Request: "PUT /api/permissions/user", Body: `{"role":"SUPPORT_LEAD","allowed":["createOrg"]}`, WantStatus: 409},
		{Name: "more than the role", As: admin, Request: "PUT /api/permissions/user", Body: `{"users":["driver@alpha.test"],"allowed":["viewVehicle"]}`, WantStatus: 422, WantBody: []string{"body.allowed[0]"}},
		{Name: "what runs the host", As: system, Request: "PUT /api/permissions/user", Body: `{"role":"ORG_ADMIN","allowed":["operateHost"]}`, WantStatus: 422},
		{Name: "what there is not", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"DRIVER","allowed":["fly"]}`, WantStatus: 422},
		{Name: "both at once", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"DRIVER","allowed":["connect"],"denied":["connect"]}`, WantStatus: 422},
		{Name: "a role that there is not", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"KING"}`, WantStatus: 422},
		{Name: "the door shut behind oneself", As: admin, Request: "PUT /api/permissions/user", Body: `{"role":"ORG_ADMIN","denied":["updateUserPermissions"]}`, WantStatus: 409},
		{Name: "why of somebody of another organisation", As: admin, Request: "GET /api/permissions/why/driver@beta.test?permission=connect", WantStatus: 404},
		{Name: "why of what there is not", As: admin, Request: "GET /api/permissions/why/driver@alpha.test?permission=fly", WantStatus: 422},
	} {
		s.Run(t, r)
	}
	if byRole, err := access.RoleGrants(t.Context(), w.DB.Pool(), "alpha"); err != nil || len(byRole["SYS_ADMIN"]) == 0 {
		t.Errorf("support has %v, %v", byRole["SYS_ADMIN"], err)
	}
}
