package identity_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// views are who sees the portal as whom, as a browser goes about it.
type views struct {
	*identitytest.World
	t    *testing.T
	auth http.Handler
}

func startViews(t *testing.T) views {
	t.Helper()
	w := identitytest.Start(t)
	w.Clock.Go()
	api := &session.API{
		Sessions: w.Sessions, Decider: w.Access.Decider, Log: w.Log, Secure: func(*http.Request) bool { return false },
		Address: func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") },
	}
	return views{w, t, api.Handler()}
}

// signedIn is a session with its refresh token and its caller.
func (v views) signedIn(email string) (caller web.CallerInfo, refresh string) {
	v.t.Helper()
	who, tokens := v.SignIn(v.t, email)
	caller = v.Caller(v.t, email)
	caller.SessionID = who.SessionID
	return caller, tokens.Refresh
}

// begin begins a view.
func (v views) begin(as web.CallerInfo, email string) (id string) {
	v.t.Helper()
	answer := webtest.Do(v.t, v.Identity.Router("0.1.0"), as, "POST /api/org/alpha/users/"+v.UserID(v.t, email)+"/see-as", "", nil)
	var view struct{ ID string }
	if err := json.Unmarshal(answer.Body.Bytes(), &view); err != nil || answer.Code != http.StatusCreated {
		v.t.Fatalf("see the portal as %s: %d %s", email, answer.Code, answer.Body)
	}
	return view.ID
}

// ask sends a request of a tab, with the refresh cookie, and tells the access token and the next refresh token.
func (v views) ask(operation, refresh, bearer, body string) (status int, token, next string) {
	v.t.Helper()
	r := httptest.NewRequestWithContext(v.t.Context(), http.MethodPost, "/api/auth/"+operation, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: session.CookieName, Value: refresh})
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	w := httptest.NewRecorder()
	v.auth.ServeHTTP(w, r)
	var tokens struct {
		Access string `json:"access_token"`
	}
	_ = json.Unmarshal(w.Body.Bytes(), &tokens) // a refusal has none
	for _, cookie := range w.Result().Cookies() {
		if cookie.Name == session.CookieName {
			next = cookie.Value
		}
	}
	return w.Code, tokens.Access, next
}

// sees is the grant of a view's token.
func (v views) sees(token string) (*access.Grant, error) {
	v.t.Helper()
	who, err := v.Access.Decider.Authenticate(v.t.Context(), token)
	if err != nil {
		return nil, err
	}
	return v.Decide(v.t, who, "alpha")
}

func TestSeeAs_ShowsWhatTheOtherSees(t *testing.T) {
	v := startViews(t)
	admin, refresh := v.signedIn("org_admin@alpha.test")
	id := v.begin(admin, "fleet_manager@alpha.test")
	status, token, refresh := v.ask("refresh", refresh, "", `{"see_as":"`+id+`"}`)
	grant, err := v.sees(token)
	if err != nil || status != http.StatusOK {
		t.Fatalf("a view's token: %d %v", status, err)
	}
	other := v.Caller(t, "fleet_manager@alpha.test")
	if grant.User.ID != other.UserID || strings.Join(grant.Permissions(), " ") != strings.Join(other.Permissions, " ") || grant.Scope.Path != other.Scope.Path {
		t.Errorf("the view is of %s, who may %v in %v", grant.User.Email, grant.Permissions(), grant.Scope)
	}
	if grant.Viewer == nil || grant.Viewer.Email != "org_admin@alpha.test" || !strings.HasSuffix(grant.User.Name, "(seen by Alpha ORG_ADMIN)") {
		t.Errorf("who looks is %+v, called %q", grant.Viewer, grant.User.Name)
	}
	if status, _, _ := v.ask("sign-out-everywhere", refresh, token, `{}`); status != http.StatusForbidden {
		t.Errorf("sign the other out everywhere: %d", status)
	}
	if status, token, _ := v.ask("refresh", refresh, "", `{}`); status != http.StatusOK || token == "" {
		t.Errorf("the session of who looks goes on: %d", status)
	}
	_, stranger := v.signedIn("org_admin@alpha.test")
	if status, _, _ := v.ask("refresh", stranger, "", `{"see_as":"`+id+`"}`); status != http.StatusNotFound {
		t.Errorf("another session takes the view over: %d", status)
	}
	if status, _, _ := v.ask("leave", stranger, "", `{"see_as":"`+id+`"}`); status != http.StatusNotFound {
		t.Errorf("another session ends the view: %d", status)
	}
}

func TestSeeAs_IsNotForEverybody(t *testing.T) {
	v := startViews(t)
	r := v.Identity.Router("0.1.0")
	admin, _ := v.signedIn("org_admin@alpha.test")
	group, _ := v.signedIn("group_admin@alpha.test")
	support, _ := v.signedIn("sys_admin@beta.test")
	support.OrgID = "alpha"
	of := func(email string) string { return "POST /api/org/alpha/users/" + v.UserID(t, email) + "/see-as" }
	for _, s := range []webtest.Scenario{
		{Name: "without the permission", As: group, Request: of("fleet_manager@alpha.test"), WantStatus: 403},
		{Name: "support", As: admin, Request: of("support_lead@alpha.test"), WantStatus: 403},
		{Name: "oneself", As: admin, Request: of("org_admin@alpha.test"), WantStatus: 403},
		{Name: "another organisation", As: admin, Request: of("driver@beta.test"), WantStatus: 404},
		{Name: "support elsewhere", As: support, Request: of("driver@alpha.test"), WantStatus: 403},
		{Name: "a driver", As: admin, Request: of("driver@alpha.test"), WantStatus: 201},
	} {
		s.Run(t, r)
	}
}

func TestSeeAs_Ends(t *testing.T) {
	v := startViews(t)
	r := v.Identity.Router("0.1.0")
	boss := v.Caller(t, "sys_admin@alpha.test")
	manager := v.UserID(t, "fleet_manager@alpha.test")
	view := func() (token, refresh, id string) {
		admin, refresh := v.signedIn("org_admin@alpha.test")
		id = v.begin(admin, "fleet_manager@alpha.test")
		_, token, refresh = v.ask("refresh", refresh, "", `{"see_as":"`+id+`"}`)
		if _, err := v.sees(token); err != nil {
			t.Fatal(err)
		}
		return token, refresh, id
	}
	over := func(what, token string) {
		t.Helper()
		identitytest.Eventually(t, 5*time.Second, what, func() bool {
			_, err := v.sees(token)
			return fault.KindOf(err) == fault.SignedOut
		})
	}
	do := func(request, body string) {
		t.Helper()
		if answer := webtest.Do(t, r, boss, request, body, nil); answer.Code >= 400 {
			t.Fatalf("%s: %d %s", request, answer.Code, answer.Body)
		}
	}

	token, refresh, id := view()
	if status, _, _ := v.ask("leave", refresh, token, `{"see_as":"`+id+`"}`); status != http.StatusNoContent {
		t.Fatalf("end: %d", status)
	}
	over("who looks ends it", token)
	if status, _, _ := v.ask("refresh", refresh, "", `{"see_as":"`+id+`"}`); status != http.StatusNotFound {
		t.Errorf("what has ended goes on: %d", status)
	}

	token, refresh, _ = view()
	v.ask("sign-out", refresh, "", `{}`)
	over("who looks signs out", token)

	token, refresh, id = view()
	do("PUT /api/permissions/user", `{"users":["org_admin@alpha.test"],"denied":["seePortalAs"]}`)
	over("who looks loses the right", token)
	if status, _, _ := v.ask("refresh", refresh, "", `{"see_as":"`+id+`"}`); status != http.StatusNotFound {
		t.Errorf("a view without the right goes on: %d", status)
	}
	do("PUT /api/permissions/user", `{"users":["org_admin@alpha.test"],"allowed":["seePortalAs"]}`)

	token, _, _ = view()
	do("PUT /api/org/alpha/ousers/"+manager+"/role", `{"role":"SUPPORT_LEAD"}`)
	over("the other is raised above", token)
	do("PUT /api/org/alpha/ousers/"+manager+"/role", `{"role":"FLEET_MANAGER"}`)

	token, _, _ = view()
	do("PUT /api/org/alpha/users/"+manager, `{"disabled":true}`)
	over("the other is disabled", token)
	do("PUT /api/org/alpha/users/"+manager, `{"disabled":false}`)

	_, refresh, id = view()
	v.Clock.Advance(31 * time.Minute)
	if status, _, _ := v.ask("refresh", refresh, "", `{"see_as":"`+id+`"}`); status != http.StatusNotFound {
		t.Errorf("half an hour later: %d", status)
	}
	var told []identity.EndedView
	for range 2 {
		if err := v.Identity.TellEndedViews(t.Context(), func(e identity.EndedView) error { told = append(told, e); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) < 4 || told[0].ActorEmail != "org_admin@alpha.test" || told[0].UserEmail != "fleet_manager@alpha.test" {
		t.Errorf("the audit log is told of %+v", told)
	}
}
