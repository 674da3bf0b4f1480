package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
)

// Federated is somebody whom another site has signed in.
type Federated struct {
	OrgID           string // to enter; empty: the account's own organisation
	Issuer, IDToken string
	Subject, SID    string // whom and which of its sessions the other site means; SID may be empty
	SecondStep      bool   // the other site says that it asked for one
	// Account finds the account, or makes it, inside tx. Its errors are passed on.
	Account func(tx pgx.Tx) (accountID string, err error)
}

// ErrOrganisation is the error of who may not enter the organisation that was asked for. All sessions of the account were ended.
var ErrOrganisation = errors.New("may not enter that organisation")

// SignInFederated begins a session for somebody whom another site has signed in; the account must exist and be enabled. Where the organisation asks for a
// second step of the role and the other site did not, the error is a NextStep. Errors: TooMany,
// ErrOrganisation, those of Account; fault signed_out for a disabled account.
func (s *Service) SignInFederated(ctx context.Context, f Federated, from Client) (Tokens, error) {
	tried, err := s.beginFrom(ctx, from.Address)
	if err != nil {
		return Tokens{}, err
	}
	var id string
	if err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		id, err = f.Account(tx)
		return err
	}); err != nil {
		return Tokens{}, err
	}
	s.changed()
	who, email, err := s.accountByID(ctx, id)
	if err != nil {
		return Tokens{}, err
	}
	if who.Disabled || who.HomeDisabled && !access.IsSupport(who.Role) {
		return Tokens{}, signInFailed()
	}
	org, err := s.entered(ctx, who, f.OrgID)
	if err != nil {
		return Tokens{}, errors.Join(ErrOrganisation, s.expel(ctx, who, err))
	}
	by := issuedBy{Issuer: f.Issuer, IDToken: f.IDToken, Subject: f.Subject, SID: f.SID}
	if !f.SecondStep {
		state, err := twostep.StateOf(ctx, s.pool, who.ID)
		if err != nil {
			return Tokens{}, err
		}
		if state.Required {
			return Tokens{}, s.askNext(ctx, by.ticket(who.ID, org), state, tried)
		}
	}
	return s.open(ctx, who, org, email, from, tried, func(tx pgx.Tx, sessionID string) error {
		return noteIssuer(ctx, tx, sessionID, by, f.SecondStep)
	})
}

// issuedBy is what is kept of the site that a session was begun by.
type issuedBy struct {
	Issuer  string `json:"issuer,omitempty"`
	IDToken string `json:"id_token,omitempty"`
	Subject string `json:"subject,omitempty"`
	SID     string `json:"sid,omitempty"`
}

// ticket carries it over the second step.
func (i issuedBy) ticket(accountID, orgID string) ticket {
	data, _ := json.Marshal(i) // texts can always be written
	return ticket{accountID: accountID, orgID: orgID, data: data}
}

// issued is the site that a sign-in was begun by; empty: this one.
func (t ticket) issued() (i issuedBy) {
	_ = json.Unmarshal(t.data, &i) // a ticket without data has none
	return i
}

// noteIssuer keeps by which site a session was begun, and whether a second step was asked for, there or here.
func noteIssuer(ctx context.Context, tx pgx.Tx, sessionID string, by issuedBy, secondStep bool) error {
	if by.Issuer == "" {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO outrider.session_issuer (session_id, issuer, id_token, second_step, subject, sid) VALUES ($1, $2, $3, $4, $5, $6)`,
		sessionID, by.Issuer, by.IDToken, secondStep, by.Subject, by.SID)
	if err != nil {
		return fmt.Errorf("note the issuer of session %s: %w", sessionID, err)
	}
	return nil
}

// expel ends every session of somebody who named an organisation that is not his. A support role that named one that does not exist stays.
func (s *Service) expel(ctx context.Context, who account, why error) error {
	if fault.KindOf(why) != fault.SignedOut {
		return why
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return EndAll(ctx, tx, who.ID, "", "organisation", s.now()) })
	s.changed()
	return errors.Join(why, err)
}

func (s *Service) accountByID(ctx context.Context, id string) (who account, email string, err error) {
	err = s.pool.QueryRow(ctx, `SELECT a.id::text, trim(a.first_name || ' ' || a.last_name), a.role, a.org_id, a.disabled, o.disabled, a.email
		FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id WHERE a.id = $1`, id).
		Scan(&who.ID, &who.Name, &who.Role, &who.OrgID, &who.Disabled, &who.HomeDisabled, &email)
	if err != nil {
		return account{}, "", fmt.Errorf("find account %s: %w", id, err)
	}
	return who, email, nil
}
