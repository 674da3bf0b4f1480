package session

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/identity/password"
	"outrider.dev/outrider/host/internal/identity/twostep"
	"outrider.dev/sdk/fault"
)

// RefreshLife is how long a refresh token is good unused.
const RefreshLife = 7 * 24 * time.Hour

// repeatWithin is how long the client that used a refresh token may use it again.
const repeatWithin = 30 * time.Second

// DefaultLifetime of a session.
const DefaultLifetime = 30 * 24 * time.Hour

// Config is what Service needs; every field is required, but Now, Lifetime, PublicURL and Mailed.
type Config struct {
	Pool    *pgxpool.Pool
	Keys    *Keys
	Hasher  *password.Hasher
	TwoStep *twostep.Keeper
	Log     *slog.Logger
	Changed func() // called after sessions were ended: access.Service.Changed
	Now     func() time.Time
	// Lifetime is how long a session may last in all, however often it is renewed; 0: DefaultLifetime.
	Lifetime time.Duration
	// PublicURL is where people find the product: what the links of mails begin with. Mailed is called after mails were queued. Both may be nil in tests.
	PublicURL func() string
	Mailed    func()
}

// Service begins, renews and ends sessions. It is safe for concurrent use.
type Service struct {
	pool     *pgxpool.Pool
	keys     *Keys
	hasher   *password.Hasher
	twoStep  *twostep.Keeper
	log      *slog.Logger
	changed  func()
	now      func() time.Time
	lifetime time.Duration
	site     func() string
	mailed   func()
}

// New builds a Service.
func New(c Config) *Service {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.PublicURL == nil {
		c.PublicURL = func() string { return "" }
	}
	if c.Mailed == nil {
		c.Mailed = func() {}
	}
	return &Service{
		pool: c.Pool, keys: c.Keys, hasher: c.Hasher, twoStep: c.TwoStep, log: c.Log, changed: c.Changed, now: c.Now, lifetime: cmp.Or(c.Lifetime, DefaultLifetime),
		site: c.PublicURL, mailed: c.Mailed,
	}
}

// ends is when a session that began then and is renewed now is over if nobody renews it again.
func (s *Service) ends(began, now time.Time) time.Time {
	unused, at := now.Add(RefreshLife), began.Add(s.lifetime)
	if at.Before(unused) {
		return at
	}
	return unused
}

// Client is the browser or program that a request came from.
type Client struct {
	Address   string // as the edge trusts it; an IPv6 network of 64 bits counts as one address
	UserAgent string
}

// Tokens are what a client holds of a session.
type Tokens struct {
	Access  string
	Refresh string
	OrgID   string    // the organisation that Access acts in
	EndsAt  time.Time // of Access; zero: AccessLife from now
}

// Run ends what has expired every hour, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	ticker := time.NewTicker(time.Hour)
	defer ticker.Stop()
	for {
		if err := s.prune(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("expired sessions could not be removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (s *Service) prune(ctx context.Context) error {
	now := s.now()
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, q := range []struct {
			sql    string
			before time.Time
		}{
			{`DELETE FROM outrider.refresh_token WHERE expires_at < $1`, now},
			{`DELETE FROM outrider.session WHERE expires_at < $1`, now.Add(-24 * time.Hour)},
			{`DELETE FROM outrider.sign_in_ticket WHERE expires_at < $1`, now},
			{`DELETE FROM outrider.handover_done WHERE expires_at < $1`, now},
			{`DELETE FROM outrider.sign_in_attempt WHERE at < $1`, now.Add(-limitWindow)},
		} {
			if _, err := tx.Exec(ctx, q.sql, q.before); err != nil {
				return fmt.Errorf("prune sessions: %w", err)
			}
		}
		return nil
	})
}

// EndAll revokes the sessions of an account inside tx, but no API keys, which are revoked one by one, all but one (empty: all), and ends the sign-ins under way. The caller commits and calls access.Service.Changed.
func EndAll(ctx context.Context, tx pgx.Tx, accountID, exceptSession, why string, now time.Time) error {
	rows, err := tx.Query(ctx, `UPDATE outrider.session SET revoked_at = $2, revoked_by = $3
		WHERE account_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM NULLIF($4, '')::uuid
		AND NOT EXISTS (SELECT FROM outrider.api_key k WHERE k.id = session.id) RETURNING id::text`, accountID, now, why, exceptSession)
	if err != nil {
		return fmt.Errorf("end sessions of %s: %w", accountID, err)
	}
	ended, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("end sessions of %s: %w", accountID, err)
	}
	if err := endTickets(ctx, tx, accountID); err != nil {
		return err
	}
	for _, id := range ended {
		if err := access.Announce(ctx, tx, access.Change{SessionID: id, UserID: accountID}); err != nil {
			return err
		}
	}
	return nil
}

// end revokes one session inside tx.
func (s *Service) end(ctx context.Context, tx pgx.Tx, sessionID, why string) error {
	var account string
	err := tx.QueryRow(ctx, `UPDATE outrider.session SET revoked_at = COALESCE(revoked_at, $2), revoked_by = COALESCE(revoked_by, $3)
		WHERE id = $1 RETURNING account_id::text`, sessionID, s.now(), why).Scan(&account)
	if err != nil {
		return fmt.Errorf("end session %s: %w", sessionID, err)
	}
	return access.Announce(ctx, tx, access.Change{SessionID: sessionID, UserID: account})
}

func signInFailed() error { return fault.New(fault.SignedOut, "Sign in failed") }
