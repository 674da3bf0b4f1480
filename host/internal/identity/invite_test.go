package identity_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

var inviteLink = regexp.MustCompile(`https://portal\.test/sign-in\?invite=([A-Z2-7]+)`)

// tokenFor is the token of the newest mail to an address.
func tokenFor(t *testing.T, w *identitytest.World, email string) string {
	t.Helper()
	var text string
	if err := w.DB.Pool().QueryRow(t.Context(), `SELECT body_text FROM outrider.mail WHERE recipient = $1 ORDER BY queued_at DESC LIMIT 1`, email).Scan(&text); err != nil {
		t.Fatalf("find the mail to %s: %v", email, err)
	}
	found := inviteLink.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("the mail to %s has no link: %s", email, text)
	}
	return found[1]
}

func invite(t *testing.T, r *web.Router, as web.CallerInfo, body string) string {
	t.Helper()
	answer := webtest.Do(t, r, as, "POST /api/invite", body, nil)
	var made struct{ ID string }
	if err := json.Unmarshal(answer.Body.Bytes(), &made); answer.Code != http.StatusCreated || err != nil {
		t.Fatalf("invite: status %d: %s", answer.Code, answer.Body)
	}
	return made.ID
}

func TestInvite_IsAcceptedOnce(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin := w.Caller(t, "org_admin@alpha.test")
	id := invite(t, r, admin, `{"email":" New.Person@alpha.test","role":"FLEET_MANAGER","node":"alpha-depot","first_name":"New"}`)
	token := tokenFor(t, w, "new.person@alpha.test")
	who, err := w.Identity.Invited(t.Context(), token)
	if err != nil || who.Email != "new.person@alpha.test" || who.Organisation != "Alpha" {
		t.Fatalf("the link is for %+v, %v", who, err)
	}
	if _, err := w.Identity.Accept(t.Context(), token, session.Acceptance{Email: "other@alpha.test", Password: "Outrider1"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("another address = %v, want invalid", err)
	}
	var accepted, refused int
	var mu sync.Mutex
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			_, err := w.Identity.Accept(t.Context(), token, session.Acceptance{Password: "Outrider1", FirstName: "Nia", LastName: "Person"})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				accepted++
			} else if fault.KindOf(err) == fault.NotFound {
				refused++
			}
		})
	}
	both.Wait()
	if accepted != 1 || refused != 1 {
		t.Errorf("of two at once %d were accepted and %d refused", accepted, refused)
	}
	w.SignIn(t, "new.person@alpha.test")
	for _, s := range []webtest.Scenario{
		{Name: "it is said to be accepted", As: admin, Request: "GET /api/org/alpha/invite", WantStatus: 200, WantBody: []string{`"state":"accepted"`, `"created_by":"Alpha ORG_ADMIN"`, `"total_records":1`}},
		{Name: "it cannot be cancelled any more", As: admin, Request: "DELETE /api/invite/" + id, WantStatus: 409},
		{
			Name: "the person is a user, and was just there", As: admin, Request: "GET /api/org/alpha/users?q=nia", WantStatus: 200,
			WantBody: []string{`"user_group":"Depot"`, `"Role":{"name":"FLEET_MANAGER"}`, `"total_records":1`}, NotBody: []string{`"last_seen":null`},
		},
		{Name: "there is an account now", As: admin, Request: "POST /api/invite", Body: `{"email":"new.person@alpha.test","role":"DRIVER"}`, WantStatus: 409},
	} {
		s.Run(t, r)
	}
}

func TestInvite_EndsWithItsCancellationItsTimeAndItsGroup(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin := w.Caller(t, "org_admin@alpha.test")
	accept := func(token string) fault.Kind {
		t.Helper()
		_, err := w.Identity.Accept(t.Context(), token, session.Acceptance{Password: "Outrider1"})
		if err == nil {
			return ""
		}
		return fault.KindOf(err)
	}
	body := `{"email":"gone@alpha.test","role":"DRIVER","node":"alpha-south"}`
	id := invite(t, r, admin, body)
	first := tokenFor(t, w, "gone@alpha.test")
	webtest.Scenario{Name: "an address has one open invite", As: admin, Request: "POST /api/invite", Body: body, WantStatus: 409}.Run(t, r)
	webtest.Scenario{Name: "it is mailed anew", As: admin, Request: "POST /api/invite/" + id + "/resend", WantStatus: 200, WantBody: []string{`"state":"pending"`}}.Run(t, r)
	if got := accept(first); got != fault.NotFound {
		t.Errorf("the link before the last = %q, want not_found", got)
	}
	second := tokenFor(t, w, "gone@alpha.test")
	webtest.Scenario{Name: "it is cancelled", As: admin, Request: "DELETE /api/invite/" + id, WantStatus: 204}.Run(t, r)
	webtest.Scenario{Name: "once", As: admin, Request: "DELETE /api/invite/" + id, WantStatus: 409}.Run(t, r)
	webtest.Scenario{Name: "what is cancelled is not mailed", As: admin, Request: "POST /api/invite/" + id + "/resend", WantStatus: 409}.Run(t, r)
	if got := accept(second); got != fault.NotFound {
		t.Errorf("after its cancellation = %q, want not_found", got)
	}

	invite(t, r, admin, body)
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.invite SET expires_at = now() - interval '1 second' WHERE cancelled_at IS NULL`); err != nil {
		t.Fatal(err)
	}
	if got := accept(tokenFor(t, w, "gone@alpha.test")); got != fault.NotFound {
		t.Errorf("after its time = %q, want not_found", got)
	}
	webtest.Scenario{Name: "it is said to be expired", As: admin, Request: "GET /api/org/alpha/invite?filter=state:eq:expired", WantStatus: 200, WantBody: []string{`"total_records":1`}}.Run(t, r)
	invite(t, r, admin, body) // takes the place of the expired one
	if _, err := w.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET disabled = true WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	if got := accept(tokenFor(t, w, "gone@alpha.test")); got != fault.NotFound {
		t.Errorf("into a disabled organisation = %q, want not_found", got)
	}
}

func TestInvite_GivesNobodyMoreThanTheInviterHas(t *testing.T) {
	w := identitytest.Start(t)
	r := w.Identity.Router("0.1.0")
	admin, group, manager := w.Caller(t, "org_admin@alpha.test"), w.Caller(t, "group_admin@alpha.test"), w.Caller(t, "fleet_manager@alpha.test")
	rival := w.Caller(t, "org_admin@beta.test")
	theirs := invite(t, r, rival, `{"email":"x@beta.test","role":"DRIVER"}`)
	above := invite(t, r, admin, `{"email":"south@alpha.test","role":"DRIVER","node":"alpha-south"}`)
	for _, s := range []webtest.Scenario{
		{Name: "a role above one's own", As: group, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"ORG_ADMIN"}`, WantStatus: 403},
		{Name: "support, by an administrator", As: admin, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"SYSTEM_ADMIN"}`, WantStatus: 403},
		{Name: "a group outside one's subtree", As: group, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"DRIVER","node":"alpha"}`, WantStatus: 404},
		{Name: "a group of another organisation", As: admin, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"DRIVER","node":"beta-depot"}`, WantStatus: 404},
		{Name: "without the permission", As: manager, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"DRIVER"}`, WantStatus: 403},
		{Name: "a role that there is not", As: admin, Request: "POST /api/invite", Body: `{"email":"a@alpha.test","role":"KING"}`, WantStatus: 422, WantBody: []string{"body.role"}},
		{Name: "no address", As: admin, Request: "POST /api/invite", Body: `{"email":"Ann <a@alpha.test>","role":"DRIVER"}`, WantStatus: 422, WantBody: []string{"body.email"}},
		{Name: "an invite of another organisation", As: admin, Request: "DELETE /api/invite/" + theirs, WantStatus: 404},
		{Name: "an invite outside one's subtree", As: group, Request: "DELETE /api/invite/" + above, WantStatus: 404},
		{Name: "invites outside one's subtree are not listed", As: group, Request: "GET /api/org/alpha/invite", WantStatus: 200, WantBody: []string{`"total_records":0`}},
		{Name: "no id", As: admin, Request: "DELETE /api/invite/nothing", WantStatus: 404},
		{
			Name: "a file is judged row by row", As: group, Request: "POST /api/org/alpha/invite/import", WantStatus: 200,
			Body: `{"preview":true,"rows":[{"email":"a@alpha.test","role":"Fleet manager","group":"depot"},{"email":"b@alpha.test","role":"Org admin"},{"email":"c@alpha.test","role":"driver","group":"South"},
				{"email":"A@alpha.test","role":"driver"},{"email":"driver@alpha.test","role":"driver"},{"email":"nobody","role":"driver"}]}`,
			WantBody: []string{
				`"invited":1`, `{"email":"a@alpha.test","role":"FLEET_MANAGER","node":"alpha-depot","user_group":"Depot"}`, "You do not have the required permissions", `"field":"group","problem":"There is no such group."`,
				"The file has this address twice.", "There is an account with this e-mail address already.", "This field must be a valid email.",
			},
		},
		{Name: "a preview invites nobody", As: group, Request: "GET /api/org/alpha/invite", WantStatus: 200, WantBody: []string{`"total_records":0`}},
		{
			Name: "the good rows are invited", As: group, Request: "POST /api/org/alpha/invite/import", Body: `{"rows":[{"email":"a@alpha.test","role":"DRIVER"},{"email":"b@alpha.test","role":"ORG_ADMIN"}]}`,
			WantStatus: 200, WantBody: []string{`"invited":1`},
		},
		{Name: "and no others", As: group, Request: "GET /api/org/alpha/invite", WantStatus: 200, WantBody: []string{`"total_records":1`, "a@alpha.test"}},
	} {
		s.Run(t, r)
	}
	// An organisation whose fleet managers may do what this administrator may not.
	if _, err := w.DB.Pool().Exec(t.Context(), `INSERT INTO outrider.role_grant (org_id, role, permission) VALUES ('alpha', 'FLEET_MANAGER', 'updateUserPermissions')`); err != nil {
		t.Fatal(err)
	}
	for name, request := range map[string]string{"an invite": `POST /api/invite {"email":"f@alpha.test","role":"FLEET_MANAGER"}`, "a role": `PUT /api/org/alpha/ousers/driver@alpha.test/role {"role":"FLEET_MANAGER"}`} {
		call, body, _ := strings.Cut(request, " {")
		webtest.Scenario{Name: name + " that gives what one lacks", As: group, Request: call, Body: "{" + body, WantStatus: 403, WantBody: []string{"may do more than you may"}}.Run(t, r)
	}
}
