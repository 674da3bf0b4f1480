package identity_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web/webtest"
)

const newOrganisation = `{"id":"delta","name":" Delta Vans ","countryCode":"NL","zone":"Europe/Amsterdam","serviceList":["go"],"administrator":{"email":"Boss@Delta.test","role":"","first_name":"Bo"}}`

func TestOrganisations(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, support, lead := w.Caller(t, "org_admin@beta.test"), w.Caller(t, "sys_admin@alpha.test"), w.Caller(t, "support_lead@alpha.test")
	there := support // as the edge lets support act elsewhere
	there.OrgID = "gamma"
	leadThere := lead
	leadThere.OrgID = "gamma"
	for _, s := range []webtest.Scenario{
		{Name: "the list", As: support, Request: "GET /api/org?q=alph", WantStatus: 200, WantBody: []string{`"id":"alpha"`, `"state":"active"`, `"users":9`, `"total_records":1`}},
		{Name: "the list, by support lead", As: lead, Request: "GET /api/org?filter=state:in:active", WantStatus: 200, WantBody: []string{`"id":"beta"`}},
		{Name: "the list, by an organisation's administrator", As: admin, Request: "GET /api/org", WantStatus: 403},
		{Name: "a guest", Request: "GET /api/org", WantStatus: 401},
		{Name: "created", As: support, Request: "POST /api/org", Body: newOrganisation, WantStatus: 201, WantBody: []string{`"id":"delta"`, `"name":"Delta Vans"`, `"users":0`}},
		{Name: "created twice", As: support, Request: "POST /api/org", Body: newOrganisation, WantStatus: 409},
		{Name: "created by support lead", As: lead, Request: "POST /api/org", Body: newOrganisation, WantStatus: 403},
		{Name: "created by an administrator", As: admin, Request: "POST /api/org", Body: newOrganisation, WantStatus: 403},
		{Name: "with an address that has an account", As: support, Request: "POST /api/org", Body: `{"id":"eps","name":"E","countryCode":"GB","zone":"Europe/London","administrator":{"email":"org_admin@beta.test","role":""}}`, WantStatus: 409},
		{Name: "nothing is left of that", As: support, Request: "GET /api/org?q=eps", WantStatus: 200, WantBody: []string{`"total_records":0`}},
		{Name: "without an address", As: support, Request: "POST /api/org", Body: `{"id":"eps","name":"E","countryCode":"GB","zone":"Europe/London","administrator":{"email":"nobody","role":""}}`, WantStatus: 422, WantBody: []string{"body.administrator.email"}},
		{Name: "renamed by its administrator", As: admin, Request: "PUT /api/org/beta", Body: `{"name":"Beta Ltd","version":1}`, WantStatus: 200, WantBody: []string{`"name":"Beta Ltd"`, `"version":2`}},
		{Name: "by somebody who read before", As: admin, Request: "PUT /api/org/beta", Body: `{"name":"Beta","version":1}`, WantStatus: 409},
		{Name: "services are support's", As: admin, Request: "PUT /api/org/beta", Body: `{"serviceList":["safetyCentre"]}`, WantStatus: 403},
		{Name: "a zone that there is not", As: admin, Request: "PUT /api/org/beta", Body: `{"zone":"Mars/Base"}`, WantStatus: 422},
		{Name: "disabled by its own administrator", As: admin, Request: "POST /api/org/beta/disable", WantStatus: 403},
		{Name: "disabled by support lead", As: leadThere, Request: "POST /api/org/gamma/disable", WantStatus: 403},
		{Name: "where support staff are", As: support, Request: "POST /api/org/alpha/disable", WantStatus: 409, WantBody: []string{"Support staff"}},
	} {
		s.Run(t, r)
	}
	var invited int
	err := w.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.invite i JOIN outrider.mail m ON m.org_id = i.org_id AND m.recipient = i.email
		WHERE i.org_id = 'delta' AND i.email = 'boss@delta.test' AND i.role = 'ORG_ADMIN'`).Scan(&invited)
	if err != nil || invited != 1 {
		t.Errorf("%d invites with their mail, %v", invited, err)
	}
}

func TestOrganisation_DisabledAndDeleted(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET role = 'FLEET_MANAGER' WHERE org_id = 'beta' AND role LIKE 'S%'`); err != nil {
		t.Fatal(err)
	}
	support := w.Caller(t, "sys_admin@alpha.test")
	support.OrgID = "beta"
	who, tokens := w.SignIn(t, "driver@beta.test")
	run := func(name, request string, status int, body ...string) {
		t.Helper()
		webtest.Scenario{Name: name, As: support, Request: request, WantStatus: status, WantBody: body}.Run(t, r)
	}
	run("disabled", "POST /api/org/beta/disable", 200, `"state":"disabled"`)
	run("disabled twice", "POST /api/org/beta/disable", 409)
	identitytest.Eventually(t, 5*time.Second, "its people are signed out", func() bool {
		_, err := w.Access.Decider.Decide(t.Context(), who, "beta")
		return fault.KindOf(err) == fault.SignedOut
	})
	if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", session.Client{Address: "192.0.2.1"}); err == nil {
		t.Error("a session of a disabled organisation is renewed")
	}
	if _, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: "driver@beta.test", Password: "Outrider1"}, session.Client{Address: "192.0.2.1"}); err == nil {
		t.Error("somebody signs in to a disabled organisation")
	}
	run("enabled", "POST /api/org/beta/enable", 200, `"state":"active"`)
	w.SignIn(t, "driver@beta.test")
	run("deleted", "DELETE /api/org/beta", 200, `"state":"deleted"`, `"removed_after":"`)
	run("deleted twice", "DELETE /api/org/beta", 409)
	run("enabled while deleted", "POST /api/org/beta/enable", 409, "Restore it first")
	run("restored", "POST /api/org/beta/restore", 200, `"state":"active"`, `"removed_after":null`)
	run("restored twice", "POST /api/org/beta/restore", 409)
	w.SignIn(t, "driver@beta.test")
}
