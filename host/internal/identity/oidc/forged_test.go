package oidc_test

import (
	"crypto/rand"
	"crypto/rsa"
	"log/slog"
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

// round goes to the issuer and comes back with an answer that change may have spoilt; it returns where that led.
func round(t *testing.T, s *site, b *browser, f *oidctest.Forger, email string, change func(jwt.MapClaims), method jwt.SigningMethod, key any, query ...string) *url.URL {
	t.Helper()
	there, _ := b.halt().open(s.url + "/api/auth/handover")
	asked := there.Query()
	if asked.Get("code_challenge_method") != "S256" || asked.Get("code_challenge") == "" || asked.Get("response_type") != "code" {
		t.Fatalf("the issuer is asked %s", there)
	}
	claims := f.Good(asked.Get("nonce"), email, s.Clock.Now())
	change(claims)
	f.Answer(claims, method, key)
	back := url.Values{"state": {asked.Get("state")}, "code": {"a code"}}
	for i := 0; i+1 < len(query); i += 2 {
		back.Set(query[i], query[i+1])
	}
	at, _ := b.open(s.url + "/api/auth/handover/callback?" + back.Encode())
	return at
}

func as(name string, value any) func(jwt.MapClaims) {
	return func(c jwt.MapClaims) {
		if c[name] = value; value == nil {
			delete(c, name)
		}
	}
}

func TestOIDC_Forged(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID, Organisations: []string{"alpha"}}}})
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	rs, now := jwt.SigningMethodRS256, s.Clock.Now()
	same := func(jwt.MapClaims) {}
	for _, tc := range []struct {
		name, want string
		change     func(jwt.MapClaims)
		method     jwt.SigningMethod
		key        any
		query      []string
	}{
		{"a good one", "/", same, rs, nil, nil},
		{"another nonce", "untrusted", as("nonce", "another"), rs, nil, nil},
		{"no nonce", "untrusted", as("nonce", nil), rs, nil, nil},
		{"another issuer", "untrusted", as("iss", "https://evil.test"), rs, nil, nil},
		{"another audience", "untrusted", as("aud", "another"), rs, nil, nil},
		{"two audiences and no party", "untrusted", as("aud", []string{oidctest.ClientID, "another"}), rs, nil, nil},
		{"another party", "untrusted", as("azp", "another"), rs, nil, nil},
		{"expired", "untrusted", as("exp", now.Add(-2*time.Minute).Unix()), rs, nil, nil},
		{"expired within the skew", "/", as("exp", now.Add(-30*time.Second).Unix()), rs, nil, nil},
		{"made in the future", "untrusted", as("iat", now.Add(5*time.Minute).Unix()), rs, nil, nil},
		{"made within the skew", "/", as("iat", now.Add(30*time.Second).Unix()), rs, nil, nil},
		{"made long ago", "untrusted", as("iat", now.Add(-time.Hour).Unix()), rs, nil, nil},
		{"no subject", "untrusted", as("sub", ""), rs, nil, nil},
		{"signed by nobody", "untrusted", same, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil},
		{"signed by somebody else", "untrusted", same, rs, stranger, nil},
		{"signed by what everybody knows", "untrusted", same, jwt.SigningMethodHS256, []byte(oidctest.ClientID), nil},
		{"an address that is not verified", "unverified", as("email_verified", false), rs, nil, nil},
		{"an address about which nothing is said", "unverified", as("email_verified", nil), rs, nil, nil},
		{"an account of another organisation", "no-account", func(c jwt.MapClaims) { c["email"], c["sub"] = "org_admin@beta.test", "b" }, rs, nil, nil},
		{"another subject with a linked address", "no-account", as("sub", "somebody new"), rs, nil, nil},
		{"a linked subject with another address", "/", as("email", "org_admin@alpha.test"), rs, nil, nil},
		{"another state", "expired", same, rs, nil, []string{"state", "another"}},
		{"no state", "expired", same, rs, nil, []string{"state", ""}},
		{"the issuer says no", "refused", same, rs, nil, []string{"error", "access_denied"}},
		{"another issuer's answer", "untrusted", same, rs, nil, []string{"iss", "https://evil.test"}},
	} {
		b := newBrowser(t)
		at := round(t, s, b, f, "fleet_manager@alpha.test", tc.change, tc.method, tc.key, tc.query...)
		if want := "handover-" + tc.want; tc.want == "/" && at.Path != "/" || tc.want != "/" && at.Query().Get("reason") != want || (b.refreshToken(s.url) != "") != (tc.want == "/") {
			t.Errorf("%s: at %s with a session %q", tc.name, at, b.refreshToken(s.url))
		}
	}
	f.Rotate(t)
	if at := round(t, s, newBrowser(t), f, "fleet_manager@alpha.test", same, rs, nil); at.Path != "/" {
		t.Errorf("after the issuer has changed its key: %s", at)
	}
}

func TestOIDC_IssuerDown(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	in := config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID}}}
	s.trust(t, in)
	b := newBrowser(t).halt()
	there, _ := b.open(s.url + "/api/auth/handover?return=/map-view")
	f.Refuse(http.StatusBadGateway)
	if at, _ := b.open(s.url + "/api/auth/handover/callback?code=a&state=" + there.Query().Get("state")); at.Query().Get("reason") != "handover-unreachable" || at.Query().Get("next") != "/map-view" {
		t.Errorf("an issuer that fails leads to %s", at)
	}
	f.Close()
	s.trust(t, in)
	if at, _ := b.open(s.url + "/api/auth/handover"); at.Query().Get("reason") != "handover-unreachable" {
		t.Errorf("an issuer that is down leads to %s", at)
	}
	if at, _ := b.open(s.url + "/api/auth/handover?issuer=unknown"); at.Query().Get("reason") != "handover-untrusted" {
		t.Errorf("an issuer that is not configured leads to %s", at)
	}
}

func TestOIDC_Creates(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {
		URL: f.URL, ClientID: oidctest.ClientID, Create: true, Organisation: "alpha", RoleClaim: "roles", Roles: map[string]string{"drivers": "DRIVER", "planners": "FLEET_MANAGER"},
	}}})
	rs := jwt.SigningMethodRS256
	if at := round(t, s, newBrowser(t), f, "new@alpha.test", as("roles", "cooks"), rs, nil); at.Query().Get("reason") != "handover-no-account" {
		t.Errorf("without a role: %s", at)
	}
	if at := round(t, s, newBrowser(t), f, "new@alpha.test", as("roles", []string{"cooks", "planners"}), rs, nil); at.Path != "/" {
		t.Fatalf("with a role: %s", at)
	}
	var role, org, group string
	if err := s.DB.Pool().QueryRow(t.Context(), `SELECT role, org_id, group_id FROM outrider.account WHERE email = 'new@alpha.test'`).Scan(&role, &org, &group); err != nil || role != "FLEET_MANAGER" || org != "alpha" || group != "alpha" {
		t.Errorf("the account is %s of %s in %s, %v", role, org, group, err)
	}
	if _, err := s.Sessions.SignIn(t.Context(), session.Credentials{Email: "new@alpha.test", Password: ""}, session.Client{Address: "192.0.2.9"}); err == nil {
		t.Error("an account without a password is entered by an empty one")
	}
}

func TestOIDC_RolesFollow(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	issuer := config.Issuer{
		URL: f.URL, ClientID: oidctest.ClientID, Organisations: []string{"alpha"}, RoleClaim: "groups", FollowRoles: config.FollowOrRefuse,
		Roles: map[string]string{"drivers": "DRIVER", "planners": "FLEET_MANAGER"},
	}
	trust := func() { s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": issuer}}) }
	trust()
	come := func(email string, groups any) string {
		t.Helper()
		return round(t, s, newBrowser(t), f, email, as("groups", groups), jwt.SigningMethodRS256, nil).Query().Get("reason")
	}
	roleOf := func(email string) (role string) {
		t.Helper()
		if err := s.DB.Pool().QueryRow(t.Context(), `SELECT role FROM outrider.account WHERE email = $1`, email).Scan(&role); err != nil {
			t.Fatal(err)
		}
		return role
	}
	const driver, admin = "driver@alpha.test", "org_admin@alpha.test"
	if reason := come(driver, []string{"cooks", "drivers", "planners"}); reason != "" || roleOf(driver) != "FLEET_MANAGER" {
		t.Errorf("of several groups: %s, %q", roleOf(driver), reason)
	}
	if reason := come(driver, []string{"drivers"}); reason != "" || roleOf(driver) != "DRIVER" {
		t.Errorf("out of a group: %s, %q", roleOf(driver), reason)
	}
	var noted int
	if err := s.DB.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.audit_entry WHERE action = 'user.role' AND detail ->> 'issuer' = $1`, f.URL).Scan(&noted); err != nil || noted != 2 {
		t.Errorf("noted %d times, %v", noted, err)
	}
	for _, groups := range []any{[]string{"cooks"}, "SYS_ADMIN", []string{"ORG_ADMIN"}} {
		if reason := come(driver, groups); reason != "handover-no-account" || roleOf(driver) != "DRIVER" {
			t.Errorf("%v: %s, %q", groups, roleOf(driver), reason)
		}
	}
	// A role of the organisation's own, by its name; one that is not there is none.
	if _, err := s.DB.Pool().Exec(t.Context(), `INSERT INTO outrider.org_role (org_id, id, name, base, created_at) VALUES ('alpha', 'own-night', 'Night shift', 'FLEET_MANAGER', now())`); err != nil {
		t.Fatal(err)
	}
	issuer.Roles = map[string]string{"drivers": "DRIVER", "planners": "FLEET_MANAGER", "nights": "night Shift", "days": "Day shift"}
	trust()
	ownOf := func() (own string) {
		t.Helper()
		if err := s.DB.Pool().QueryRow(t.Context(), `SELECT COALESCE(own_role, '') FROM outrider.account WHERE email = $1`, driver).Scan(&own); err != nil {
			t.Fatal(err)
		}
		return own
	}
	if reason := come(driver, []string{"drivers", "nights"}); reason != "" || roleOf(driver) != "FLEET_MANAGER" || ownOf() != "own-night" {
		t.Errorf("a role of the organisation's own: %s, %s, %q", roleOf(driver), ownOf(), reason)
	}
	if reason := come(driver, []string{"days"}); reason != "handover-no-account" || ownOf() != "own-night" {
		t.Errorf("a role that is not there: %s, %q", ownOf(), reason)
	}
	if reason := come(driver, []string{"days", "drivers"}); reason != "" || roleOf(driver) != "DRIVER" || ownOf() != "" {
		t.Errorf("out of it: %s, %s, %q", roleOf(driver), ownOf(), reason)
	}
	// No issuer makes support staff, whatever the configuration says.
	issuer.Roles = map[string]string{"root": "SYS_ADMIN", "lead": "support lead", "drivers": "DRIVER"}
	issuer.Create, issuer.Organisation = true, "alpha"
	trust()
	for _, groups := range [][]string{{"root"}, {"lead"}} {
		if reason := come(driver, groups); reason != "handover-no-account" || roleOf(driver) != "DRIVER" {
			t.Errorf("%v: %s, %q", groups, roleOf(driver), reason)
		}
		if reason := come("newcomer@alpha.test", groups); reason != "handover-no-account" {
			t.Errorf("a newcomer of %v: %q", groups, reason)
		}
	}
	if reason := come(driver, []string{"root", "drivers"}); reason != "" || roleOf(driver) != "DRIVER" {
		t.Errorf("beside another role: %s, %q", roleOf(driver), reason)
	}
	issuer.FollowRoles, issuer.Create = config.FollowOrKeep, false
	trust()
	if reason := come(driver, []string{"cooks"}); reason != "" || roleOf(driver) != "DRIVER" {
		t.Errorf("unknown groups that are kept: %s, %q", roleOf(driver), reason)
	}
	// The last administrator stays, and support staff do.
	if _, err := s.DB.Pool().Exec(t.Context(), `UPDATE outrider.account SET disabled = true WHERE org_id = 'alpha' AND role = 'SYS_ADMIN'`); err != nil {
		t.Fatal(err)
	}
	if reason := come(admin, []string{"drivers"}); reason != "" || roleOf(admin) != "ORG_ADMIN" {
		t.Errorf("the last administrator: %s, %q", roleOf(admin), reason)
	}
	if come("support_lead@alpha.test", []string{"drivers"}); roleOf("support_lead@alpha.test") != "SUPPORT_LEAD" {
		t.Errorf("support staff: %s", roleOf("support_lead@alpha.test"))
	}
}

func TestOIDC_Limits(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID}}})
	var at *url.URL
	for range session.MaxPerAddress + 1 {
		at = round(t, s, newBrowser(t), f, "nobody@alpha.test", func(jwt.MapClaims) {}, jwt.SigningMethodRS256, nil)
	}
	if at.Query().Get("reason") != "handover-too-many" {
		t.Errorf("beyond the limit: %s", at)
	}
}

func TestOIDC_NoOpenRedirect(t *testing.T) {
	s := startSite(t)
	f := oidctest.StartForger(t)
	s.trust(t, config.SignIn{Issuers: map[string]config.Issuer{"acme": {URL: f.URL, ClientID: oidctest.ClientID}}})
	for _, wanted := range []string{"https://evil.test", "//evil.test", `/\evil.test`, "/\t/evil.test", "javascript:alert(1)", "/api/auth/handover", "evil", "/sign-in"} {
		b := newBrowser(t).halt()
		there, _ := b.open(s.url + "/api/auth/handover?return=" + url.QueryEscape(wanted))
		f.Answer(f.Good(there.Query().Get("nonce"), "driver@alpha.test", s.Clock.Now()), jwt.SigningMethodRS256, nil)
		if at, _ := b.open(s.url + "/api/auth/handover/callback?code=a&state=" + there.Query().Get("state")); at.String() != s.url+"/" {
			t.Errorf("%q leads to %s", wanted, at)
		}
	}
	if _, body := newBrowser(t).open(s.url + "/api/auth/issuers"); !strings.Contains(body, `[{"id":"acme","name":"acme"}]`) {
		t.Errorf("the issuers are %s", body)
	}
}

func testLog(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(t.Output(), nil)) }

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
