package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// seenAs is whom a tab acts as that shows the portal as somebody else: only in the session that began the view, and until its end.
func (s *Service) seenAs(ctx context.Context, tx pgx.Tx, sessionID, id string) (who access.Subject, err error) {
	if uuid.Validate(id) != nil {
		return who, errViewOver()
	}
	who.SessionID = id
	err = tx.QueryRow(ctx, `SELECT v.user_id::text, v.org_id, v.ends_at FROM outrider.see_as v JOIN outrider.session s ON s.id = v.id
		WHERE v.id = $1 AND v.actor_session = $2 AND s.revoked_at IS NULL AND v.ends_at > $3`, id, sessionID, s.now()).Scan(&who.UserID, &who.OrgID, &who.ExpiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return who, errViewOver()
	}
	if err != nil {
		return who, fmt.Errorf("find view %s: %w", id, err)
	}
	return who, nil
}

// stillSeen ends a view whose owner has lost the right to it.
func (a *API) stillSeen(ctx context.Context, tokens Tokens, id string) error {
	who, err := a.Decider.Authenticate(ctx, tokens.Access)
	if err == nil {
		_, err = a.Decider.Decide(ctx, who, who.OrgID)
	}
	if fault.KindOf(err) != fault.SignedOut {
		return err
	}
	if err := a.Sessions.endView(ctx, id, "see-as lost"); err != nil {
		return err
	}
	return errViewOver()
}

// LeaveSeeAs ends a view of the session of a refresh token. One that has ended is no error.
func (s *Service) LeaveSeeAs(ctx context.Context, token, id string) error {
	if uuid.Validate(id) != nil {
		return errViewOver()
	}
	var own bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.refresh_token r JOIN outrider.see_as v ON v.actor_session = r.session_id WHERE r.hash = $1 AND v.id = $2)`,
		digest(token), id).Scan(&own)
	if err != nil {
		return fmt.Errorf("find view %s: %w", id, err)
	}
	if !own {
		return errViewOver()
	}
	return s.endView(ctx, id, "see-as left")
}

func (s *Service) endView(ctx context.Context, id, why string) error {
	if err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return s.end(ctx, tx, id, why) }); err != nil {
		return err
	}
	s.changed()
	return nil
}

func errViewOver() error {
	return fault.New(fault.NotFound, "This view of the portal as somebody else has ended.")
}

// viewMay are the operations that a tab calls for itself, whatever its token says.
var viewMay = []string{"/api/auth/refresh", "/api/auth/leave"}

// mayChange refuses what comes with the token of somebody who sees the portal as somebody else.
func (a *API) mayChange(r *http.Request) error {
	token, sent := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !sent || r.Method == http.MethodGet || slices.Contains(viewMay, r.URL.Path) || a.Decider == nil {
		return nil
	}
	who, err := a.Decider.Authenticate(r.Context(), token)
	if err != nil {
		return nil // the operation itself says what it makes of the token
	}
	if grant, err := a.Decider.Decide(r.Context(), who, who.OrgID); err == nil && grant.Viewer != nil {
		return fault.New(fault.ReadOnly, "You see the portal as somebody else, and change nothing.")
	}
	return nil
}
