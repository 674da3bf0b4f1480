package session

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/sdk/fault"
)

const textResetFailed = "Failed to reset password"

// ChangePassword replaces the password of the subject and ends its other sessions. Wrong guesses of the previous password count as failed
// sign-ins.
func (s *Service) ChangePassword(ctx context.Context, who access.Subject, previous, proposed string, from Client) error {
	if problem := password.Problem(proposed); problem != "" {
		return invalidPassword("body.proposed_password", problem)
	}
	if previous == proposed {
		return invalidPassword("body.proposed_password", password.TextSame)
	}
	var email, stored string
	err := s.pool.QueryRow(ctx, `SELECT email, password_hash FROM outrider.account WHERE id = $1 AND NOT disabled`, who.UserID).Scan(&email, &stored)
	if err != nil {
		return fmt.Errorf("find account %s: %w", who.UserID, err)
	}
	tried, err := s.begin(ctx, email, from.Address)
	if err != nil {
		return err
	}
	good, err := s.hasher.Verify(ctx, stored, previous)
	if err != nil {
		return fmt.Errorf("verify a password: %w", err)
	}
	if !good {
		return invalidPassword("body.previous_password", "The password is not correct.")
	}
	hashed, err := s.hasher.Hash(ctx, proposed)
	if err != nil {
		return fmt.Errorf("hash a password: %w", err)
	}
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
		if err := EndAll(ctx, tx, who.UserID, who.SessionID, "password", s.now()); err != nil {
			return err
		}
		return s.succeed(ctx, tx, tried, email)
	})
	if err == nil {
		s.changed()
	}
	return err
}

func invalidPassword(field, problem string) error {
	return fault.InvalidFields(textResetFailed, fault.Field{Location: field, Message: problem})
}
