package identity_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// roles is what one test of roles of an organisation's own needs.
type roles struct {
	*identitytest.World
	t *testing.T
	r *web.Router
}

func (w roles) run(name string, as web.CallerInfo, request, body string, status int, want ...string) {
	w.t.Helper()
	webtest.Scenario{Name: name, As: as, Request: request, Body: body, WantStatus: status, WantBody: want}.Run(w.t, w.r)
}

// made makes a role as somebody and returns its id.
func (w roles) made(as web.CallerInfo, name, copied string) string {
	w.t.Helper()
	w.run("make "+name, as, "POST /api/org/alpha/role", `{"name":"`+name+`","copy":"`+copied+`"}`, 201, `"label":"`+name+`"`)
	var id string
	if err := w.DB.Pool().QueryRow(w.t.Context(), `SELECT id FROM outrider.org_role WHERE org_id = 'alpha' AND name = $1`, name).Scan(&id); err != nil {
		w.t.Fatal(err)
	}
	return id
}

func worldOfRoles(t *testing.T) (roles, web.CallerInfo) {
	w := identitytest.Start(t)
	return roles{w, t, w.Identity.Router("0.1.0")}, w.Caller(t, "org_admin@alpha.test")
}

func TestOwnRole_IsHeldLikeAGivenOne(t *testing.T) {
	w, admin := worldOfRoles(t)
	night := w.made(admin, "Night shift", "FLEET_MANAGER")
	w.run("changed", admin, "PUT /api/permissions/user", `{"role":"`+night+`","denied":["listUsers"]}`, 200)
	w.run("given", admin, "PUT /api/org/alpha/ousers/fleet_manager@alpha.test/role", `{"role":"`+night+`"}`, 200, `"Role":{"name":"FLEET_MANAGER","own":"`+night+`","label":"Night shift"}`)
	manager, _ := w.SignIn(t, "fleet_manager@alpha.test")
	may := func(permission string) bool {
		grant, err := w.Access.Decider.Decide(t.Context(), manager, "alpha")
		return err == nil && grant.Allowed(permission) && grant.User.Role == access.FleetManager && grant.Scope.Path == "/alpha/alpha-north/"
	}
	identitytest.Eventually(t, 5*time.Second, "the role holds", func() bool { return may("viewVehicle") && !may("listUsers") })
	w.run("changed once more", admin, "PUT /api/permissions/user", `{"role":"`+night+`","allowed":["listUsers"],"denied":["viewVehicle"]}`, 200)
	identitytest.Eventually(t, 5*time.Second, "the change holds", func() bool { return !may("viewVehicle") && may("listUsers") })
	w.run("the given role is as it was", admin, "POST /api/permissions/user", `{"role":"FLEET_MANAGER"}`, 200)
	w.run("in the list", admin, "GET /api/org/alpha/users?filter=role:in:"+night, "", 200, `"total_records":1`, `"label":"Night shift"`)
	w.run("people of another role are left out", admin, "POST /api/permissions/user", `{"users":["fleet_manager@alpha.test"],"role":"FLEET_MANAGER"}`, 200, `"excluded":1`)
	w.run("why", admin, "GET /api/permissions/why/fleet_manager@alpha.test?permission=listUsers", "", 200, `"name":"Night shift"`, `"allowed":true`)
	w.run("invited", admin, "POST /api/invite", `{"email":"new@alpha.test","role":"`+night+`","node":"alpha-north"}`, 201, `"role":"`+night+`"`)
	w.run("invited by a file", admin, "POST /api/org/alpha/invite/import", `{"preview":true,"rows":[{"email":"file@alpha.test","role":" night SHIFT ","group":"North"}]}`, 200, `"role":"`+night+`"`, `"invited":1`)
	w.run("deleted in use", admin, "DELETE /api/org/alpha/role/"+night, "", 409, "Alpha FLEET_MANAGER", "new@alpha.test")
	w.run("renamed", admin, "PUT /api/org/alpha/role/"+night, `{"name":"Nights"}`, 200, `"label":"Nights"`)
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.invite SET token_hash = sha256('token') WHERE email = 'new@alpha.test'`); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Identity.Accept(t.Context(), "token", session.Acceptance{Password: "Outrider-1"}); err != nil {
		t.Fatal(err)
	}
	w.run("who came has it", admin, "GET /api/user/new@alpha.test", "", 200, `"own":"`+night+`"`)
	for _, email := range []string{"new@alpha.test", "fleet_manager@alpha.test"} {
		w.run("given back", admin, "PUT /api/org/alpha/ousers/"+email+"/role", `{"role":"FLEET_MANAGER"}`, 200, `"Role":{"name":"FLEET_MANAGER"}`)
	}
	identitytest.Eventually(t, 5*time.Second, "the given role holds", func() bool { return may("viewVehicle") && may("listUsers") })
	w.run("deleted", admin, "DELETE /api/org/alpha/role/"+night, "", 204)
	w.run("deleted twice", admin, "DELETE /api/org/alpha/role/"+night, "", 404)
	identitytest.Eventually(t, 5*time.Second, "all of it has reached Keto", w.Settled)
	if d, err := w.Access.Reconciler.Once(t.Context()); err != nil || len(d.Foreign)+len(d.Missing) > 0 {
		t.Errorf("Keto and the tables differ by %+v, %v", d, err)
	}
}

func TestOwnRole_NobodyGetsMoreByOne(t *testing.T) {
	w, admin := worldOfRoles(t)
	group, support := w.Caller(t, "group_admin@alpha.test"), w.Caller(t, "sys_admin@alpha.test")
	w.run("of support", admin, "POST /api/org/alpha/role", `{"name":"Root","copy":"SYS_ADMIN"}`, 409)
	w.run("of a role that there is not", admin, "POST /api/org/alpha/role", `{"name":"Root","copy":"own-x"}`, 422)
	w.run("with a given role's name", admin, "POST /api/org/alpha/role", `{"name":"org admin","copy":"DRIVER"}`, 422)
	w.run("by who sees a part", group, "POST /api/org/alpha/role", `{"name":"Mine","copy":"DRIVER"}`, 403)
	yard := w.made(admin, "Yard", "GROUP_ADMIN")
	w.run("a name twice", admin, "POST /api/org/alpha/role", `{"name":"yard","copy":"DRIVER"}`, 409)
	w.run("granting what one lacks", admin, "PUT /api/permissions/user", `{"role":"`+yard+`","allowed":["createOrg"]}`, 403)
	w.run("support gives it more than the administrator has", support, "PUT /api/permissions/user", `{"role":"`+yard+`","allowed":["createOrg"]}`, 200)
	w.run("and then the administrator cannot give it", admin, "PUT /api/org/alpha/ousers/driver@alpha.test/role", `{"role":"`+yard+`"}`, 403)
	w.run("nor invite into it", admin, "POST /api/invite", `{"email":"new@alpha.test","role":"`+yard+`","node":"alpha"}`, 403)
	w.run("nor by a file", admin, "POST /api/org/alpha/invite/import", `{"preview":false,"rows":[{"email":"new@alpha.test","role":"Yard"}]}`, 200, `"invited":0`)
	copied := w.made(admin, "Copy", yard)
	var more int
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.role_grant WHERE org_id = 'alpha' AND role = $1 AND permission = 'createOrg'`, copied).Scan(&more); err != nil || more != 0 {
		t.Errorf("a copy has what its maker lacks: %d, %v", more, err)
	}
	w.run("one's own role", admin, "PUT /api/org/alpha/ousers/org_admin@alpha.test/role", `{"role":"`+copied+`"}`, 409)
	beta := w.Caller(t, "org_admin@beta.test")
	w.run("of another organisation", beta, "PUT /api/org/beta/ousers/driver@beta.test/role", `{"role":"`+copied+`"}`, 422)
	w.run("renamed by another organisation", beta, "PUT /api/org/beta/role/"+copied, `{"name":"Ours"}`, 404)

	// A role with an administrator's rank that may not administer does not count as the last administrator.
	limited := w.made(admin, "Reader", "ORG_ADMIN")
	second := w.UserID(t, "sys_admin@alpha.test")
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET disabled = true WHERE id = $1`, second); err != nil {
		t.Fatal(err)
	}
	lead := w.Caller(t, "support_admin@alpha.test")
	w.run("the last administrator stays one", lead, "PUT /api/org/alpha/ousers/org_admin@alpha.test/role", `{"role":"`+limited+`"}`, 409, "last administrator")
}

func TestOwnRole_AnInviteIntoADeletedOneIsRefused(t *testing.T) {
	w, admin := worldOfRoles(t)
	id := w.made(admin, "Short", "DRIVER")
	err := pgx.BeginFunc(t.Context(), w.DB.Pool(), func(tx pgx.Tx) error {
		_, err := identity.CreateAccount(t.Context(), tx, identity.Account{Email: "x@alpha.test", PasswordHash: "x", OrgID: "alpha", Role: access.Driver, OwnRole: "own-gone", GroupID: "alpha"}, time.Now())
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "was deleted") {
		t.Errorf("an account of a role that is gone: %v", err)
	}
	var list []struct{ Name, Label, Base string }
	found, err := w.Identity.Roles(t.Context(), identity.Actor{UserID: admin.UserID, OrgID: "alpha"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(found)
	if err != nil || json.Unmarshal(text, &list) != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(list, func(one struct{ Name, Label, Base string }) bool { return one.Name == id })
	if at < 1 || list[at].Base != access.Driver || list[at-1].Name != access.Driver {
		t.Errorf("roles are %+v", list)
	}
}
