package session

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
)

// TwoStep is how the subject signs in.
func (s *Service) TwoStep(ctx context.Context, who access.Subject) (twostep.State, error) {
	return twostep.StateOf(ctx, s.pool, who.UserID)
}

// BeginApp begins to set up an authenticator app for the subject, who shows the password again: a session that somebody else got hold of must not lock
// its owner out. Faults: invalid for a wrong password, conflict if there is an app already.
func (s *Service) BeginApp(ctx context.Context, who access.Subject, typed string, from Client) (e twostep.Enrolment, err error) {
	email, err := s.checkPassword(ctx, who, typed, from)
	if err != nil {
		return e, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		e, err = s.twoStep.Begin(ctx, tx, who.UserID, email)
		return err
	})
	return e, err
}

// ConfirmApp turns the app on by its first code. Every other session of the account ends; recovery is nil if the account has recovery codes already.
func (s *Service) ConfirmApp(ctx context.Context, who access.Subject, code string, from Client) (recovery []string, err error) {
	tried, err := s.beginSecond(ctx, who.UserID, from.Address)
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if recovery, err = s.confirm(ctx, tx, who.UserID, who.SessionID, code); err != nil {
			return err
		}
		return takeBack(ctx, tx, tried)
	})
	if err == nil {
		s.changed()
		s.mailed()
	}
	return recovery, err
}

// confirm turns an app on and ends the account's sessions but one.
func (s *Service) confirm(ctx context.Context, tx pgx.Tx, accountID, exceptSession, code string) (recovery []string, err error) {
	good, err := s.twoStep.Confirm(ctx, tx, accountID, code)
	if err == nil && !good {
		err = wrongCode("body.code")
	}
	if err != nil {
		return nil, err
	}
	if recovery, err = twostep.FirstRecovery(ctx, tx, accountID); err != nil {
		return nil, err
	}
	if err := EndAll(ctx, tx, accountID, exceptSession, "two-step", s.now()); err != nil {
		return nil, err
	}
	return recovery, s.noteAndTell(ctx, tx, accountID, "two-step.on", "twoStepOn")
}

// RemoveApp turns the codes of the subject's app off. Faults: invalid for a wrong password, conflict where the organisation requires a second step.
func (s *Service) RemoveApp(ctx context.Context, who access.Subject, typed string, from Client) error {
	return s.withPassword(ctx, who, typed, from, func(tx pgx.Tx) error {
		if err := twostep.RemoveApp(ctx, tx, who.UserID); err != nil {
			return err
		}
		return s.noteAndTell(ctx, tx, who.UserID, "two-step.off", "twoStepOff")
	})
}

// NewRecovery replaces the recovery codes of the subject. Faults: invalid for a wrong password, conflict without a second step.
func (s *Service) NewRecovery(ctx context.Context, who access.Subject, typed string, from Client) (codes []string, err error) {
	err = s.withPassword(ctx, who, typed, from, func(tx pgx.Tx) error {
		state, err := twostep.StateOf(ctx, tx, who.UserID)
		if err != nil {
			return err
		}
		if !state.On() {
			return fault.New(fault.Conflict, "Two-step sign-in is off.")
		}
		if codes, err = twostep.NewRecovery(ctx, tx, who.UserID); err != nil {
			return err
		}
		return s.noteAndTell(ctx, tx, who.UserID, "two-step.recovery", "recoveryNew")
	})
	return codes, err
}

// withPassword runs change for a subject who typed the right password.
func (s *Service) withPassword(ctx context.Context, who access.Subject, typed string, from Client, change func(tx pgx.Tx) error) error {
	if _, err := s.checkPassword(ctx, who, typed, from); err != nil {
		return err
	}
	if err := pgx.BeginFunc(ctx, s.pool, change); err != nil {
		return err
	}
	s.mailed()
	return nil
}

// checkPassword asks a subject for the password again. Wrong ones count as failed sign-ins.
func (s *Service) checkPassword(ctx context.Context, who access.Subject, typed string, from Client) (email string, err error) {
	var stored string
	err = s.pool.QueryRow(ctx, `SELECT email, password_hash FROM outrider.account WHERE id = $1 AND NOT disabled`, who.UserID).Scan(&email, &stored)
	if err != nil {
		return "", fmt.Errorf("find account %s: %w", who.UserID, err)
	}
	tried, err := s.begin(ctx, email, from.Address)
	if err != nil {
		return "", err
	}
	defer func() { err = s.unlessJudged(ctx, tried, err) }()
	good, err := s.hasher.Verify(ctx, stored, typed)
	if err != nil {
		return "", fmt.Errorf("verify a password: %w", err)
	}
	if !good {
		return "", fault.InvalidFields("The password is not correct.", fault.Field{Location: "body.password", Message: "The password is not correct."})
	}
	return email, pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return takeBack(ctx, tx, tried) })
}
