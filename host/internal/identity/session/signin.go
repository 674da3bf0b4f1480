package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/access"
	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/fault"
)

// Credentials are what somebody signs in with. OrgID is for support roles that enter another organisation; usually empty.
type Credentials struct {
	Email, Password, OrgID string
}

// account is what signing in reads of a person.
type account struct {
	ID, Hash, Name, Role, OrgID string
	Disabled, HomeDisabled      bool
}

// SignIn begins a session. Unknown, disabled and mistaken look the same and take the same time: fault kind signed_out, text
// "Sign in failed". Beyond the limits the error is a TooMany; where the password is not enough it is a NextStep.
func (s *Service) SignIn(ctx context.Context, c Credentials, from Client) (tokens Tokens, err error) {
	email := strings.ToLower(strings.TrimSpace(c.Email))
	tried, err := s.begin(ctx, email, from.Address)
	if err != nil {
		return Tokens{}, err
	}
	defer func() { err = s.unlessJudged(ctx, tried, err) }()
	who, err := s.findAccount(ctx, email)
	if err != nil {
		return Tokens{}, err
	}
	audit.Note(ctx, func(r *audit.Record) {
		r.ActorID, r.ActorName, r.ActorRole, r.HomeOrgID, r.OrgID, r.ObjectKind, r.ObjectID = who.ID, who.Name, who.Role, who.OrgID, who.OrgID, "user", who.ID
		if strings.Contains(email, "@") { // not a password in the wrong field
			r.ActorEmail = email
		}
	})
	good, err := s.hasher.Verify(ctx, who.Hash, c.Password)
	if err != nil {
		return Tokens{}, fmt.Errorf("verify a password: %w", err)
	}
	if !good || who.Disabled || who.HomeDisabled && !access.IsSupport(who.Role) {
		s.log.Info("a sign-in was refused", "address", from.Address)
		return Tokens{}, signInFailed()
	}
	org, err := s.entered(ctx, who, c.OrgID)
	if err != nil {
		return Tokens{}, err
	}
	return s.afterPassword(ctx, who, org, email, from, tried)
}

func (s *Service) findAccount(ctx context.Context, email string) (account, error) {
	rows, err := s.pool.Query(ctx, `SELECT a.id::text, a.password_hash, trim(a.first_name || ' ' || a.last_name), a.role, a.org_id, a.disabled, o.disabled
		FROM outrider.account a JOIN outrider.organisation o ON o.id = a.org_id WHERE a.email = $1`, email)
	if err != nil {
		return account{}, fmt.Errorf("find an account: %w", err)
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[account])
	if errors.Is(err, pgx.ErrNoRows) {
		return account{}, nil // its empty hash matches nothing, in the usual time
	}
	if err != nil {
		return account{}, fmt.Errorf("find an account: %w", err)
	}
	return found, nil
}

// entered is the organisation that the session acts in. Only support roles may name another than their own.
func (s *Service) entered(ctx context.Context, who account, wanted string) (string, error) {
	if wanted == "" || wanted == who.OrgID {
		return who.OrgID, nil
	}
	if !access.IsSupport(who.Role) {
		return "", signInFailed()
	}
	var exists bool
	if err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outrider.organisation WHERE id = $1)`, wanted).Scan(&exists); err != nil {
		return "", fmt.Errorf("find organisation %s: %w", wanted, err)
	}
	if !exists {
		return "", fault.New(fault.NotFound, "There is no such organisation.")
	}
	return wanted, nil
}

// open begins the session; also runs in its transaction, with its id.
func (s *Service) open(ctx context.Context, who account, orgID, email string, from Client, tried attempt, also func(tx pgx.Tx, sessionID string) error) (Tokens, error) {
	now := s.now()
	subject := access.Subject{UserID: who.ID, OrgID: orgID}
	var refresh string
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if subject.SessionID, refresh, err = s.insert(ctx, tx, who.ID, orgID, from); err != nil {
			return err
		}
		// The activity of users is read from here.
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.audit_entry (at, actor_id, org_id, action, target, detail)
			VALUES ($1, $2::uuid, $3, 'sign-in', $2::text, jsonb_build_object('address', $4::text))`, now, who.ID, orgID, from.Address); err != nil {
			return fmt.Errorf("note a sign-in: %w", err)
		}
		if err := also(tx, subject.SessionID); err != nil {
			return err
		}
		return s.succeed(ctx, tx, tried, email)
	})
	if err != nil {
		return Tokens{}, err
	}
	audit.Note(ctx, func(r *audit.Record) { r.SessionID, r.OrgID = subject.SessionID, orgID })
	s.seen(ctx, who.ID)
	token, err := s.keys.Sign(ctx, subject)
	return Tokens{Access: token, Refresh: refresh, OrgID: orgID}, err
}

// seen notes that somebody is there. It has a transaction of its own: within that of a session it would wait for one that ends the sessions of the
// account and waits for this one. A session goes on without it.
func (s *Service) seen(ctx context.Context, accountID string) {
	if _, err := s.pool.Exec(ctx, `UPDATE outrider.account SET seen_at = $2 WHERE id = $1`, accountID, s.now()); err != nil && ctx.Err() == nil {
		s.log.Warn("note when somebody was last there", "user", accountID, "error", err)
	}
}

// insert makes a session and its first refresh token.
func (s *Service) insert(ctx context.Context, tx pgx.Tx, accountID, orgID string, from Client) (id, refresh string, err error) {
	now := s.now()
	ends := s.ends(now, now)
	err = tx.QueryRow(ctx, `INSERT INTO outrider.session (account_id, org_id, user_agent, address, created_at, seen_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id::text`, accountID, orgID, userAgent(from), from.Address, now, ends).Scan(&id)
	if err != nil {
		return "", "", fmt.Errorf("begin a session: %w", err)
	}
	refresh, err = s.issue(ctx, tx, id, ends)
	return id, refresh, err
}

// userAgent is what a client says it is, as it can be stored.
func userAgent(from Client) string {
	return strings.ReplaceAll(clip(from.UserAgent, 300), "\x00", "")
}

func nothingMore(pgx.Tx, string) error { return nil }

func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
