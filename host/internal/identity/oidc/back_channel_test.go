package oidc_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/identity/oidc/oidctest"
	"outrider.dev/outrider/host/internal/identity/session"
)

// logoutOf are claims of a logout token that holds.
func logoutOf(f *oidctest.Forger, email, sid string, now time.Time) jwt.MapClaims {
	claims := jwt.MapClaims{
		"iss": f.URL, "sub": "subject of " + email, "aud": oidctest.ClientID, "iat": now.Unix(), "exp": now.Add(2 * time.Minute).Unix(), "jti": rand.Text(),
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}},
	}
	if sid != "" {
		claims["sid"] = sid
	}
	return claims
}

// tell sends a logout token as an issuer does.
func (s *site) tell(t *testing.T, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/api/auth/handover/back-channel", strings.NewReader(url.Values{"logout_token": {token}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.Header.Get("Cache-Control") != "no-store" {
		t.Error("the answer to a logout token may be cached")
	}
	return answer.StatusCode
}

// come signs somebody in by the issuer's session sid.
func (s *site) come(t *testing.T, f *oidctest.Forger, email string, sid any) *browser {
	t.Helper()
	b := newBrowser(t)
	if at := round(t, s, b, f, email, as("sid", sid), jwt.SigningMethodRS256, nil); at.Path != "/" {
		t.Fatalf("signed in, %s is at %s", email, at)
	}
	return b
}

// in reports whether a browser's session goes on.
func (s *site) in(t *testing.T, b *browser) bool {
	t.Helper()
	var revoked bool
	tokens, err := s.Sessions.Refresh(t.Context(), b.refreshToken(s.url), "", session.Client{})
	if err != nil {
		return false
	}
	who, err := s.Keys.Verify(t.Context(), tokens.Access)
	if err == nil {
		err = s.DB.Pool().QueryRow(t.Context(), `SELECT revoked_at IS NOT NULL FROM outrider.session WHERE id = $1`, who.SessionID).Scan(&revoked)
	}
	if err != nil {
		t.Fatal(err)
	}
	return !revoked
}

// Who signs out at the issuer is signed out here: by the id of the session there, or of all that they began by it.
func TestOIDC_BackChannelLogout(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID}}})
	const manager, driver = "fleet_manager@alpha.test", "driver@alpha.test"
	rs := jwt.SigningMethodRS256
	desk, phone, unnamed, other := s.come(t, f, manager, "one"), s.come(t, f, manager, "two"), s.come(t, f, manager, nil), s.come(t, f, driver, "three")
	say := func(claims jwt.MapClaims) {
		t.Helper()
		if status := s.tell(t, f.Sign(t, claims, rs, nil)); status != http.StatusOK {
			t.Errorf("the issuer is answered %d", status)
		}
	}
	bySID := logoutOf(f, manager, "two", s.Clock.Now())
	delete(bySID, "sub")
	say(bySID)
	if s.in(t, phone) || !s.in(t, desk) || !s.in(t, unnamed) || !s.in(t, other) {
		t.Error("one session of the issuer does not end its own here")
	}
	say(logoutOf(f, manager, "one", s.Clock.Now()))
	if s.in(t, desk) || s.in(t, unnamed) || !s.in(t, other) {
		t.Error("a session whose issuer named no id does not end with its subject")
	}
	desk = s.come(t, f, manager, "four")
	say(logoutOf(f, manager, "", s.Clock.Now()))
	if s.in(t, desk) || !s.in(t, other) {
		t.Error("a subject's sessions do not end together")
	}
	token := f.Sign(t, logoutOf(f, driver, "three", s.Clock.Now()), rs, nil)
	s.Clock.Advance(5 * time.Minute)
	later := s.come(t, f, driver, "three")
	if status := s.tell(t, f.Sign(t, changed(logoutOf(f, driver, "three", s.Clock.Now()), "iat", s.Clock.Now().Add(-3*time.Minute).Unix()), rs, nil)); status != http.StatusOK || !s.in(t, later) {
		t.Errorf("a session that began after the token was made ends with it: %d", status)
	}
	if status := s.tell(t, token); status != http.StatusBadRequest || !s.in(t, later) {
		t.Errorf("an expired token is answered %d", status)
	}
}

func changed(claims jwt.MapClaims, name string, value any) jwt.MapClaims {
	as(name, value)(claims)
	return claims
}

func TestOIDC_BackChannelForged(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID}}})
	const manager = "fleet_manager@alpha.test"
	b := s.come(t, f, manager, "one")
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	rs, now := jwt.SigningMethodRS256, s.Clock.Now()
	for _, tc := range []struct {
		name   string
		change func(jwt.MapClaims)
		method jwt.SigningMethod
		key    any
	}{
		{"a token of a sign-in", as("events", nil), rs, nil},
		{"another event", as("events", map[string]any{"http://schemas.openid.net/event/another": map[string]any{}}), rs, nil},
		{"with a nonce", as("nonce", "a nonce"), rs, nil},
		{"of nobody", func(c jwt.MapClaims) { delete(c, "sub"); delete(c, "sid") }, rs, nil},
		{"for somebody else", as("aud", "another"), rs, nil},
		{"of another issuer", as("iss", "https://evil.test"), rs, nil},
		{"made long ago", as("iat", now.Add(-time.Hour).Unix()), rs, nil},
		{"made in the future", as("iat", now.Add(time.Hour).Unix()), rs, nil},
		{"expired", as("exp", now.Add(-2*time.Minute).Unix()), rs, nil},
		{"signed by nobody", as("sid", "one"), jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType},
		{"signed by somebody else", as("sid", "one"), rs, stranger},
		{"signed by what everybody knows", as("sid", "one"), jwt.SigningMethodHS256, []byte(oidctest.ClientID)},
	} {
		claims := logoutOf(f, manager, "one", now)
		tc.change(claims)
		if status := s.tell(t, f.Sign(t, claims, tc.method, tc.key)); status != http.StatusBadRequest {
			t.Errorf("%s: answered %d", tc.name, status)
		}
	}
	for _, token := range []string{"", "not a token", strings.Repeat("a", 64<<10)} {
		if status := s.tell(t, token); status != http.StatusBadRequest {
			t.Errorf("%.20q: answered %d", token, status)
		}
	}
	if !s.in(t, b) {
		t.Error("a forged token ended a session")
	}
}
