package app

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/apikeys"
	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/oidc"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/outrider/host/internal/identity/twostep"
)

// identityParts are who people are and what they may do.
type identityParts struct {
	access   *access.Service
	people   *identity.Service
	sessions *session.Service
	setup    *session.Setup
	keys     *apikeys.Service
	oidc     *oidc.Service
}

// startIdentity begins to keep decisions, Keto and the other hosts in step.
func (h *host) startIdentity(ctx context.Context) error {
	hostID, err := h.hostID()
	if err != nil {
		return err
	}
	js, err := jetstream.New(h.nats)
	if err != nil {
		return err
	}
	// Hashing a password takes a processor for a quarter of a second: half of them stay free for everything else.
	hasher, err := password.NewHasher(int64(max(1, runtime.NumCPU()/2)))
	if err != nil {
		return err
	}
	pool := h.database.Pool()
	keys := session.NewKeys(pool, time.Now)
	verifier := apikeys.Verifier{Pool: pool, Tokens: keys}
	h.identity.access = access.New(access.Config{
		Pool: pool, Keto: h.keto, NATS: h.nats, Verifier: verifier, Log: h.Log, Metrics: h.registry,
		HostID: hostID, StaleAfter: h.Config.StaleAfter, Now: time.Now,
		Alone: h.Config.Postgres.URL == "", SeesVehicle: h.seesVehicle,
	})
	h.identity.people = identity.New(identity.Config{
		Pool: pool, Access: h.identity.access, Hasher: hasher, JetStream: js, Log: h.Log, Now: time.Now,
		PublicURL: func() string { return h.address }, Mailed: func() { h.mail.Wake() }, Issued: h.issued,
	})
	sealing, err := h.sealingSecret()
	if err != nil {
		return err
	}
	second, err := twostep.New(sealing, time.Now)
	if err != nil {
		return err
	}
	h.identity.sessions = session.New(session.Config{
		Pool: pool, Keys: keys, Hasher: hasher, TwoStep: second, Log: h.Log, Changed: h.identity.access.Changed, Now: time.Now,
		Lifetime: h.Config.SessionLifetime, PublicURL: func() string { return h.address }, Mailed: func() { h.mail.Wake() },
	})
	h.identity.keys = apikeys.New(apikeys.Config{Pool: pool, Decider: h.identity.access.Decider, Changed: h.identity.access.Changed, Log: h.Log, Now: time.Now})
	h.identity.setup = &session.Setup{Pool: pool, Now: time.Now, Create: h.identity.people.CreateFirst, Done: h.identity.people.Committed}
	if err := h.makeHandover(ctx); err != nil {
		return err
	}
	if err := h.defineOwnPermissions(ctx); err != nil {
		return err
	}
	h.onStop(h.background.stop)
	h.watchDisk()
	h.background.run("access", h.identity.access.Run)
	h.background.run("identity", h.identity.people.Run)
	h.background.run("sessions", h.identity.sessions.Run)
	h.background.run("uses of API keys", h.identity.keys.Run)
	return nil
}

// authOperations are /api/auth/…, which check tokens and cookies by themselves.
func (h *host) authOperations() []edge.Own {
	api := &session.API{
		Sessions: h.identity.sessions, Setup: h.identity.setup, Decider: h.identity.access.Decider, Log: h.Log,
		Invites: h.identity.people, Address: addressOf, Secure: h.secure, Goodbye: h.identity.oidc.Goodbye,
		PublicURL: h.Config.HTTP.PublicURL,
	}
	handler, shapes := api.Handler(), session.Shapes()
	var all []edge.Own
	for _, o := range []struct{ method, path, summary, why string }{
		{http.MethodPost, "/api/auth/sign-in", "Sign in with e-mail and password", "this is how one signs in"},
		{http.MethodPost, "/api/auth/second-step", "End a sign-in with a code", "the ticket of the first step is checked by the operation"},
		{http.MethodPost, "/api/auth/second-step/enrol", "Begin to set up the second step that is required", "the ticket of the first step is checked by the operation"},
		{http.MethodPost, "/api/auth/second-step/enrol/confirm", "Set up the second step that is required, and sign in", "the ticket of the first step is checked by the operation"},
		{http.MethodPost, "/api/auth/passkey/begin", "Begin to sign in with a passkey", "this is how one signs in"},
		{http.MethodPost, "/api/auth/passkey", "Sign in with a passkey", "the answer of the passkey is checked by the operation"},
		{http.MethodPost, "/api/auth/passkeys/begin", "Begin to make a passkey", "the operation checks token and password"},
		{http.MethodPost, "/api/auth/passkeys", "Keep a passkey of the caller", "the operation checks the token"},
		{http.MethodPost, "/api/auth/passkeys/{id}", "Rename a passkey of the caller", "the operation checks the token"},
		{http.MethodPost, "/api/auth/passkeys/{id}/remove", "Remove a passkey of the caller", "the operation checks token and password"},
		{http.MethodGet, "/api/auth/two-step", "How the caller signs in", "the operation checks the token"},
		{http.MethodPost, "/api/auth/two-step/app", "Begin to set up an authenticator app", "the operation checks token and password"},
		{http.MethodPost, "/api/auth/two-step/app/confirm", "Turn the authenticator app on by its first code", "the operation checks the token"},
		{http.MethodPost, "/api/auth/two-step/app/remove", "Turn the authenticator app off", "the operation checks token and password"},
		{http.MethodPost, "/api/auth/two-step/recovery-codes", "Make new recovery codes", "the operation checks token and password"},
		{http.MethodPost, "/api/auth/refresh", "A new access token for the refresh cookie", "the refresh cookie is checked by the operation"},
		{http.MethodPost, "/api/auth/sign-out", "End the session", "the refresh cookie is checked by the operation"},
		{http.MethodPost, "/api/auth/sign-out-everywhere", "End all sessions of the caller", "the operation checks the token"},
		{http.MethodPost, "/api/auth/leave", "Act in one's own organisation again", "the refresh cookie is checked by the operation"},
		{http.MethodPost, "/api/auth/change-password", "Change the password of the caller", "the operation checks token and password"},
		{http.MethodGet, "/api/auth/first-administrator", "Whether a one-time link still holds", "the one-time link is checked by the operation"},
		{http.MethodPost, "/api/auth/first-administrator", "Make the first administrator", "the one-time link is checked by the operation"},
		{http.MethodPost, "/api/auth/forgotten-password", "Mail a link to choose a new password", "who forgot the password cannot sign in"},
		{http.MethodPost, "/api/auth/reset-password", "Choose a new password by a mailed link", "the one-time link is checked by the operation"},
		{http.MethodGet, "/api/auth/invite", "Whom an invite is for", "the one-time link is checked by the operation"},
		{http.MethodPost, "/api/auth/invite", "Accept an invite", "the one-time link is checked by the operation"},
	} {
		all = append(all, edge.Own{
			Method: o.method, Template: o.path, Summary: o.summary, Lock: public(o.why), Handler: handler, Shape: shapes[o.method+" "+o.path],
			ReadsOnly: o.path == "/api/auth/refresh",
		}) // a session that goes on is no news
	}
	return append(all, oidcOperations(&oidc.API{Service: h.identity.oidc, Session: api})...)
}

func addressOf(r *http.Request) netip.Addr {
	address, err := netip.ParseAddr(edge.AddressOf(r))
	if err != nil {
		return netip.IPv6Unspecified()
	}
	return address
}

// secure reports whether the browser reached the product by TLS: here, or at a proxy that is trusted or that the public URL tells of.
func (h *host) secure(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(h.Config.HTTP.PublicURL, "https://") {
		return true
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || r.Header.Get("X-Forwarded-Proto") != "https" {
		return false
	}
	for _, proxy := range h.Config.HTTP.TrustedProxies {
		if proxy.Contains(peer.Addr().Unmap()) {
			return true
		}
	}
	return false
}

// invite prints the one-time link to create the first administrator while there is no account.
func (h *host) invite(ctx context.Context) error {
	token, err := h.identity.setup.Begin(ctx)
	if err != nil || token == "" {
		return err
	}
	fmt.Fprintf(h.Out, "\nNobody can sign in yet. Create the first administrator at\n  %s/sign-in?setup=%s\n", h.address, token)
	return nil
}
