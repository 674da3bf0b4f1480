package identity_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/sdk/web/webtest"
)

func TestUsers_FilteredSortedAndWithinSight(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, manager, driver := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test"), w.Caller(t, "driver@alpha.test")
	w.SignIn(t, "driver@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "everybody", As: admin, Request: "GET /api/org/alpha/users", WantStatus: 200, WantBody: []string{`"total_records":9`, `"version":1`}, NotBody: []string{"beta.test"}},
		{Name: "a role", As: admin, Request: "GET /api/org/alpha/users?filter=role:in:DRIVER,ORG_ADMIN", WantStatus: 200, WantBody: []string{`"total_records":2`}},
		{Name: "a group and those below it", As: admin, Request: "GET /api/org/alpha/users?node=alpha-north&page_size=2&sort=-email", WantStatus: 200, WantBody: []string{`"total_records":5`, `"page_count":3`}},
		{Name: "a group of another organisation", As: admin, Request: "GET /api/org/alpha/users?node=beta-north", WantStatus: 404},
		{Name: "a group out of sight", As: manager, Request: "GET /api/org/alpha/users?node=alpha", WantStatus: 404},
		{Name: "people out of sight", As: manager, Request: "GET /api/org/alpha/users?q=org_admin", WantStatus: 200, WantBody: []string{`"total_records":0`, `"Users":[]`}},
		{Name: "who was there", As: admin, Request: "GET /api/org/alpha/users?filter=last_seen:empty:false", WantStatus: 200, WantBody: []string{`"total_records":1`, "driver@alpha.test"}},
		{Name: "how many vehicles a driver has", As: admin, Request: "GET /api/org/alpha/users?filter=role:eq:DRIVER", WantStatus: 200, WantBody: []string{`"own_vehicles":1`}},
		{Name: "a search for signs", As: admin, Request: "GET /api/org/alpha/users?q=%25%3F%27", WantStatus: 200, WantBody: []string{`"total_records":0`}},
		{Name: "a field that there is not", As: admin, Request: "GET /api/org/alpha/users?filter=password_hash:eq:x", WantStatus: 422, WantBody: []string{"query.filter[0]"}},
		{
			Name: "people by group", As: manager, Request: "GET /api/org/alpha/tree/users", WantStatus: 200,
			WantBody: []string{`{"id":"alpha-north","users":5,"scoped":4}`}, NotBody: []string{`"id":"alpha"`},
		},
		{Name: "people by group, without the permission", As: driver, Request: "GET /api/org/alpha/tree/users", WantStatus: 403},
		{Name: "without the permission", As: driver, Request: "GET /api/org/alpha/users", WantStatus: 403},
	} {
		s.Run(t, r)
	}
}

// Three letters of a name or an address are found by an index, also among many.
func TestUsers_PartsOfWordsAreFoundByAnIndex(t *testing.T) {
	w := identitytest.Start(t)
	plantMany(t, w, 20_000)
	rows, err := w.DB.Pool().Query(t.Context(), `EXPLAIN SELECT count(*) FROM outrider.account a WHERE a.org_id = 'alpha' AND (a.name ILIKE '%4711%' OR a.email COLLATE "C" ILIKE '%4711%')`)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(lines, "\n")
	for _, index := range []string{"account_by_part_of_name", "account_by_part_of_email"} {
		if !strings.Contains(plan, index) {
			t.Errorf("%s is not used:\n%s", index, plan)
		}
	}
	webtest.Scenario{
		Name: "a part of a name", As: w.Caller(t, "org_admin@alpha.test"), Request: "GET /api/org/alpha/users?q=RSON-4711", WantStatus: 200, WantBody: []string{`"total_records":1`, "person-4711@alpha.test"},
	}.Run(t, w.Identity.Router("0.1.0"))
}

func TestUser_TwoAdministratorsAtOnce(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, support := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "sys_admin@alpha.test")
	change := `PUT /api/org/alpha/users/` + w.UserID(t, "driver@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "the first", As: admin, Request: change, Body: `{"mobile":"1","version":1}`, WantStatus: 200, WantBody: []string{`"version":2`}},
		{Name: "the second is told", As: support, Request: change, Body: `{"mobile":"2","version":1}`, WantStatus: 409, WantBody: []string{"Somebody just changed this user."}},
		{Name: "a role by who read before", As: support, Request: "PUT /api/org/alpha/ousers/driver@alpha.test/role", Body: `{"role":"GEOTAB_USER","version":1}`, WantStatus: 409, WantBody: []string{"Somebody just changed this user."}},
		{Name: "a group by who read before", As: support, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"driver@alpha.test","version":1}`, WantStatus: 409, WantBody: []string{"Somebody just changed this user."}},
		{Name: "a role by who read it now", As: admin, Request: "PUT /api/org/alpha/ousers/driver@alpha.test/role", Body: `{"role":"GEOTAB_USER","version":2}`, WantStatus: 200, WantBody: []string{`"version":3`}},
		{Name: "a group by who read it now", As: admin, Request: "POST /api/org/alpha/tree/nodes/alpha-south/users", Body: `{"email":"driver@alpha.test","version":3}`, WantStatus: 200, WantBody: []string{`"version":4`}},
		{Name: "and nothing was lost", As: admin, Request: "GET /api/user/driver@alpha.test", WantStatus: 200, WantBody: []string{`"mobile":"1"`}},
	} {
		s.Run(t, r)
	}
}

func TestUser_TheLastAdministratorStays(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	system, lead := w.Caller(t, "sys_admin@beta.test"), w.Caller(t, "support_admin@alpha.test")
	system.OrgID = "alpha"
	admin, second := w.UserID(t, "org_admin@alpha.test"), w.UserID(t, "sys_admin@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "one of two administrators goes", As: system, Request: "PUT /api/org/alpha/users/" + second, Body: `{"disabled":true}`, WantStatus: 200},
		{Name: "the last is not disabled", As: lead, Request: "PUT /api/org/alpha/users/" + admin, Body: `{"disabled":true}`, WantStatus: 409, WantBody: []string{"last administrator"}},
		{Name: "nor gets another role", As: lead, Request: "PUT /api/org/alpha/ousers/" + admin + "/role", Body: `{"role":"DRIVER"}`, WantStatus: 409, WantBody: []string{"last administrator"}},
		{Name: "with another one there it does", As: lead, Request: "PUT /api/org/alpha/ousers/driver@alpha.test/role", Body: `{"role":"ORG_ADMIN"}`, WantStatus: 200},
		{Name: "now it goes", As: lead, Request: "PUT /api/org/alpha/users/" + admin, Body: `{"disabled":true}`, WantStatus: 200},
	} {
		s.Run(t, r)
	}
}

func TestUser_SignedOutEverywhere(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, manager := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test")
	who, _ := w.SignIn(t, "driver@alpha.test")
	call := "POST /api/org/alpha/users/" + who.UserID + "/sign-out"
	webtest.Scenario{Name: "not by everybody", As: manager, Request: call, WantStatus: 403}.Run(t, r)
	webtest.Scenario{Name: "nobody of another organisation", As: admin, Request: "POST /api/org/alpha/users/" + w.UserID(t, "driver@beta.test") + "/sign-out", WantStatus: 404}.Run(t, r)
	webtest.Scenario{Name: "by an administrator", As: admin, Request: call, WantStatus: 204}.Run(t, r)
	identitytest.Eventually(t, 5*time.Second, "the session is over", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), who, "alpha")
		return err != nil
	})
}
