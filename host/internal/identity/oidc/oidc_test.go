package oidc_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/identity/oidc/oidctest"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/sdk/fault"
)

// Somebody signs in at a real provider: discovery, form, code, PKCE, tokens, userinfo, session, rotation, and out again over the provider.
func TestOIDC_RealProvider(t *testing.T) {
	s := startSite(t)
	provider := startProvider(t, s,
		oidctest.Person{ID: "1", Username: "ann", Email: "Fleet_Manager@alpha.test", Verified: true},
		oidctest.Person{ID: "2", Username: "eve", Email: "org_admin@alpha.test", Verified: false},
		oidctest.Person{ID: "3", Username: "bob", Email: "bob@elsewhere.test", Verified: true},
		oidctest.Person{ID: "4", Username: "sue", Email: "support_lead@alpha.test", Verified: true},
	)
	in := config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: provider, Name: "Acme", ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret}}}
	s.trust(t, in)

	come := func(b *browser, user, query string) *url.URL {
		form, page := b.open(s.url + "/api/auth/handover?issuer=acme&" + query)
		s.trust(t, in) // another host finishes it
		at, _ := b.signInAt(form, page, user)
		return at
	}
	ann := newBrowser(t)
	if at := come(ann, "ann", "return=/map-view%3Fa=1"); at.String() != s.url+"/map-view?a=1" {
		t.Fatalf("signed in, ann is at %s", at)
	}
	tokens, err := s.Sessions.Refresh(t.Context(), ann.refreshToken(s.url), "", session.Client{})
	if err != nil || tokens.OrgID != "alpha" {
		t.Fatalf("her session is not like any other: %+v, %v", tokens, err)
	}
	who, err := s.Keys.Verify(t.Context(), tokens.Access)
	if err != nil || who.UserID != s.UserID(t, "fleet_manager@alpha.test") {
		t.Errorf("her token speaks for %+v, %v", who, err)
	}
	for _, tc := range []struct{ name, user, query, want string }{
		{"an address that is not verified", "eve", "", "reason=handover-unverified"},
		{"nobody here", "bob", "return=/map-view", "reason=handover-no-account"},
		{"a fleet manager with an organisation", "ann", "org_id=beta", "reason=handover-organisation"},
		{"support with an organisation that does not exist", "sue", "org_id=nowhere", "reason=handover-organisation"},
	} {
		b := newBrowser(t)
		if at := come(b, tc.user, tc.query); at.Path != "/sign-in" || !strings.Contains(at.RawQuery, tc.want) || b.refreshToken(s.url) != "" {
			t.Errorf("%s: at %s with a session %q", tc.name, at, b.refreshToken(s.url))
		}
	}
	if _, err := s.Sessions.Refresh(t.Context(), tokens.Refresh, "", session.Client{}); fault.KindOf(err) != fault.SignedOut {
		t.Errorf("who named an organisation that is not hers is still signed in elsewhere: %v", err)
	}
	sue := newBrowser(t)
	if at := come(sue, "sue", "org_id=beta&return=//evil.test/"); at.String() != s.url+"/" {
		t.Fatalf("support is at %s", at)
	}
	tokens, err = s.Sessions.Refresh(t.Context(), sue.refreshToken(s.url), "", session.Client{})
	if err != nil || tokens.OrgID != "beta" {
		t.Errorf("support does not act in beta: %+v, %v", tokens, err)
	}
	left, err := s.Sessions.SignOut(t.Context(), tokens.Refresh)
	if err != nil || left.Issuer != provider {
		t.Fatalf("the session forgot who began it: %+v, %v", left, err)
	}
	at, _ := sue.open(s.trust(t, in).Goodbye(t.Context(), left))
	if at.Scheme+"://"+at.Host+at.Path != s.url+"/sign-in" {
		t.Errorf("over the provider, sign-out leads to %s", at)
	}
}

// What came back from a real provider is good once.
func TestOIDC_Replay(t *testing.T) {
	s := startSite(t)
	provider := startProvider(t, s, oidctest.Person{ID: "1", Username: "ann", Email: "fleet_manager@alpha.test", Verified: true})
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: provider, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret}}})
	b := newBrowser(t)
	var back *http.Request
	b.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Query().Get("code") != "" {
			back = r.Clone(t.Context())
		}
		return nil
	}
	form, page := b.open(s.url + "/api/auth/handover")
	cookies := b.Jar.Cookies(mustParse(t, s.url+"/api/auth/handover/callback"))
	if at, _ := b.signInAt(form, page, "ann"); at.Path != "/" {
		t.Fatalf("at %s", at)
	}
	thief := newBrowser(t)
	if at, _ := thief.open(back.URL.String()); !strings.Contains(at.RawQuery, "handover-expired") {
		t.Errorf("a code in another browser leads to %s", at)
	}
	thief.Jar.SetCookies(back.URL, cookies)
	if at, _ := thief.open(back.URL.String()); !strings.Contains(at.RawQuery, "handover-expired") {
		t.Errorf("a code that came back before leads to %s", at)
	}
	if _, err := s.DB.Pool().Exec(t.Context(), `DELETE FROM outrider.handover_done`); err != nil {
		t.Fatal(err)
	}
	thief.Jar.SetCookies(back.URL, cookies)
	if at, _ := thief.open(back.URL.String()); !strings.Contains(at.RawQuery, "handover-untrusted") {
		t.Errorf("the provider takes a code twice: %s", at)
	}
	s.Clock.Advance(11 * time.Minute)
	thief.Jar.SetCookies(back.URL, cookies)
	if at, _ := thief.open(back.URL.String()); !strings.Contains(at.RawQuery, "handover-expired") {
		t.Errorf("after its time a hand-over leads to %s", at)
	}
}

// startProvider runs a provider whose clock is the machine's, which the product's must agree with.
func startProvider(t *testing.T, s *site, people ...oidctest.Person) string {
	t.Helper()
	s.Clock.Go()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	log := testLog(t)
	handler = oidctest.Provider(server.URL, s.url, log, people...)
	return server.URL
}

// Where sign-out leads: sessions of the driver app have a site of their own; without one, the product's page.
func TestGoodbye_Sites(t *testing.T) {
	s := startSite(t)
	for _, tc := range []struct {
		in   config.SignIn
		left session.Left
		want string
	}{
		{config.SignIn{}, session.Left{}, ""},
		{config.SignIn{Site: "https://portal.test"}, session.Left{}, "https://portal.test"},
		{config.SignIn{Site: "https://portal.test"}, session.Left{Go: true}, "https://portal.test"},
		{config.SignIn{Site: "https://portal.test", GoSite: "https://go.test"}, session.Left{Go: true}, "https://go.test"},
		{config.SignIn{GoSite: "https://go.test"}, session.Left{Issuer: "https://not.configured.test"}, ""},
	} {
		if got := s.trust(t, tc.in).Goodbye(t.Context(), tc.left); got != tc.want {
			t.Errorf("%+v leaves %+v for %q, want %q", tc.left, tc.in, got, tc.want)
		}
	}
	if _, err := s.DB.Pool().Exec(t.Context(), `UPDATE outrider.organisation SET services = '{go}' WHERE id = 'alpha'`); err != nil {
		t.Fatal(err)
	}
	_, tokens := s.SignIn(t, "driver@alpha.test")
	if left, err := s.Sessions.SignOut(t.Context(), tokens.Refresh); err != nil || !left.Go {
		t.Errorf("the session of an organisation with the driver app: %+v, %v", left, err)
	}
}
