package session

import (
	"context"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
)

// MaxSecondSteps is how many wrong codes an account may have within the window.
const MaxSecondSteps = 5

// NextStep is the error of a sign-in whose password was right and that does not end there: nobody is signed in yet. It is answered 200.
type NextStep struct {
	Next      string   `json:"next"` // "code": a second step; "enrol": one has to be set up
	Ticket    string   `json:"ticket"`
	Methods   []string `json:"methods"` // of "app", "recovery", "passkey"
	ExpiresIn int      `json:"expires_in"`
}

// Error is for the log.
func (n *NextStep) Error() string { return "sign-in goes on with " + n.Next }

// afterPassword opens the session of somebody whose password was right, or says what comes next.
func (s *Service) afterPassword(ctx context.Context, who account, org, email string, from Client, tried attempt) (Tokens, error) {
	state, err := twostep.StateOf(ctx, s.pool, who.ID)
	if err != nil {
		return Tokens{}, err
	}
	if !state.On() && !state.Required {
		return s.open(ctx, who, org, email, from, tried, nothingMore)
	}
	return Tokens{}, s.askNext(ctx, ticket{accountID: who.ID, orgID: org}, state, tried)
}

// askNext makes the ticket for the step that comes next, and is the NextStep.
func (s *Service) askNext(ctx context.Context, t ticket, state twostep.State, tried attempt) error {
	next := &NextStep{Next: ticketCode, Methods: methodsOf(state), ExpiresIn: int(TicketLife.Seconds())}
	if !state.On() {
		next.Next = ticketEnrol
	}
	t.kind = next.Next
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		// The password was no failure. What failed before is not forgiven: nobody is signed in.
		if err := takeBack(ctx, tx, tried); err != nil {
			return err
		}
		next.Ticket, err = s.newTicket(ctx, tx, t)
		return err
	})
	if err != nil {
		return err
	}
	audit.Note(ctx, func(r *audit.Record) { r.Detail = "The first step was right; the next step is asked for: " + next.Next })
	return next
}

func methodsOf(state twostep.State) []string {
	methods := []string{}
	if len(state.Passkeys) > 0 {
		methods = append(methods, "passkey")
	}
	if state.App {
		methods = append(methods, "app")
	}
	if state.RecoveryCodes > 0 {
		methods = append(methods, "recovery")
	}
	return methods
}

// SecondStep is what somebody shows after the password: one of Code and Recovery. A recovery code is taken as Code, too.
type SecondStep struct{ Ticket, Code, Recovery string }

// SignInSecond ends a sign-in that asked for a second step. Faults: invalid for a wrong code, signed_out for a ticket that is none (any more);
// beyond the limits the error is a TooMany.
func (s *Service) SignInSecond(ctx context.Context, in SecondStep, from Client) (Tokens, error) {
	pending, err := s.peekTicket(ctx, in.Ticket, ticketCode)
	if err != nil {
		return Tokens{}, err
	}
	return s.finish(ctx, pending, from, func(tx pgx.Tx, _ string) error {
		if _, err := s.readTicket(ctx, tx, in.Ticket, ticketCode); err != nil {
			return err
		}
		if err := s.checkSecond(ctx, tx, pending.accountID, in); err != nil {
			return err
		}
		return spendTicket(ctx, tx, in.Ticket)
	})
}

func (s *Service) checkSecond(ctx context.Context, tx pgx.Tx, accountID string, in SecondStep) error {
	recovery, field := in.Recovery, "body.recovery_code"
	if recovery == "" && twostep.IsRecovery(in.Code) {
		recovery, field = in.Code, "body.code"
	}
	if recovery != "" {
		good, err := twostep.UseRecovery(ctx, tx, accountID, recovery)
		if err == nil && !good {
			err = wrongCode(field)
		}
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, accountID, "recoveryUsed")
	}
	good, err := s.twoStep.Check(ctx, tx, accountID, in.Code)
	if err == nil && !good {
		err = wrongCode("body.code")
	}
	return err
}

func (s *Service) peekTicket(ctx context.Context, text string, kinds ...string) (t ticket, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		t, err = s.readTicket(ctx, tx, text, kinds...)
		return err
	})
	return t, err
}

// finish signs in the account of a ticket if check, which runs in the transaction of the session, lets it. The attempt counts as failed until then.
func (s *Service) finish(ctx context.Context, pending ticket, from Client, check func(tx pgx.Tx, sessionID string) error) (tokens Tokens, err error) {
	tried, err := s.beginSecond(ctx, pending.accountID, from.Address)
	if err != nil {
		return Tokens{}, err
	}
	defer func() { err = s.unlessJudged(ctx, tried, err) }()
	who, email, err := s.accountByID(ctx, pending.accountID)
	if err != nil {
		return Tokens{}, err
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ActorID, r.ActorEmail, r.ActorName, r.ActorRole, r.HomeOrgID, r.OrgID, r.ObjectKind, r.ObjectID = who.ID, email, who.Name, who.Role, who.OrgID, pending.orgID, "user", who.ID
	})
	if who.Disabled || who.HomeDisabled && !access.IsSupport(who.Role) {
		return Tokens{}, signInFailed()
	}
	org, err := s.entered(ctx, who, pending.orgID)
	if err != nil {
		return Tokens{}, err
	}
	tokens, err = s.open(ctx, who, org, email, from, tried, func(tx pgx.Tx, sessionID string) error {
		if err := check(tx, sessionID); err != nil {
			return err
		}
		if err := noteIssuer(ctx, tx, sessionID, pending.issued(), true); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM outrider.sign_in_attempt WHERE kind = 'second-step' AND subject = $1`, who.ID)
		return err
	})
	if err == nil {
		s.mailed()
	}
	return tokens, err
}

// beginSecond counts an attempt at a second step, of the account and of the address.
func (s *Service) beginSecond(ctx context.Context, accountID, address string) (a attempt, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.now()
		if a.account, err = count(ctx, tx, "second-step", accountID, MaxSecondSteps, now); err != nil {
			return err
		}
		a.address, err = count(ctx, tx, "address", address, MaxPerAddress, now)
		return err
	})
	return a, err
}

func wrongCode(location string) error {
	return fault.InvalidFields("The code is not correct.", fault.Field{Location: location, Message: "The code is not correct."})
}
