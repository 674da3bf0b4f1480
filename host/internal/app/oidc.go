package app

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/oidc"
	"outrider.dev/outrider/host/internal/identity/session"
	"outrider.dev/outrider/host/internal/scim"
)

// makeHandover prepares sign-in by other sites; without an issuer there is only nothing to choose.
func (h *host) makeHandover(ctx context.Context) (err error) {
	h.identity.oidc, err = oidc.New(ctx, oidc.Config{
		SignIn: h.Config.SignIn, PublicURL: h.Config.HTTP.PublicURL, Pool: h.database.Pool(), Sessions: h.identity.sessions,
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
			}, time.Now())
		},
		Follow: func(ctx context.Context, tx pgx.Tx, accountID string, roles []string, issuer string) (known, changed bool, err error) {
			return identity.FollowRole(ctx, tx, accountID, roles, issuer, time.Now())
		},
		Committed: h.identity.people.Committed, Log: h.Log, Now: time.Now,
	})
	return err
}

// issued reports whether another site signs the people of an organisation in.
func (h *host) issued(orgID string) bool {
	for _, i := range h.Config.SignIn.Issuers {
		if len(i.Organisations) == 0 || slices.Contains(i.Organisations, orgID) {
			return true
		}
	}
	return false
}

// directoryOperations are those by which a directory leads the users of an organisation.
func (h *host) directoryOperations() []edge.Own {
	return scim.New(scim.Config{People: h.identity.people, Caller: callerAsActor, Site: func() string { return h.address }, Log: h.Log}).Operations()
}

// callerAsActor is who sent a request that the edge let through, as package identity knows them.
func callerAsActor(ctx context.Context) identity.Actor {
	c := edge.CallerOf(ctx)
	if c == nil {
		return identity.Actor{}
	}
	return identity.Actor{UserID: c.UserID, OrgID: c.OrgID, SessionID: c.SessionID}
}

// oidcOperations are those of sign-in by another site.
func oidcOperations(api *oidc.API) []edge.Own {
	handler := api.Handler()
	return []edge.Own{
		{Method: http.MethodGet, Template: "/api/auth/issuers", Summary: "The sites that one can sign in by", Lock: public("the sign-in page shows them"), Handler: handler, Shape: edge.Shape{Answer: []oidc.Choice{}}},
		{Method: http.MethodGet, Template: "/api/auth/handover", Summary: "Sign in by another site", Lock: public("this is how one signs in"), Handler: handler},
		{Method: http.MethodGet, Template: oidc.CallbackPath, Summary: "Come back from the other site", Lock: public("state, code and tokens are checked by the operation"), Handler: handler},
		{Method: http.MethodGet, Template: oidc.StepPath, Summary: "Which step comes next for who came back", Lock: public("the cookie of the one who came back is what it tells"), Handler: handler, Shape: edge.Shape{Answer: session.NextStep{}}},
		{Method: http.MethodPost, Template: oidc.BackChannelPath, Summary: "Be told by the other site that somebody signed out there", Lock: public("the token that the site signed is checked by the operation"), Handler: handler},
	}
}
