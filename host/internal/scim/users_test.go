package scim_test

import (
	"net/url"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web/webtest"
)

// asEntra and asOkta are bodies as the manuals of these directories show them.
const (
	asEntra = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],"externalId":"0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
		"userName":"Test_User_ab6490ee@alpha.test","active":true,"displayName":"given family","emails":[{"primary":true,"type":"work","value":"Test_User_fd0ea19b@alpha.test"}],
		"meta":{"resourceType":"User"},"name":{"formatted":"givenName familyName","familyName":"familyName","givenName":"givenName"},"title":"Fitter","roles":[],
		"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User":{"department":"Works","manager":{"value":"1"}}}`
	asOkta = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"test.user@alpha.test","name":{"givenName":"Test","familyName":"User"},
		"emails":[{"primary":true,"value":"test.user@alpha.test","type":"work"}],"displayName":"Test User","locale":"en-US","externalId":"00ujl29u0le5T6Aj10h7","groups":[],"password":"1mz050nq","active":true}`
)

func TestDirectoryLeadsUsers(t *testing.T) {
	w := start(t)
	for name, body := range map[string]string{"Entra ID": asEntra, "Okta": asOkta} {
		t.Run(name, func(t *testing.T) {
			made, header := w.ask(t, "POST /Users", body, 201)
			id, _ := made["id"].(string)
			if header.Get("Location") != "https://portal.test/scim/v2/Users/"+id || header.Get("Etag") == "" {
				t.Errorf("headers %v", header)
			}
			w.ask(t, "POST /Users", body, 409)
			name, _ := made["userName"].(string)
			found, _ := w.ask(t, "GET /Users?filter="+url.QueryEscape(`userName eq "`+name+`"`), "", 200)
			if found["totalResults"] != 1.0 {
				t.Fatalf("found by its name: %v", found)
			}
			if got := w.value(t, `SELECT role || ' ' || group_id FROM outrider.account WHERE id = $1`, id); got != "DRIVER alpha" {
				t.Errorf("a new user is %s", got)
			}
			if got := w.value(t, `SELECT count(*)::text FROM outrider.invite WHERE account_id = $1 AND accepted_at IS NULL AND cancelled_at IS NULL`, id); got != "1" {
				t.Errorf("%s invites", got)
			}
			for _, step := range []struct{ operations, query, want string }{
				{`{"op":"Replace","path":"active","value":"False"}`, "disabled::text", "true"},
				{`{"op":"replace","value":{"active":true}}`, "disabled::text", "false"},
				{`{"op":"Replace","path":"name.familyName","value":"Neu"},{"op":"Add","path":"title","value":"Boss"}`, "last_name", "Neu"},
				{`{"op":"Add","path":"phoneNumbers[type eq \"mobile\"].value","value":"+44 1"}`, "mobile", "+44 1"},
				{`{"op":"Replace","path":"emails[type eq \"work\"].value","value":"new-` + id[:4] + `@alpha.test"}`, "email", "new-" + id[:4] + "@alpha.test"},
				{`{"op":"Add","value":{"name.givenName":"Ann","urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department":"Sales"}}`, "first_name", "Ann"},
				{`{"op":"Add","path":"roles[primary eq \"True\"].value","value":"FLEET_MANAGER"}`, "role", "FLEET_MANAGER"},
				{`{"op":"Remove","path":"phoneNumbers[type eq \"mobile\"].value"}`, "mobile", ""},
				{`{"op":"Replace","path":"title","value":"Nobody"}`, "first_name", "Ann"},
			} {
				w.ask(t, "PATCH /Users/"+id, patch(step.operations), 200)
				if got := w.value(t, `SELECT `+step.query+` FROM outrider.account WHERE id = $1`, id); got != step.want {
					t.Errorf("%s: %s is %q instead of %q", step.operations, step.query, got, step.want)
				}
			}
			w.ask(t, "DELETE /Users/"+id, "", 204)
			w.ask(t, "GET /Users/"+id, "", 404)
			if got := w.value(t, `SELECT disabled::text FROM outrider.account WHERE id = $1`, id); got != "true" {
				t.Error("a deleted user can sign in")
			}
		})
	}
}

func TestDirectoryFinds(t *testing.T) {
	w := start(t)
	id := w.UserID(t, "fleet_manager@alpha.test")
	for filter, want := range map[string]float64{
		`userName eq "FLEET_MANAGER@alpha.test"`: 1, `userName eq "fleet_manager@beta.test"`: 0, `userName eq "sys_admin@alpha.test"`: 0, `id eq "` + id + `"`: 1,
		`emails[type eq "work" and value co "fleet_man"]`: 1, `emails.value sw "fleet_"`: 1, `active eq false`: 0, `roles.value eq "ORG_ADMIN" and active eq true`: 1,
		`not (roles eq "ORG_ADMIN") and userName ew "r@alpha.test" and externalId eq ""`: 4, `meta.created gt "2020-01-01T00:00:00Z" and userName eq "driver@alpha.test"`: 1,
		`groups.value eq "none"`: 0, `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "driver@alpha.test"`: 1, `name.givenName pr and userName eq "x' OR true --"`: 0,
	} {
		found, _ := w.ask(t, "GET /Users?filter="+url.QueryEscape(filter), "", 200)
		if found["totalResults"] != want {
			t.Errorf("%s finds %v instead of %v", filter, found["totalResults"], want)
		}
	}
	for _, wrong := range []string{`userName`, `nickName eq "x"`, `active gt true`, `userName eq 5`, `meta.created gt "yesterday"`, `phoneNumbers.primary eq true`} {
		w.ask(t, "GET /Users?filter="+url.QueryEscape(wrong), "", 400)
	}
	all, _ := w.ask(t, "GET /Users?startIndex=2&count=2&attributes=userName", "", 200)
	page, _ := all["Resources"].([]any)
	first, _ := page[0].(map[string]any)
	if len(page) != 2 || all["startIndex"] != 2.0 || first["userName"] == nil || first["emails"] != nil {
		t.Errorf("a page: %v", all)
	}
	none, _ := w.ask(t, "GET /Users?count=0", "", 200)
	if none["totalResults"] != all["totalResults"] {
		t.Errorf("counted %v instead of %v", none["totalResults"], all["totalResults"])
	}
	for _, address := range []string{"/ServiceProviderConfig", "/ResourceTypes", "/ResourceTypes/User", "/Schemas", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User"} {
		w.ask(t, "GET "+address, "", 200)
	}
	w.ask(t, "GET /Users/"+w.UserID(t, "driver@beta.test"), "", 404)
	w.ask(t, "GET /Users/nobody", "", 404)
}

func TestDirectoryCannotRise(t *testing.T) {
	w := start(t)
	boss, manager, driver := w.UserID(t, "org_admin@alpha.test"), w.UserID(t, "group_admin@alpha.test"), w.UserID(t, "driver@alpha.test")
	role := func(name string) string {
		return patch(`{"op":"replace","path":"roles","value":[{"value":"` + name + `"}]}`)
	}
	w.ask(t, "PATCH /Users/"+driver, role("SYS_ADMIN"), 403)
	w.ask(t, "PATCH /Users/"+boss, role("DRIVER"), 409)
	w.ask(t, "PATCH /Users/"+boss, patch(`{"op":"replace","path":"active","value":false}`), 409)
	w.ask(t, "DELETE /Users/"+boss, "", 409)
	w.ask(t, "PATCH /Users/"+w.UserID(t, "sys_admin@alpha.test"), patch(`{"op":"replace","path":"active","value":false}`), 404)
	w.ask(t, "POST /Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"driver@beta.test"}`, 409)
	w.ask(t, "PATCH /Users/"+driver, patch(`{"op":"replace","path":"emails","value":[{"value":"driver@beta.test"}]}`), 409)
	w.ask(t, "POST /Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"no address"}`, 400)
	w.ask(t, "POST /Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"]}`, 400)
	w.ask(t, "POST /Users", `[`, 400)

	// The key of somebody who sees a part, and may less.
	allow(t, w, "GROUP_ADMIN")
	w.keyOf(t, "group_admin@alpha.test", "")
	w.ask(t, "GET /Users/"+boss, "", 404)
	w.ask(t, "PATCH /Users/"+manager, role("ORG_ADMIN"), 403)
	w.ask(t, "POST /Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"new@alpha.test","roles":[{"value":"ORG_ADMIN"}]}`, 403)
	w.ask(t, "POST /Groups", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],"displayName":"ORG_ADMIN"}`, 403)
}

// A refusal names the attribute that a directory sent, by its path.
func TestRefusalNamesTheAttribute(t *testing.T) {
	w := start(t)
	user := func(rest string) string {
		return `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"new@alpha.test"` + rest + `}`
	}
	driver := "PATCH /Users/" + w.UserID(t, "driver@alpha.test")
	for _, c := range []struct{ request, body, want string }{
		{"POST /Users", user(`,"roles":[{"value":"EMPEROR"}]`), "roles.value: is not a role"},
		{driver, patch(`{"op":"replace","path":"roles","value":[{"value":"EMPEROR"}]}`), "roles.value: is not a role"},
		{"POST /Users", user(`,"emails":[{"value":"no address"}]`), "emails.value: "},
		{"POST /Users", `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"no address"}`, "userName: "},
		{"POST /Users", user(`,"name":{"givenName":"` + strings.Repeat("n", 300) + `"}`), "name.givenName: "},
	} {
		refusal, _ := w.ask(t, c.request, c.body, 400)
		if detail, _ := refusal["detail"].(string); !strings.Contains(detail, c.want) {
			t.Errorf("%s %.80s says %q, want %q", c.request, c.body, detail, c.want)
		}
	}
}

// allow gives a role the permission to provision.
func allow(t *testing.T, w *world, role string) {
	t.Helper()
	webtest.Scenario{
		Name: "allow " + role, As: w.Caller(t, "org_admin@alpha.test"), Request: "PUT /api/permissions/user", WantStatus: 200,
		Body: `{"role":"` + role + `","allowed":["` + identity.PermissionProvision + `"],"denied":[]}`,
	}.Run(t, w.people.Router("0.1.0"))
}

func TestDisabledIsSignedOut(t *testing.T) {
	w := start(t)
	who, tokens := w.SignIn(t, "fleet_manager@alpha.test")
	w.ask(t, "PATCH /Users/"+who.UserID, patch(`{"op":"Replace","path":"active","value":"False"}`), 200)
	if _, err := w.Sessions.Refresh(t.Context(), tokens.Refresh, "", session.Client{Address: "192.0.2.1"}); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("a session goes on: %v", err)
	}
	if _, err := w.Decide(t, who, "alpha"); err != nil && fault.KindOf(err) != fault.SignedOut {
		t.Error(err)
	}
}

func TestInviteOfADirectory(t *testing.T) {
	w := start(t)
	w.issued = true
	made, _ := w.ask(t, "POST /Users", asOkta, 201)
	if got := w.value(t, `SELECT count(*)::text FROM outrider.invite`); got != "0" {
		t.Errorf("%s invites although another site signs people in", got)
	}
	id, _ := made["id"].(string)
	w.ask(t, "DELETE /Users/"+id, "", 204)
	w.issued = false
	again, _ := w.ask(t, "POST /Users", asOkta, 201)
	if again["id"] != id || again["active"] != true {
		t.Errorf("a user who comes back is %v", again)
	}
	if got := w.value(t, `SELECT count(*)::text FROM outrider.invite WHERE account_id = $1`, id); got != "1" {
		t.Errorf("%s invites", got)
	}
}
