package session

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/sdk/fault"
)

const textResetFailed = "Failed to reset password"

func (a *API) changePassword(w http.ResponseWriter, r *http.Request) error {
	who, err := a.authenticated(r)
	if err != nil {
		return err
	}
	var in struct {
		Previous *string `json:"previous_password"`
		Proposed *string `json:"proposed_password"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.previous_password": in.Previous, "body.proposed_password": in.Proposed}); missing != nil {
		return missing
	}
	tokens, err := a.Sessions.ChangePassword(r.Context(), who, *in.Previous, *in.Proposed, a.ClientOf(r))
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}

// ChangePassword replaces the password of the subject and ends all its sessions. The tokens are of a new one, which acts where the subject did:
// whoever holds a copy of the old one's is out. Wrong guesses of the previous password count as failed sign-ins.
func (s *Service) ChangePassword(ctx context.Context, who access.Subject, previous, proposed string, from Client) (tokens Tokens, err error) {
	if problem := password.Problem(proposed); problem != "" {
		return Tokens{}, invalidPassword("body.proposed_password", problem)
	}
	if previous == proposed {
		return Tokens{}, invalidPassword("body.proposed_password", password.TextSame)
	}
	var email, stored string
	err = s.pool.QueryRow(ctx, `SELECT email, password_hash FROM outrider.account WHERE id = $1 AND NOT disabled`, who.UserID).Scan(&email, &stored)
	if err != nil {
		return Tokens{}, fmt.Errorf("find account %s: %w", who.UserID, err)
	}
	tried, err := s.begin(ctx, email, from.Address)
	if err != nil {
		return Tokens{}, err
	}
	defer func() { err = s.unlessJudged(ctx, tried, err) }()
	good, err := s.hasher.Verify(ctx, stored, previous)
	if err != nil {
		return Tokens{}, fmt.Errorf("verify a password: %w", err)
	}
	if !good {
		return Tokens{}, invalidPassword("body.previous_password", "The password is not correct.")
	}
	hashed, err := s.hasher.Hash(ctx, proposed)
	if err != nil {
		return Tokens{}, fmt.Errorf("hash a password: %w", err)
	}
	subject, refresh := who, ""
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE outrider.account SET password_hash = $2 WHERE id = $1 AND password_hash = $3`, who.UserID, hashed, stored)
		if err != nil {
			return fmt.Errorf("change the password of %s: %w", who.UserID, err)
		}
		if tag.RowsAffected() == 0 {
			return fault.New(fault.Conflict, textResetFailed)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (actor_id, org_id, action, target) VALUES ($1::uuid, $2, 'password.change', $1::text)`, who.UserID, who.OrgID); err != nil {
			return fmt.Errorf("note the change: %w", err)
		}
		if err := EndAll(ctx, tx, who.UserID, "", "password", s.now()); err != nil {
			return err
		}
		if subject.SessionID, refresh, err = s.replace(ctx, tx, who, from); err != nil {
			return err
		}
		return s.succeed(ctx, tx, tried, email)
	})
	if err != nil {
		return Tokens{}, err
	}
	s.changed()
	signed, err := s.keys.Sign(ctx, subject)
	return Tokens{Access: signed, Refresh: refresh, OrgID: subject.OrgID}, err
}

// replace begins a session in the place of the subject's, which has just ended.
func (s *Service) replace(ctx context.Context, tx pgx.Tx, who access.Subject, from Client) (id, refresh string, err error) {
	var org string
	if err := tx.QueryRow(ctx, `SELECT org_id FROM outrider.session WHERE id = $1 AND account_id = $2`, who.SessionID, who.UserID).Scan(&org); err != nil {
		return "", "", fmt.Errorf("find session %s: %w", who.SessionID, err)
	}
	if id, refresh, err = s.insert(ctx, tx, who.UserID, org, from); err != nil {
		return "", "", err
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.session_issuer SET session_id = $2 WHERE session_id = $1`, who.SessionID, id); err != nil {
		return "", "", fmt.Errorf("keep the issuer of session %s: %w", who.SessionID, err)
	}
	return id, refresh, nil
}

func invalidPassword(field, problem string) error {
	return fault.InvalidFields(textResetFailed, fault.Field{Location: field, Message: problem})
}
