package session

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/sdk/fault"
)

// acting is the organisation that a refreshed token is for; empty when the session has to end because somebody named one that is not his.
// The first token for another organisation than the session's is noted there.
func (s *Service) acting(ctx context.Context, tx pgx.Tx, f family, wanted string, from Client) (string, error) {
	if wanted == "" || wanted == f.OrgID {
		return f.OrgID, nil
	}
	if !access.IsSupport(f.Role) {
		s.log.Warn("a session named an organisation that is not its own and was ended", "session", f.SessionID, "user", f.UserID, "address", from.Address)
		return "", nil
	}
	var exists bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.organisation WHERE id = $1)`, wanted).Scan(&exists); err != nil {
		return "", fmt.Errorf("find organisation %s: %w", wanted, err)
	}
	if !exists {
		return "", fault.New(fault.NotFound, "There is no such organisation.")
	}
	if wanted == f.HomeOrgID {
		return wanted, nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (at, actor_id, org_id, action, target, detail)
		SELECT $1, $2::uuid, $3, 'enter', $4::text, jsonb_build_object('address', $5::text, 'home', $6::text)
		WHERE NOT EXISTS (SELECT FROM outrider.audit_entry WHERE org_id = $3 AND action = 'enter' AND target = $4::text AND at > $1::timestamptz - interval '7 days')`,
		s.now(), f.UserID, wanted, f.SessionID, from.Address, f.HomeOrgID)
	if err != nil {
		return "", fmt.Errorf("note that %s was entered: %w", wanted, err)
	}
	return wanted, nil
}

// wish is what a refresh may ask for.
type wish struct {
	OrgID string `json:"org_id"`
	SeeAs string `json:"see_as"`
}

// readWish reads a body that may be missing.
func readWish(r *http.Request) (in wish, err error) {
	if r.ContentLength == 0 {
		return in, nil
	}
	return in, readJSON(r, &in)
}

// leave brings the session back to the account's own organisation, or ends a view of the portal as somebody else.
func (a *API) leave(w http.ResponseWriter, r *http.Request) error {
	in, err := readWish(r)
	if err != nil {
		return err
	}
	if in.SeeAs != "" {
		if err := a.Sessions.LeaveSeeAs(r.Context(), refreshToken(r), in.SeeAs); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err := a.Sessions.Leave(r.Context(), refreshToken(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Leave lets the session of a refresh token act in its account's own organisation again. Fault: signed_out.
func (s *Service) Leave(ctx context.Context, token string) error {
	tag, err := s.pool.Exec(ctx, `UPDATE outrider.session s SET org_id = a.org_id FROM outrider.refresh_token r, outrider.account a
		WHERE r.hash = $1 AND s.id = r.session_id AND a.id = s.account_id AND s.revoked_at IS NULL AND r.expires_at > $2
		AND (r.used_at IS NULL OR r.used_at > $3)`, digest(token), s.now(), s.now().Add(-repeatWithin))
	if err != nil {
		return fmt.Errorf("leave an organisation: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return signInFailed()
	}
	return nil
}
