package app

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/identity"
	"outrider.dev/outrider/host/internal/identity/handover"
)

// makeHandover prepares sign-in by other sites; without an issuer there is only nothing to choose.
func (h *host) makeHandover(ctx context.Context) (err error) {
	h.identity.handover, err = handover.New(ctx, handover.Config{
		SignIn: h.Config.SignIn, PublicURL: h.Config.HTTP.PublicURL, Pool: h.database.Pool(), Sessions: h.identity.sessions,
		Create: func(ctx context.Context, tx pgx.Tx, a handover.NewAccount) (string, error) {
			return identity.CreateAccount(ctx, tx, identity.Account{
				Email: a.Email, FirstName: a.FirstName, LastName: a.LastName, OrgID: a.OrgID, Role: a.Role, GroupID: a.GroupID,
			}, time.Now())
		},
		Committed: h.identity.people.Committed, Log: h.Log, Now: time.Now,
	})
	return err
}

// handoverOperations are those of sign-in by another site.
func handoverOperations(api *handover.API) []edge.Own {
	handler := api.Handler()
	return []edge.Own{
		{Method: http.MethodGet, Template: "/api/auth/issuers", Summary: "The sites that one can sign in by", Lock: public("the sign-in page shows them"), Handler: handler},
		{Method: http.MethodGet, Template: "/api/auth/handover", Summary: "Sign in by another site", Lock: public("this is how one signs in"), Handler: handler},
		{Method: http.MethodGet, Template: handover.CallbackPath, Summary: "Come back from the other site", Lock: public("state, code and tokens are checked by the operation"), Handler: handler},
	}
}
