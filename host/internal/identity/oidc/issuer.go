package oidc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"outrider.dev/outrider/host/internal/config"
)

const (
	discoverAgain = time.Hour       // what an issuer says of itself is read anew
	pauseOnError  = 5 * time.Second // an issuer that is down is not asked at every attempt
	answerWithin  = 10 * time.Second
	largestAnswer = 1 << 20
)

// algorithms are those that an issuer's tokens may be signed with: signatures only, with a key that it publishes.
var algorithms = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA}

// issuer is one issuer and what it says of itself.
type issuer struct {
	config.Issuer
	id     string
	client *http.Client
	now    func() time.Time

	mu     sync.Mutex
	known  *endpoints
	asked  time.Time
	broken error
}

// endpoints are what discovery found.
type endpoints struct {
	*oidc.Provider
	EndSession string `json:"end_session_endpoint"`
	NamesSelf  bool   `json:"authorization_response_iss_parameter_supported"`
	JWKS       string `json:"jwks_uri"`
}

func newIssuer(id string, c config.Issuer, now func() time.Time) (*issuer, error) {
	tls, err := (config.ClientTLS{CA: c.CA}).Client()
	if err != nil {
		return nil, fmt.Errorf("issuer %s: %w", id, err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = tls
	return &issuer{Issuer: c, id: id, now: now, client: &http.Client{
		Transport: limited{transport}, Timeout: answerWithin,
		// A redirect would carry codes and secrets to where nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// discover reads what the issuer says of itself, at most hourly. An old answer outlives an outage.
func (i *issuer) discover(ctx context.Context) (*endpoints, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	age := i.now().Sub(i.asked)
	if i.known != nil && age < discoverAgain || i.known == nil && i.broken != nil && age < pauseOnError {
		return i.known, i.broken
	}
	found, err := i.ask(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err // it was not the issuer who gave up
	}
	i.asked = i.now()
	if err != nil && i.known != nil {
		return i.known, nil
	}
	i.known, i.broken = found, err
	return found, err
}

func (i *issuer) ask(ctx context.Context) (*endpoints, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, i.client), i.URL)
	if err != nil {
		return nil, refuse(Unreachable, "discover issuer %s: %w", i.id, err)
	}
	e := endpoints{Provider: provider}
	if err := provider.Claims(&e); err != nil {
		return nil, refuse(Untrusted, "read what issuer %s says of itself: %w", i.id, err)
	}
	for _, address := range []string{provider.Endpoint().AuthURL, provider.Endpoint().TokenURL, e.JWKS, e.EndSession, provider.UserInfoEndpoint()} {
		if address != "" && !sameProtection(i.URL, address) {
			return nil, refuse(Untrusted, "issuer %s names an address without TLS", i.id)
		}
	}
	return &e, nil
}

// sameProtection refuses an address that is less protected than the issuer's own.
func sameProtection(issuerURL, address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && strings.HasPrefix(issuerURL, "http://"))
}

func (i *issuer) oauth(e *endpoints, redirect string) *oauth2.Config {
	scopes := i.Scopes
	if len(scopes) == 0 {
		scopes = []string{oidc.ScopeOpenID, "email", "profile"}
	}
	return &oauth2.Config{ClientID: i.ClientID, ClientSecret: i.ClientSecret, Endpoint: e.Endpoint(), RedirectURL: redirect, Scopes: scopes}
}

// title is what people call the issuer.
func (i *issuer) title() string {
	if i.Name == "" {
		return i.id
	}
	return i.Name
}

// limited cuts answers that are larger than any that an issuer has reason to give.
type limited struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := l.next.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, largestAnswer)
	}
	return answer, err
}

// isUnreachable tells an issuer that is down from one that says no.
func isUnreachable(err error) bool {
	var network *url.Error
	if retrieve, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return retrieve.Response != nil && retrieve.Response.StatusCode >= http.StatusInternalServerError
	}
	return errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF)
}
