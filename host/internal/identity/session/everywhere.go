package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
)

// authenticated is whom the access token of a request names, for operations that the edge lets everybody reach.
func (a *API) authenticated(r *http.Request) (access.Subject, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	who, err := a.Decider.Authenticate(r.Context(), token)
	if err != nil {
		return access.Subject{}, err
	}
	grant, err := a.Decider.Decide(r.Context(), who, who.OrgID)
	if err != nil {
		return access.Subject{}, err
	}
	if grant.Viewer != nil {
		return access.Subject{}, fault.New(fault.ReadOnly, "You see the portal as somebody else, and change nothing.")
	}
	if grant.Key != nil {
		return access.Subject{}, fault.New(fault.Denied, "An API key cannot change how somebody signs in.")
	}
	audit.Note(r.Context(), func(record *audit.Record) {
		u := grant.User
		record.ActorID, record.ActorEmail, record.ActorName, record.ActorRole = u.ID, u.Email, u.Name, u.Role
		record.HomeOrgID, record.OrgID, record.SessionID, record.ObjectKind, record.ObjectID = u.HomeOrgID, who.OrgID, who.SessionID, "user", u.ID
	})
	return who, nil
}

func (a *API) signOutEverywhere(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	left, err := a.Sessions.SignOutEverywhere(r.Context(), who)
	if err != nil {
		return err
	}
	return a.left(w, r, left)
}

// left answers who has signed out: with the address to go to, if there is one.
func (a *API) left(w http.ResponseWriter, r *http.Request, left Left) error {
	a.Forget(w, r)
	if to := a.goodbye(r, left); to != "" {
		return writeJSON(w, http.StatusOK, map[string]string{"location": to})
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// SignOutEverywhere ends all sessions of the subject's account, the one that asks among them.
func (s *Service) SignOutEverywhere(ctx context.Context, who access.Subject) (left Left, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var services []string
		err := tx.QueryRow(ctx, `SELECT COALESCE(i.issuer, ''), COALESCE(i.id_token, ''), o.services FROM outrider.session s
			JOIN outrider.organisation o ON o.id = s.org_id LEFT JOIN outrider.session_issuer i ON i.session_id = s.id
			WHERE s.id = $1 AND s.account_id = $2`, who.SessionID, who.UserID).Scan(&left.Issuer, &left.IDToken, &services)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("find session %s: %w", who.SessionID, err)
		}
		left.Go = slices.Contains(services, "go")
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.session_issuer i USING outrider.session s WHERE s.id = i.session_id AND s.account_id = $1`, who.UserID); err != nil {
			return fmt.Errorf("forget the issuers of %s: %w", who.UserID, err)
		}
		return EndAll(ctx, tx, who.UserID, "", "everywhere", s.now())
	})
	if err != nil {
		return Left{}, err
	}
	s.changed()
	return left, nil
}
