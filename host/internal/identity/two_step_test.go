package identity_test

import (
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web/webtest"
)

func TestTwoStepOfOthers(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, group, driver := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "group_admin@alpha.test"), w.Caller(t, "driver@alpha.test")
	manager := w.Caller(t, "fleet_manager@alpha.test")
	_, tokens := w.SignIn(t, "driver@alpha.test")
	if _, err := w.DB.Pool().Exec(t.Context(), `INSERT INTO outrider.two_step (account_id, secret, created_at, confirmed_at) VALUES ($1, '\x00', now(), now())`, driver.UserID); err != nil {
		t.Fatal(err)
	}
	of := "/api/org/alpha/users/" + driver.UserID + "/two-step"
	rules := "/api/org/alpha/sign-in-rules"
	for _, s := range []webtest.Scenario{
		{Name: "how somebody signs in", As: admin, Request: "GET " + of, WantStatus: 200, WantBody: []string{`"app":true`, `"required":false`}},
		{Name: "a driver may not see it of others", As: driver, Request: "GET /api/org/alpha/users/" + admin.UserID + "/two-step", WantStatus: 403},
		{Name: "of somebody above", As: group, Request: "DELETE /api/org/alpha/users/" + admin.UserID + "/two-step", WantStatus: 404},
		{Name: "one's own needs the password", As: admin, Request: "DELETE /api/org/alpha/users/" + admin.UserID + "/two-step", WantStatus: 409},
		{Name: "a guest", Request: "DELETE " + of, WantStatus: 401},
		{Name: "who signs in by an app", As: admin, Request: "GET /api/org/alpha/users?filter=two_step:eq:app", WantStatus: 200, WantBody: []string{`"total_records":1`, "driver@alpha.test", `"two_step":"app"`}},
		{Name: "by the password alone", As: admin, Request: "GET /api/org/alpha/users?filter=two_step:eq:off&sort=two_step", WantStatus: 200, WantBody: []string{`"total_records":8`, `"two_step":"off"`}, NotBody: []string{"driver@alpha.test"}},
		{Name: "a way that there is not", As: admin, Request: "GET /api/org/alpha/users?filter=two_step:eq:letter", WantStatus: 422},
		{Name: "who may not reset it does not see it", As: manager, Request: "GET /api/org/alpha/users", WantStatus: 200, WantBody: []string{`"Users":[{`}, NotBody: []string{"two_step"}},
		{Name: "nor asks for it", As: manager, Request: "GET /api/org/alpha/users?filter=two_step:eq:off", WantStatus: 403},
		{Name: "nor sorts by it", As: manager, Request: "GET /api/org/alpha/users?sort=two_step", WantStatus: 403},
		{Name: "reset", As: admin, Request: "DELETE " + of, WantStatus: 204},
		{Name: "there is none any more", As: admin, Request: "GET " + of, WantStatus: 200, WantBody: []string{`"app":false`}},
		{Name: "no rules at first", As: admin, Request: "GET " + rules, WantStatus: 200, WantBody: []string{`"two_step_roles":[]`}},
		{Name: "a group administrator changes no rules", As: group, Request: "PUT " + rules, Body: `{"two_step_roles":["DRIVER"]}`, WantStatus: 403},
		{Name: "no role", As: admin, Request: "PUT " + rules, Body: `{"two_step_roles":["KING"]}`, WantStatus: 422, WantBody: []string{"two_step_roles[0]"}},
		{Name: "a role above", As: admin, Request: "PUT " + rules, Body: `{"two_step_roles":["SYS_ADMIN"]}`, WantStatus: 403},
		{Name: "one's own role without a second step", As: admin, Request: "PUT " + rules, Body: `{"two_step_roles":["ORG_ADMIN"]}`, WantStatus: 409},
		{Name: "drivers", As: admin, Request: "PUT " + rules, Body: `{"two_step_roles":["DRIVER","DRIVER"]}`, WantStatus: 200, WantBody: []string{`["DRIVER"]`}},
	} {
		s.Run(t, r)
	}
	if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", session.Client{Address: "192.0.2.1"}); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a session goes on after a reset and a rule: %v", err)
	}
	var told, noted int
	err := w.DB.Pool().QueryRow(t.Context(), `SELECT (SELECT count(*) FROM outrider.mail WHERE recipient = 'driver@alpha.test'),
		(SELECT count(*) FROM outrider.audit_entry WHERE action IN ('user.two-step-reset', 'organisation.sign-in-rules'))`).Scan(&told, &noted)
	if err != nil || told != 1 || noted != 2 {
		t.Errorf("%d mails and %d notes tell of it, %v", told, noted, err)
	}
}
