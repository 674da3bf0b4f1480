package oidc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/golang-jwt/jwt/v5"

	"outrider.dev/outrider/host/internal/identity/session"
)

// BackChannelPath is where issuers say that a session of theirs is over (OpenID Connect Back-Channel Logout 1.0).
const BackChannelPath = cookiePath + "/back-channel"

// sessionOver is the event that a logout token tells of.
const sessionOver = "http://schemas.openid.net/event/backchannel-logout"

// logoutClaims are what a logout token says beside what every token does.
type logoutClaims struct {
	SID    string                     `json:"sid"`
	Nonce  *string                    `json:"nonce"`
	Events map[string]json.RawMessage `json:"events"`
}

// EndedThere ends the sessions here that belong to what a logout token says. Nothing in the token is believed that was not checked.
func (s *Service) EndedThere(ctx context.Context, token string) error {
	i, err := s.speaker(token)
	if err != nil {
		return err
	}
	e, err := i.discover(ctx)
	if err != nil {
		return err
	}
	over, err := i.logout(ctx, e, token)
	if err != nil {
		return err
	}
	ended, err := s.Sessions.EndIssued(ctx, over)
	if err != nil {
		return err
	}
	s.Log.Info("an issuer ended sessions", "issuer", i.id, "sessions", ended)
	return nil
}

// speaker is the issuer that a token claims to be of, before anything is checked: none but those that are configured are asked for their keys.
func (s *Service) speaker(token string) (*issuer, error) {
	var claims jwt.RegisteredClaims
	if _, _, err := jwt.NewParser().ParseUnverified(token, &claims); err != nil {
		return nil, refuse(Untrusted, "read a logout token: %w", err)
	}
	for _, i := range s.issuers {
		if i.URL == claims.Issuer {
			return i, nil
		}
	}
	return nil, refuse(Untrusted, "read a logout token: its issuer is not configured")
}

// logout is what a token says that holds. The verifier keeps the issuer's keys in memory, unlike that of a sign-in: strangers may send tokens here.
func (i *issuer) logout(ctx context.Context, e *endpoints, token string) (over session.EndedThere, err error) {
	verifier := e.Verifier(&oidc.Config{ClientID: i.ClientID, SupportedSigningAlgs: algorithms, SkipExpiryCheck: true}) // some tokens have no expiry
	id, err := verifier.Verify(oidc.ClientContext(ctx, i.client), token)
	if err != nil {
		return over, refuse(reasonOf(err), "verify a logout token of issuer %s: %w", i.id, err)
	}
	var claims logoutClaims
	if err := id.Claims(&claims); err != nil {
		return over, refuse(Untrusted, "read a logout token of issuer %s: %w", i.id, err)
	}
	if err := i.checkLogout(id, claims); err != nil {
		return over, refuse(Untrusted, "check a logout token of issuer %s: %w", i.id, err)
	}
	return session.EndedThere{Issuer: i.URL, Subject: id.Subject, SID: claims.SID, Before: id.IssuedAt.Add(Skew)}, nil
}

func (i *issuer) checkLogout(id *oidc.IDToken, claims logoutClaims) error {
	now := i.now()
	switch {
	case claims.Events[sessionOver] == nil:
		return errors.New("it tells of something else")
	case claims.Nonce != nil:
		return errors.New("it is a token of a sign-in")
	case id.Subject == "" && claims.SID == "":
		return errors.New("it names nobody")
	case id.IssuedAt.After(now.Add(Skew)) || id.IssuedAt.Before(now.Add(-oldest-Skew)):
		return errors.New("it was not made just now")
	case !id.Expiry.IsZero() && id.Expiry.Before(now.Add(-Skew)):
		return errors.New("it has expired")
	}
	return nil
}

// endedThere answers an issuer as the standard says: 200, or 400 with what is wrong.
func (a *API) endedThere(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, largestLogout)
	w.Header().Set("Cache-Control", "no-store")
	err := a.Service.EndedThere(r.Context(), r.PostFormValue("logout_token"))
	if err == nil {
		return
	}
	status, code, level := http.StatusBadRequest, "invalid_request", a.Service.Log.Info
	switch ReasonOf(err) {
	case Broken:
		status, code, level = http.StatusInternalServerError, "server_error", a.Service.Log.Error
	case Unreachable:
		status, code = http.StatusServiceUnavailable, "temporarily_unavailable"
	}
	level("an issuer's logout token was refused", "error", err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code, "error_description": fmt.Sprintf("The logout token does not hold (%s).", ReasonOf(err))}) // the client is gone: nobody is left to tell
}

// largestLogout is the most that a request with a logout token has, in bytes.
const largestLogout = 32 << 10
