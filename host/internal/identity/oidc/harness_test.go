package oidc_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/identitytest"
	"outrider.dev/outrider/host/internal/identity/oidc"
	"outrider.dev/outrider/host/internal/identity/oidc/oidctest"
	"outrider.dev/outrider/host/internal/identity/session"
)

// site is the product as a browser sees it: its sign-in operations, and a page everywhere else.
type site struct {
	*identitytest.World
	url     string
	handler atomic.Pointer[http.Handler]
}

func startSite(t *testing.T) *site {
	t.Helper()
	s := &site{World: identitytest.Start(t)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*s.handler.Load()).ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// trust configures the issuers anew, as another host of a cluster with the same configuration would be.
func (s *site) trust(t *testing.T, in config.SignIn) *oidc.Service {
	t.Helper()
	service, err := oidc.New(t.Context(), oidc.Config{
		SignIn: in, PublicURL: s.url, Pool: s.DB.Pool(), Sessions: s.Sessions, Committed: s.Identity.Committed, Log: s.Log, Now: s.Clock.Now,
		Create: func(ctx context.Context, tx pgx.Tx, a oidc.NewAccount) (string, error) {
			base, own, err := identity.MostPowerful(ctx, tx, a.OrgID, a.Roles)
			if err == nil && base == "" {
				err = oidc.ErrNoRole
			}
			if err != nil {
				return "", err
			}
			return identity.CreateAccount(ctx, tx, identity.Account{
				Email: a.Email, FirstName: a.FirstName, LastName: a.LastName, OrgID: a.OrgID, Role: base, OwnRole: own, GroupID: a.GroupID,
			}, s.Clock.Now())
		},
		Follow: func(ctx context.Context, tx pgx.Tx, accountID string, roles []string, issuer string) (known, changed bool, err error) {
			return identity.FollowRole(ctx, tx, accountID, roles, issuer, s.Clock.Now())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	sessions := &session.API{
		Sessions: s.Sessions, Decider: s.Access.Decider, Log: s.Log, Goodbye: service.Goodbye,
		Address: func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.7") }, Secure: func(*http.Request) bool { return false },
	}
	mux := http.NewServeMux()
	mux.Handle("/api/auth/", sessions.Handler())
	api := (&oidc.API{Service: service, Session: sessions}).Handler()
	mux.Handle("/api/auth/handover", api)
	mux.Handle("/api/auth/handover/", api)
	mux.Handle("/api/auth/issuers", api)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "page "+r.URL.Path) })
	var handler http.Handler = mux
	s.handler.Store(&handler)
	return service
}

// browser is a browser with its cookies.
type browser struct {
	*http.Client
	t *testing.T
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{&http.Client{Jar: jar}, t}
}

// halt makes the browser show redirects instead of following them.
func (b *browser) halt() *browser {
	b.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// open follows an address and returns where it led, and what is there.
func (b *browser) open(address string) (at *url.URL, body string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.send(r)
}

func (b *browser) post(address string, form url.Values) (at *url.URL, body string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.send(r)
}

// send returns where a request ended, or where it is redirected to by a browser that halts.
func (b *browser) send(r *http.Request) (*url.URL, string) {
	b.t.Helper()
	answer, err := b.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if to, err := answer.Location(); err == nil {
		return to, string(body)
	}
	return answer.Request.URL, string(body)
}

// refreshToken is the cookie that scripts cannot read, or empty.
func (b *browser) refreshToken(site string) string {
	b.t.Helper()
	u, err := url.Parse(site + "/api/auth/refresh")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.Jar.Cookies(u) {
		if c.Name == session.CookieName {
			return c.Value
		}
	}
	return ""
}

var requestID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// signInAt fills in the provider's form.
func (b *browser) signInAt(form *url.URL, page, username string) (at *url.URL, body string) {
	b.t.Helper()
	id := requestID.FindStringSubmatch(page)
	if id == nil {
		b.t.Fatalf("the provider shows no form at %s: %s", form, page)
	}
	return b.post(form.Scheme+"://"+form.Host+"/login/username", url.Values{"id": {id[1]}, "username": {username}, "password": {oidctest.Password}})
}
