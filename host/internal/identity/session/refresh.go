package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
)

// family is a presented refresh token with its session.
type family struct {
	SessionID, UserID, OrgID string
	HomeOrgID, Role          string
	BeganAt, ExpiresAt       time.Time
	UsedAt                   *time.Time
	Client                   []byte
	Over                     bool // revoked, the account or its organisation is disabled, or a second step is required now and there is none
}

// Refresh swaps a refresh token for the next one and a new access token. A used one is honoured again for 30 s from the same client, which gets
// the successor that there is already; otherwise it ends the whole session. The fault kind of every refusal is signed_out. orgID is the organisation that the caller's tab acts
// in, empty for the session's own: support roles may name any (not_found for one that does not exist), anybody else who names another than
// the session's is signed out.
func (s *Service) Refresh(ctx context.Context, token, orgID string, from Client) (Tokens, error) {
	return s.refresh(ctx, token, wish{OrgID: orgID}, from)
}

// refresh is Refresh of a tab that may also show the portal as somebody else; not_found once that view has ended.
func (s *Service) refresh(ctx context.Context, token string, wanted wish, from Client) (Tokens, error) {
	var subject access.Subject
	var next string
	ended := false
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		f, err := s.present(ctx, tx, token)
		if err != nil {
			return err
		}
		now, client := s.now(), fingerprint(from)
		if f.Over || now.After(f.ExpiresAt) || !now.Before(f.BeganAt.Add(s.lifetime)) {
			return signInFailed()
		}
		if f.UsedAt != nil && (now.Sub(*f.UsedAt) > repeatWithin || subtle.ConstantTimeCompare(f.Client, client) == 0) {
			ended = true
			s.log.Warn("a used refresh token came back; its session was ended", "session", f.SessionID, "user", f.UserID, "address", from.Address)
			return s.end(ctx, tx, f.SessionID, "replay")
		}
		acting, err := s.acting(ctx, tx, f, wanted.OrgID, from)
		if err != nil {
			return err
		}
		if acting == "" {
			ended = true
			return s.end(ctx, tx, f.SessionID, "organisation")
		}
		subject = access.Subject{UserID: f.UserID, OrgID: acting, SessionID: f.SessionID}
		if wanted.SeeAs != "" {
			if subject, err = s.seenAs(ctx, tx, f.SessionID, wanted.SeeAs); err != nil {
				return err
			}
		}
		if f.UsedAt != nil {
			next, err = s.succeeded(ctx, tx, token)
			return err
		}
		next, err = s.renew(ctx, tx, f, token, client)
		return err
	})
	if err != nil {
		return Tokens{}, err
	}
	if ended {
		s.changed()
		return Tokens{}, signInFailed()
	}
	if wanted.SeeAs == "" {
		s.seen(ctx, subject.UserID)
	}
	signed, err := s.keys.Sign(ctx, subject)
	return Tokens{Access: signed, Refresh: next, OrgID: subject.OrgID, EndsAt: endOf(subject, s.now())}, err
}

// present finds and locks a refresh token: of two tabs that come at once, the second sees what the first did.
func (s *Service) present(ctx context.Context, tx pgx.Tx, token string) (family, error) {
	rows, err := tx.Query(ctx, `SELECT s.id::text, s.account_id::text, s.org_id, a.org_id, a.role, s.created_at, r.expires_at, r.used_at, r.client,
			s.revoked_at IS NOT NULL OR a.disabled OR (o.disabled AND a.role NOT IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'))
			OR (a.role = ANY (o.two_step_roles) AND NOT COALESCE((SELECT i.second_step FROM outrider.session_issuer i WHERE i.session_id = s.id), outrider.has_second_step(a.id)))
		FROM outrider.refresh_token r JOIN outrider.session s ON s.id = r.session_id
		JOIN outrider.account a ON a.id = s.account_id JOIN outrider.organisation o ON o.id = a.org_id
		WHERE r.hash = $1 FOR UPDATE OF r, s`, digest(token))
	if err != nil {
		return family{}, fmt.Errorf("find a refresh token: %w", err)
	}
	f, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[family])
	if errors.Is(err, pgx.ErrNoRows) {
		return family{}, signInFailed()
	}
	if err != nil {
		return family{}, fmt.Errorf("find a refresh token: %w", err)
	}
	return f, nil
}

// renew puts a new refresh token in the place of one that is used now.
func (s *Service) renew(ctx context.Context, tx pgx.Tx, f family, token string, client []byte) (next string, err error) {
	now := s.now()
	ends := s.ends(f.BeganAt, now)
	if next, err = s.issue(ctx, tx, f.SessionID, ends); err != nil {
		return "", err
	}
	sealed, err := seal(token, next)
	if err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.refresh_token SET used_at = $2, client = $3, successor = $4 WHERE hash = $1`, digest(token), now, client, sealed); err != nil {
		return "", fmt.Errorf("mark a refresh token: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.session SET seen_at = $2, expires_at = $3 WHERE id = $1`, f.SessionID, now, ends); err != nil {
		return "", fmt.Errorf("renew session %s: %w", f.SessionID, err)
	}
	return next, nil
}

// issue adds a refresh token to a session. Only its hash is stored.
func (s *Service) issue(ctx context.Context, tx pgx.Tx, sessionID string, ends time.Time) (string, error) {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil {
		return "", fmt.Errorf("make a refresh token: %w", err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	_, err := tx.Exec(ctx, `INSERT INTO outrider.refresh_token (hash, session_id, issued_at, expires_at) VALUES ($1, $2, $3, $4)`,
		digest(token), sessionID, s.now(), ends)
	if err != nil {
		return "", fmt.Errorf("issue a refresh token: %w", err)
	}
	return token, nil
}

// End ends any session, for an operator. The fault is not_found if there is none.
func (s *Service) End(ctx context.Context, sessionID string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return s.end(ctx, tx, sessionID, "operator") })
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.Wrap(fault.NotFound, err, "There is no such session.")
	}
	if err == nil {
		s.changed()
	}
	return err
}

// noteOwner tells the audit log whose session it is.
func (s *Service) noteOwner(ctx context.Context, tx pgx.Tx, sessionID string) {
	audit.Note(ctx, func(r *audit.Record) {
		r.SessionID, r.ObjectKind, r.ObjectID = sessionID, "session", sessionID
		_ = tx.QueryRow(ctx, `SELECT a.id::text, a.email, trim(a.first_name || ' ' || a.last_name), a.role, a.org_id, s.org_id
			FROM outrider.session s JOIN outrider.account a ON a.id = s.account_id WHERE s.id = $1`, sessionID).
			Scan(&r.ActorID, &r.ActorEmail, &r.ActorName, &r.ActorRole, &r.HomeOrgID, &r.OrgID) // the session is ended whether or not it can be named
	})
}

func digest(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// fingerprint tells clients apart well enough for 30 s: same address, same program.
func fingerprint(c Client) []byte { return digest(c.Address + "\n" + c.UserAgent) }
