// Package passkey registers passkeys of accounts and checks what authenticators sign with them (WebAuthn). It belongs to one site: what was signed
// for another origin is refused.
package passkey

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/fault"
)

// Most passkeys of one account.
const Most = 20

// ErrRefused is the error of an answer that proves nothing: another origin, another challenge, another key, or one that was answered before.
var ErrRefused = errors.New("the passkey's answer is not good")

// ErrCloned is the error of an answer whose counter went back: there are two authenticators with one key.
var ErrCloned = errors.New("the passkey's counter went back")

// Site is where passkeys are used.
type Site struct{ web *webauthn.WebAuthn }

// At is the site of an address that people find the product at. Fault: unavailable for an address that browsers know no passkeys for.
func At(address string) (*Site, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("read the product's address: %w", err)
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil || u.Hostname() == "" {
		return nil, fault.New(fault.Unavailable, "Passkeys need a host name: this site is known by an address of the network only.")
	}
	web, err := webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: "Outrider", RPOrigins: []string{u.Scheme + "://" + u.Host}})
	if err != nil {
		return nil, fmt.Errorf("set up passkeys: %w", err)
	}
	return &Site{web}, nil
}

// Account is whose passkeys are meant.
type Account struct{ ID, Email, Name string }

// owner is an account as the library sees it.
type owner struct {
	Account
	keys []webauthn.Credential
}

// WebAuthnID is the user handle: the id of the account, which says nothing of the person.
func (o owner) WebAuthnID() []byte {
	id, err := uuid.Parse(o.ID)
	if err != nil {
		return nil
	}
	return id[:]
}

// WebAuthnName is what authenticators list.
func (o owner) WebAuthnName() string { return o.Email }

// WebAuthnDisplayName is what authenticators show.
func (o owner) WebAuthnDisplayName() string {
	if o.Name == "" {
		return o.Email
	}
	return o.Name
}

// WebAuthnCredentials are the account's passkeys.
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// BeginRegistration returns what a browser is to be asked, and what Register needs of it later.
func (s *Site) BeginRegistration(ctx context.Context, tx pgx.Tx, a Account) (options, session json.RawMessage, err error) {
	who, err := load(ctx, tx, a)
	if err != nil {
		return nil, nil, err
	}
	if len(who.keys) >= Most {
		return nil, nil, fault.New(fault.Conflict, "An account has at most %d passkeys.", Most)
	}
	creation, data, err := s.web.BeginRegistration(who,
		webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementRequired),
		webauthn.WithExclusions(webauthn.Credentials(who.keys).CredentialDescriptors()),
		webauthn.WithConveyancePreference(protocol.PreferNoAttestation))
	if err != nil {
		return nil, nil, fmt.Errorf("begin a passkey: %w", err)
	}
	return encode(creation.Response, data)
}

// Register keeps the passkey that an authenticator made.
func (s *Site) Register(ctx context.Context, tx pgx.Tx, a Account, name string, session, answer json.RawMessage, now time.Time) error {
	var data webauthn.SessionData
	if err := json.Unmarshal(session, &data); err != nil {
		return fmt.Errorf("read what a browser was asked: %w", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	who, err := load(ctx, tx, a)
	if err != nil {
		return err
	}
	made, err := s.web.CreateCredential(who, data, parsed)
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	made.Attestation = webauthn.CredentialAttestation{} // nobody asked for it, and it is large
	kept, err := json.Marshal(made)
	if err != nil {
		return fmt.Errorf("keep a passkey: %w", err)
	}
	tag, err := tx.Exec(ctx, `INSERT INTO outrider.passkey (account_id, credential_id, credential, name, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT ON CONSTRAINT passkey_credential_unique DO NOTHING`, a.ID, made.ID, kept, name, now)
	if err != nil {
		return fmt.Errorf("keep a passkey of %s: %w", a.ID, err)
	}
	if tag.RowsAffected() == 0 {
		return ErrRefused
	}
	return nil
}

// BeginAnyLogin asks for whichever passkey somebody has for this site; the authenticator has to verify the person, since it stands for the password, too.
func (s *Site) BeginAnyLogin() (options, session json.RawMessage, err error) {
	assertion, data, err := s.web.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, nil, fmt.Errorf("begin a sign-in by passkey: %w", err)
	}
	return encode(assertion.Response, data)
}

// BeginLogin asks for a passkey of one account, as a second step.
func (s *Site) BeginLogin(ctx context.Context, tx pgx.Tx, accountID string) (options, session json.RawMessage, err error) {
	who, err := load(ctx, tx, Account{ID: accountID})
	if err != nil {
		return nil, nil, err
	}
	if len(who.keys) == 0 {
		return nil, nil, ErrRefused
	}
	assertion, data, err := s.web.BeginLogin(who)
	if err != nil {
		return nil, nil, fmt.Errorf("begin a second step by passkey: %w", err)
	}
	return encode(assertion.Response, data)
}

// OwnerOf is the account that an answer to BeginAnyLogin claims to be of. Nothing is proved by it.
func OwnerOf(answer json.RawMessage) (accountID string, err error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", errors.Join(ErrRefused, err)
	}
	id, err := uuid.FromBytes(parsed.Response.UserHandle)
	if err != nil {
		return "", errors.Join(ErrRefused, err)
	}
	return id.String(), nil
}

// Check proves an answer of an account's authenticator, and counts it.
func (s *Site) Check(ctx context.Context, tx pgx.Tx, accountID string, session, answer json.RawMessage, now time.Time) error {
	var data webauthn.SessionData
	if err := json.Unmarshal(session, &data); err != nil {
		return fmt.Errorf("read what a browser was asked: %w", err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	who, err := load(ctx, tx, Account{ID: accountID})
	if err != nil {
		return err
	}
	var used *webauthn.Credential
	if len(data.UserID) > 0 {
		used, err = s.web.ValidateLogin(who, data, parsed)
	} else {
		_, used, err = s.web.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return who, nil }, data, parsed)
	}
	if err != nil {
		return errors.Join(ErrRefused, err)
	}
	if used.Authenticator.CloneWarning {
		return ErrCloned
	}
	kept, err := json.Marshal(used)
	if err != nil {
		return fmt.Errorf("keep a passkey: %w", err)
	}
	if _, err := tx.Exec(ctx, `UPDATE outrider.passkey SET credential = $2, used_at = $3 WHERE credential_id = $1`, used.ID, kept, now); err != nil {
		return fmt.Errorf("count the use of a passkey: %w", err)
	}
	return nil
}

// load reads the passkeys of an account and locks them: of two answers at once the second is compared with the counter that the first left.
func load(ctx context.Context, tx pgx.Tx, a Account) (owner, error) {
	rows, err := tx.Query(ctx, `SELECT credential FROM outrider.passkey WHERE account_id = $1 ORDER BY created_at, id FOR UPDATE`, a.ID)
	if err != nil {
		return owner{}, fmt.Errorf("read the passkeys of %s: %w", a.ID, err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[webauthn.Credential])
	if err != nil {
		return owner{}, fmt.Errorf("read the passkeys of %s: %w", a.ID, err)
	}
	return owner{a, keys}, nil
}

func encode(options, session any) (json.RawMessage, json.RawMessage, error) {
	asked, err := json.Marshal(options)
	if err != nil {
		return nil, nil, fmt.Errorf("write what a browser is asked: %w", err)
	}
	kept, err := json.Marshal(session)
	if err != nil {
		return nil, nil, fmt.Errorf("keep what a browser is asked: %w", err)
	}
	return asked, kept, nil
}
