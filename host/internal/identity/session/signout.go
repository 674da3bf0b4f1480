package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Left is a session that was just ended; its zero value is of somebody who had none.
type Left struct {
	Issuer, IDToken string // empty unless another site began it
	Go              bool   // it was the driver app's
}

// SignOut ends the session of a refresh token. An unknown token is no error: its owner is signed out.
func (s *Service) SignOut(ctx context.Context, token string) (left Left, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var id string
		var services []string
		err := tx.QueryRow(ctx, `SELECT s.id::text, COALESCE(i.issuer, ''), COALESCE(i.id_token, ''), o.services FROM outrider.refresh_token r
			JOIN outrider.session s ON s.id = r.session_id JOIN outrider.organisation o ON o.id = s.org_id
			LEFT JOIN outrider.session_issuer i ON i.session_id = s.id WHERE r.hash = $1`, digest(token)).Scan(&id, &left.Issuer, &left.IDToken, &services)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find a refresh token: %w", err)
		}
		left.Go = slices.Contains(services, "go")
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.session_issuer WHERE session_id = $1`, id); err != nil {
			return fmt.Errorf("forget the issuer of session %s: %w", id, err)
		}
		s.noteOwner(ctx, tx, id)
		return s.end(ctx, tx, id, "sign-out")
	})
	if err != nil {
		return Left{}, err
	}
	s.changed()
	return left, nil
}

func (a *API) goodbye(r *http.Request, left Left) string {
	if a.Goodbye == nil {
		return ""
	}
	return a.Goodbye(r.Context(), left)
}
