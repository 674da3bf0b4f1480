package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/accountmail"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/outrider/host/internal/mail"
)

// ResetLife is how long the link of a forgotten password is good.
const ResetLife = time.Hour

// The most links that are asked for in a quarter of an hour, for one account and from one address.
const (
	maxResets            = 3
	maxResetsFromAddress = 20
)

// RequestReset mails a link to choose a new password, if there is an account of the address that may sign in. The answer is the same whether there is one
// or not, and the limits, which count addresses without an account, too, keep anybody from measuring which it is: beyond them the error is a TooMany.
func (s *Service) RequestReset(ctx context.Context, email string, from Client) error {
	email = strings.ToLower(strings.TrimSpace(clip(email, 254)))
	if strings.ContainsRune(email, 0) {
		return nil
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		now := s.now()
		if _, err := count(ctx, tx, "reset", email, maxResets, now); err != nil {
			return err
		}
		if _, err := count(ctx, tx, "reset-address", from.Address, maxResetsFromAddress, now); err != nil {
			return err
		}
		return s.mailReset(ctx, tx, email, now)
	})
	if err == nil {
		s.mailed()
	}
	return err
}

// mailReset writes the link and its mail, inside tx; nothing if there is no account that may sign in.
func (s *Service) mailReset(ctx context.Context, tx pgx.Tx, email string, now time.Time) error {
	var id, org, zone, country, locale string
	err := tx.QueryRow(ctx, `SELECT a.id::text, a.org_id, o.zone, o.country_code, COALESCE(p.document #>> '{global,locale}', '')
		FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id LEFT JOIN outrider.preference p ON p.account_id = a.id
		WHERE a.email = $1 AND NOT a.disabled AND NOT o.disabled`, email).Scan(&id, &org, &zone, &country, &locale)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find an account: %w", err)
	}
	token := rand.Text()
	_, err = tx.Exec(ctx, `INSERT INTO outrider.password_reset (account_id, token_hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT ON CONSTRAINT password_reset_pk DO UPDATE SET token_hash = EXCLUDED.token_hash, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`,
		id, digest(token), now, now.Add(ResetLife))
	if err != nil {
		return fmt.Errorf("make a link for account %s: %w", id, err)
	}
	message, err := accountmail.Write(accountmail.Reset, accountmail.Content{
		Locale: access.LocaleOf(locale, country), Until: now.Add(ResetLife), Zone: zone, Link: s.site() + "/sign-in?reset=" + url.QueryEscape(token),
	})
	if err != nil {
		return err
	}
	return mail.AddIn(ctx, tx, mail.Message{
		Plugin: access.HostPluginID, Key: "reset " + uuid.NewString(), OrgID: org, To: email, Subject: message.Subject, Text: message.Text, HTML: message.HTML,
	})
}

// Reset replaces the password of whoever the link was mailed to, and ends all sessions of the account. Of two who use one link at once one succeeds.
func (s *Service) Reset(ctx context.Context, token, proposed string) (email string, err error) {
	if problem := password.Problem(proposed); problem != "" {
		return "", invalidPassword("body.password", problem)
	}
	var good bool // before the costly hash
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.password_reset WHERE token_hash = $1 AND expires_at > $2)`, digest(token), s.now()).Scan(&good); err != nil {
		return "", fmt.Errorf("check a link: %w", err)
	}
	if !good {
		return "", errLinkUsed()
	}
	hashed, err := s.hasher.Hash(ctx, proposed)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var id string
		err := tx.QueryRow(ctx, `DELETE FROM outrider.password_reset WHERE token_hash = $1 AND expires_at > $2 RETURNING account_id::text`, digest(token), s.now()).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return errLinkUsed()
		}
		if err != nil {
			return fmt.Errorf("use a link: %w", err)
		}
		var org string
		err = tx.QueryRow(ctx, `UPDATE outrider.account SET password_hash = $2 WHERE id = $1 AND NOT disabled RETURNING email, org_id`, id, hashed).Scan(&email, &org)
		if errors.Is(err, pgx.ErrNoRows) {
			return errLinkUsed()
		}
		if err != nil {
			return fmt.Errorf("change the password of %s: %w", id, err)
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (actor_id, org_id, action, target) VALUES ($1::uuid, $2, 'password.reset', $1::text)`, id, org); err != nil {
			return fmt.Errorf("note the change: %w", err)
		}
		return EndAll(ctx, tx, id, "", "password", s.now())
	})
	if err == nil {
		s.changed()
	}
	return email, err
}

func (a *API) requestReset(w http.ResponseWriter, r *http.Request) error {
	var in requestResetBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.email": in.Email}); missing != nil {
		return missing
	}
	if err := a.Sessions.RequestReset(r.Context(), *in.Email, a.ClientOf(r)); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (a *API) reset(w http.ResponseWriter, r *http.Request) error {
	var in resetBody
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if missing := required(map[string]*string{"body.token": in.Token, "body.password": in.Password}); missing != nil {
		return missing
	}
	email, err := a.Sessions.Reset(r.Context(), *in.Token, *in.Password)
	if err != nil {
		return err
	}
	tokens, err := a.Sessions.SignIn(r.Context(), Credentials{Email: email, Password: *in.Password}, a.ClientOf(r))
	if err != nil {
		return err
	}
	return a.give(w, r, tokens)
}
