package session_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/session"
)

func TestAPI(t *testing.T) {
	w := identitytest.Start(t)
	api := newAPI(w, true)
	good := `{"email":"org_admin@alpha.test","password":"Outrider1"}`

	answer := send(t, api, "sign-in", good, "", "")
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), `"token_type":"Bearer","expires_in":600`) {
		t.Fatalf("sign-in: %d %s", answer.Code, answer.Body)
	}
	cookie := answer.Result().Cookies()[0]
	if cookie.Name != session.CookieName || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/api/auth" || cookie.MaxAge != 7*24*3600 {
		t.Errorf("the cookie is %s", answer.Header().Get("Set-Cookie"))
	}
	token := strings.Split(answer.Body.String(), `"`)[3]

	for _, tc := range []struct {
		name, path, body, cookie, token string
		want                            int
		part                            string
	}{
		{"a wrong password", "sign-in", `{"email":"org_admin@alpha.test","password":"Wrong1234"}`, "", "", 401, `"title":"Sign in failed"`},
		{"an unknown account looks the same", "sign-in", `{"email":"nobody@alpha.test","password":"Wrong1234"}`, "", "", 401, `"title":"Sign in failed"`},
		{"nothing typed", "sign-in", `{}`, "", "", 422, "This field is required."},
		{"a wrong type", "sign-in", `{"email":1}`, "", "", 422, "body.email"},
		{"no JSON", "sign-in", `{`, "", "", 400, `"kind":"invalid"`},
		{"another organisation for an administrator", "sign-in", `{"email":"org_admin@alpha.test","password":"Outrider1","org_id":"beta"}`, "", "", 401, "Sign in failed"},
		{"another organisation for support", "sign-in", `{"email":"support_lead@alpha.test","password":"Outrider1","org_id":"beta"}`, "", "", 200, "access_token"},
		{"refresh", "refresh", "", cookie.Value, "", 200, "access_token"},
		{"refresh without a cookie", "refresh", "", "", "", 401, "Sign in failed"},
		{"a new password without a token", "change-password", `{"previous_password":"a","proposed_password":"b"}`, "", "", 401, "signed_out"},
		{"a new password that is too short", "change-password", `{"previous_password":"Outrider1","proposed_password":"b"}`, "", token, 422, "Failed to reset password"},
		{"a new password", "change-password", `{"previous_password":"Outrider1","proposed_password":"Outrider2"}`, "", token, 200, "access_token"},
		{"sign-out", "sign-out", "", cookie.Value, "", 204, ""},
		{"sign-out everywhere without a token", "sign-out-everywhere", "", cookie.Value, "", 401, "signed_out"},
		{"something else", "sign-up", "{}", "", "", 404, "not_found"},
	} {
		answer := send(t, api, tc.path, tc.body, tc.cookie, tc.token)
		if answer.Code != tc.want || !strings.Contains(answer.Body.String(), tc.part) {
			t.Errorf("%s: %d %s, want %d with %s", tc.name, answer.Code, answer.Body, tc.want, tc.part)
		}
		if strings.Contains(answer.Body.String(), "Wrong1234") {
			t.Errorf("%s: the answer repeats a password", tc.name)
		}
	}
	for range session.MaxPerAccount {
		send(t, api, "sign-in", `{"email":"driver@alpha.test","password":"Wrong1234"}`, "", "")
	}
	answer = send(t, api, "sign-in", `{"email":"driver@alpha.test","password":"Wrong1234"}`, "", "")
	if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") == "" {
		t.Errorf("the sixth failure: %d, Retry-After %q", answer.Code, answer.Header().Get("Retry-After"))
	}
}

func TestFirstAdministrator(t *testing.T) {
	w := identitytest.Start(t)
	if token, err := (&session.Setup{Pool: w.DB.Pool(), Now: time.Now}).Begin(t.Context()); err != nil || token != "" {
		t.Errorf("a product with accounts prints a link: %q, %v", token, err)
	}
	if _, err := w.DB.Pool().Exec(t.Context(), `DELETE FROM outrider.account`); err != nil {
		t.Fatal(err)
	}
	api := newAPI(w, false)
	lost, err := api.Setup.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	token, err := api.Setup.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	body := func(token, password string) string {
		return `{"setup":"` + token + `","organisation":{"id":"acme","name":"Acme","country_code":"IE","zone":"Europe/Dublin"},"email":"Ann@acme.test","first_name":"Ann","last_name":"Lee","password":"` + password + `"}`
	}
	for _, tc := range []struct {
		name, body string
		want       int
	}{
		{"a lost link is replaced by the next", body(lost, "Outrider1"), 404},
		{"a weak password", body(token, "outrider"), 422},
		{"a bad organisation", strings.Replace(body(token, "Outrider1"), "Europe/Dublin", "Moon", 1), 422},
		{"the link", body(token, "Outrider1"), 200},
		{"the link again", body(token, "Outrider1"), 404},
	} {
		if answer := send(t, api, "first-administrator", tc.body, "", ""); answer.Code != tc.want {
			t.Errorf("%s: %d %s, want %d", tc.name, answer.Code, answer.Body, tc.want)
		}
	}
	who, err := w.Sessions.SignIn(t.Context(), session.Credentials{Email: "ann@acme.test", Password: "Outrider1"}, browser)
	if err != nil {
		t.Fatalf("the first administrator cannot sign in: %v", err)
	}
	subject, err := w.Keys.Verify(t.Context(), who.Access)
	if err != nil {
		t.Fatal(err)
	}
	identitytest.Eventually(t, time.Minute, "the first administrator may everything", func() bool {
		grant, err := w.Access.Decider.Decide(t.Context(), subject, "acme")
		return err == nil && grant.Allowed("createOrg") && grant.Locale == "en-IE" && grant.Units == "Metric"
	})
}

// madeFor is invites that make an account, of which then nothing is known.
type madeFor string

func (m madeFor) Invited(context.Context, string) (session.Invited, error) {
	return session.Invited{Email: string(m)}, nil
}

func (m madeFor) Accept(context.Context, string, session.Acceptance) (string, error) {
	return string(m), nil
}

// Whoever accepts an invite has an account, also if they cannot be signed in at that moment: the link is used up, and trying again would say so.
func TestInvite_AcceptedWithoutASignIn(t *testing.T) {
	api := newAPI(identitytest.Start(t), true)
	api.Invites = madeFor("new@alpha.test")
	answer := send(t, api, "invite", `{"token":"t","first_name":"Ann","last_name":"Lee","password":"Outrider1"}`, "", "")
	if answer.Code != http.StatusServiceUnavailable || !strings.Contains(answer.Body.String(), "Your account is ready") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func newAPI(w *identitytest.World, secure bool) *session.API {
	return &session.API{
		Sessions: w.Sessions, Decider: w.Access.Decider, Log: w.Log,
		Setup:   &session.Setup{Pool: w.DB.Pool(), Now: w.Clock.Now, Create: w.Identity.CreateFirst, Done: w.Identity.Committed},
		Address: func(*http.Request) netip.Addr { return netip.MustParseAddr("2001:db8::1") },
		Secure:  func(*http.Request) bool { return secure },
	}
}

func send(t *testing.T, api *session.API, path, body, cookie, token string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/auth/"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: session.CookieName, Value: cookie})
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer := httptest.NewRecorder()
	api.Handler().ServeHTTP(answer, r)
	return answer
}
