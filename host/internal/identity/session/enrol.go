package session

import (
	"context"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity/twostep"
)

// Enrol begins to set up an app for somebody who may not sign in without a second step. Fault: signed_out for a ticket that is none (any more).
func (s *Service) Enrol(ctx context.Context, ticketText string) (e twostep.Enrolment, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		pending, err := s.readTicket(ctx, tx, ticketText, ticketEnrol)
		if err != nil {
			return err
		}
		_, email, err := s.accountByID(ctx, pending.accountID)
		if err != nil {
			return err
		}
		e, err = s.twoStep.Begin(ctx, tx, pending.accountID, email)
		return err
	})
	return e, err
}

// Enrolled turns the app on by its first code, and signs in. Its faults are those of SignInSecond.
func (s *Service) Enrolled(ctx context.Context, ticketText, code string, from Client) (tokens Tokens, recovery []string, err error) {
	pending, err := s.peekTicket(ctx, ticketText, ticketEnrol)
	if err != nil {
		return Tokens{}, nil, err
	}
	tokens, err = s.finish(ctx, pending, from, func(tx pgx.Tx, sessionID string) error {
		if _, err := s.readTicket(ctx, tx, ticketText, ticketEnrol); err != nil {
			return err
		}
		if recovery, err = s.confirm(ctx, tx, pending.accountID, sessionID, code); err != nil {
			return err
		}
		return spendTicket(ctx, tx, ticketText)
	})
	if err == nil {
		s.changed()
	}
	return tokens, recovery, err
}
