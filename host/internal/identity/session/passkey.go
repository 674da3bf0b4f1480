package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/passkey"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
)

const (
	ticketPasskey  = "passkey"  // a passkey is asked for
	ticketRegister = "register" // a passkey is being made

	// maxPasskeyBegun is how many sign-ins by passkey an address may begin within the window: each is a row.
	maxPasskeyBegun = 300
)

// Asked is what a browser is to ask its authenticator, and what it brings back with the answer.
type Asked struct {
	Ticket  string          `json:"ticket"`
	Options json.RawMessage `json:"options"` // publicKey of navigator.credentials
}

// asking is what a ticket keeps between question and answer.
type asking struct {
	Session json.RawMessage `json:"session"`
	First   bool            `json:"first"` // the first step was right before
	issuedBy
}

// BeginPasskey asks for a passkey: of whoever has one here, or after the password of the one who typed it.
func (s *Service) BeginPasskey(ctx context.Context, codeTicket string, from Client) (asked Asked, err error) {
	site, err := passkey.At(s.site())
	if err != nil {
		return Asked{}, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := count(ctx, tx, "passkey", from.Address, maxPasskeyBegun, s.now()); err != nil {
			return err
		}
		t := ticket{kind: ticketPasskey}
		var kept asking
		if codeTicket == "" {
			asked.Options, kept.Session, err = site.BeginAnyLogin()
		} else {
			before, notGood := s.readTicket(ctx, tx, codeTicket, ticketCode)
			if notGood != nil {
				return notGood
			}
			t.accountID, t.orgID, kept.First, kept.issuedBy = before.accountID, before.orgID, true, before.issued()
			asked.Options, kept.Session, err = site.BeginLogin(ctx, tx, before.accountID)
		}
		if err != nil {
			return passkeyFault(err)
		}
		asked.Ticket, err = s.keepAsking(ctx, tx, t, kept)
		return err
	})
	return asked, err
}

func (s *Service) keepAsking(ctx context.Context, tx pgx.Tx, t ticket, kept asking) (string, error) {
	var err error
	if t.data, err = json.Marshal(kept); err != nil {
		return "", fmt.Errorf("keep what a browser is asked: %w", err)
	}
	return s.newTicket(ctx, tx, t)
}

// SignInPasskey ends a sign-in by passkey. Faults: signed_out for an answer that proves nothing, or a ticket that is over.
func (s *Service) SignInPasskey(ctx context.Context, ticketText string, answer json.RawMessage, from Client) (Tokens, error) {
	site, err := passkey.At(s.site())
	if err != nil {
		return Tokens{}, err
	}
	pending, err := s.peekTicket(ctx, ticketText, ticketPasskey)
	if err != nil {
		return Tokens{}, err
	}
	if pending.accountID == "" {
		if pending.accountID, err = s.claimed(ctx, answer, from); err != nil {
			return Tokens{}, err
		}
	}
	tokens, err := s.finish(ctx, pending, from, func(tx pgx.Tx, _ string) error {
		t, err := s.readTicket(ctx, tx, ticketText, ticketPasskey)
		if err != nil {
			return err
		}
		var kept asking
		if err := json.Unmarshal(t.data, &kept); err != nil {
			return fmt.Errorf("read what a browser was asked: %w", err)
		}
		if err := site.Check(ctx, tx, pending.accountID, kept.Session, answer, s.now()); err != nil {
			return err
		}
		return endTickets(ctx, tx, pending.accountID)
	})
	if errors.Is(err, passkey.ErrRefused) || errors.Is(err, passkey.ErrCloned) {
		s.log.Warn("a passkey was refused", "user", pending.accountID, "address", from.Address, "error", err)
	}
	if err != nil {
		return Tokens{}, passkeyFault(err)
	}
	return tokens, s.forgetTicket(ctx, ticketText)
}

// claimed is the account that an answer names, if there is one that may sign in; a name that leads nowhere counts against the address.
func (s *Service) claimed(ctx context.Context, answer json.RawMessage, from Client) (string, error) {
	id, err := passkey.OwnerOf(answer)
	if err == nil {
		err = s.pool.QueryRow(ctx, `SELECT id::text FROM outrider.account WHERE id = $1`, id).Scan(&id)
	}
	if err == nil {
		return id, nil
	}
	if !errors.Is(err, pgx.ErrNoRows) && !errors.Is(err, passkey.ErrRefused) {
		return "", fmt.Errorf("find the owner of a passkey: %w", err)
	}
	if _, err := s.beginFrom(ctx, from.Address); err != nil {
		return "", err
	}
	return "", signInFailed()
}

func (s *Service) forgetTicket(ctx context.Context, text string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return spendTicket(ctx, tx, text) })
}

// BeginRegistration begins to make a passkey for the subject, who shows the password again.
func (s *Service) BeginRegistration(ctx context.Context, who access.Subject, typed string, from Client) (asked Asked, err error) {
	site, err := passkey.At(s.site())
	if err != nil {
		return Asked{}, err
	}
	email, err := s.checkPassword(ctx, who, typed, from)
	if err != nil {
		return Asked{}, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var kept asking
		asked.Options, kept.Session, err = site.BeginRegistration(ctx, tx, passkey.Account{ID: who.UserID, Email: email})
		if err != nil {
			return err
		}
		asked.Ticket, err = s.keepAsking(ctx, tx, ticket{kind: ticketRegister, accountID: who.UserID}, kept)
		return err
	})
	return asked, err
}

// Register keeps a passkey that an authenticator made for the subject. Every other session of the account ends with the first second step.
func (s *Service) Register(ctx context.Context, who access.Subject, ticketText, name string, answer json.RawMessage) (recovery []string, err error) {
	site, err := passkey.At(s.site())
	if err != nil {
		return nil, err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		t, err := s.readTicket(ctx, tx, ticketText, ticketRegister)
		if err != nil {
			return err
		}
		if t.accountID != who.UserID {
			return signInFailed()
		}
		var kept asking
		if err := json.Unmarshal(t.data, &kept); err != nil {
			return fmt.Errorf("read what a browser was asked: %w", err)
		}
		if err := site.Register(ctx, tx, passkey.Account{ID: who.UserID}, name, kept.Session, answer, s.now()); err != nil {
			return err
		}
		if recovery, err = twostep.FirstRecovery(ctx, tx, who.UserID); err != nil {
			return err
		}
		if recovery != nil {
			if err := EndAll(ctx, tx, who.UserID, who.SessionID, "two-step", s.now()); err != nil {
				return err
			}
		}
		if err := spendTicket(ctx, tx, ticketText); err != nil {
			return err
		}
		return s.noteAndTell(ctx, tx, who.UserID, "passkey.add", "passkeyAdded")
	})
	if errors.Is(err, passkey.ErrRefused) {
		return nil, fault.Wrap(fault.Invalid, err, "This passkey cannot be used.")
	}
	if err == nil {
		s.changed()
		s.mailed()
	}
	return recovery, err
}

// RenamePasskey names a passkey of the subject anew. Fault: not_found.
func (s *Service) RenamePasskey(ctx context.Context, who access.Subject, id, name string) error {
	tag, err := s.pool.Exec(ctx, `UPDATE outrider.passkey SET name = $3 WHERE account_id = $1 AND id::text = $2`, who.UserID, strings.ToLower(id), name)
	if err != nil {
		return fmt.Errorf("rename a passkey of %s: %w", who.UserID, err)
	}
	if tag.RowsAffected() == 0 {
		return errNoPasskey()
	}
	return nil
}

// RemovePasskey takes a passkey of the subject away. Faults: not_found, invalid for a wrong password, conflict where a second step is required and this is the last.
func (s *Service) RemovePasskey(ctx context.Context, who access.Subject, id, typed string, from Client) error {
	return s.withPassword(ctx, who, typed, from, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `DELETE FROM outrider.passkey WHERE account_id = $1 AND id::text = $2`, who.UserID, strings.ToLower(id))
		if err != nil {
			return fmt.Errorf("remove a passkey of %s: %w", who.UserID, err)
		}
		if tag.RowsAffected() == 0 {
			return errNoPasskey()
		}
		if err := twostep.Removed(ctx, tx, who.UserID); err != nil {
			return err
		}
		return s.noteAndTell(ctx, tx, who.UserID, "passkey.remove", "passkeyRemoved")
	})
}

func errNoPasskey() error { return fault.New(fault.NotFound, "There is no such passkey.") }

// passkeyFault is what a browser hears of an answer that is not good: nothing about why.
func passkeyFault(err error) error {
	if errors.Is(err, passkey.ErrRefused) || errors.Is(err, passkey.ErrCloned) {
		return fault.Wrap(fault.SignedOut, err, "Sign in failed")
	}
	return err
}
