package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity/passkey"
	"outrider.dev/outrider/host/internal/rowlock"
	"outrider.dev/sdk/fault"
)

// Limits of failed sign-ins within the window.
const (
	MaxPerAccount = 5
	MaxPerAddress = 30
	limitWindow   = 15 * time.Minute
)

// takeBackWithin is how long an attempt that was not judged may take to be taken back, after its request is over.
const takeBackWithin = 5 * time.Second

// TooMany is the error of an attempt beyond the limits; it is answered 429.
type TooMany struct{ RetryAfter time.Duration }

// Error is for the log.
func (e *TooMany) Error() string {
	return fmt.Sprintf("too many attempts; retry after %s", e.RetryAfter)
}

// attempt is one sign-in under way, counted as failed until it succeeds. So a hundred guesses at once are no more than five.
type attempt struct{ account, address int64 }

// begin counts the attempt, or refuses it with TooMany.
func (s *Service) begin(ctx context.Context, email, address string) (attempt, error) {
	var a attempt
	now := s.now()
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if a.account, err = count(ctx, tx, "account", email, MaxPerAccount, now); err != nil {
			return err
		}
		a.address, err = count(ctx, tx, "address", address, MaxPerAddress, now)
		return err
	})
	return a, err
}

// beginFrom counts an attempt of an address alone: for who is known only when another site has said so.
func (s *Service) beginFrom(ctx context.Context, address string) (a attempt, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		a.address, err = count(ctx, tx, "address", address, MaxPerAddress, s.now())
		return err
	})
	return a, err
}

func count(ctx context.Context, tx pgx.Tx, kind, subject string, most int, now time.Time) (id int64, err error) {
	if err := rowlock.Wait(ctx, tx, rowlock.Share("sign_in "+kind, subject)); err != nil {
		return 0, fmt.Errorf("wait for other attempts: %w", err)
	}
	var failures int
	var first time.Time
	err = tx.QueryRow(ctx, `SELECT count(*), COALESCE(min(at), $3) FROM (SELECT at FROM outrider.sign_in_attempt
		WHERE kind = $1 AND subject = $2 AND at > $4 ORDER BY at DESC LIMIT $5) latest`, kind, subject, now, now.Add(-limitWindow), most).Scan(&failures, &first)
	if err != nil {
		return 0, fmt.Errorf("count attempts: %w", err)
	}
	if failures >= most {
		return 0, &TooMany{RetryAfter: first.Add(limitWindow).Sub(now)}
	}
	err = tx.QueryRow(ctx, `INSERT INTO outrider.sign_in_attempt (kind, subject, at) VALUES ($1, $2, $3) RETURNING id`, kind, subject, now).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("count an attempt: %w", err)
	}
	return id, nil
}

// unlessJudged takes the attempt back if it ended before anybody looked whether what was shown is right: the database or a turn to hash was not to
// be had, or the client went. It returns err. Nothing is learned from such an attempt, so it brings nobody closer to the limit.
func (s *Service) unlessJudged(ctx context.Context, a attempt, err error) error {
	if err == nil || isVerdict(err) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), takeBackWithin)
	defer cancel()
	if failed := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return takeBack(ctx, tx, a) }); failed != nil {
		s.log.Warn("an attempt that was not judged counts as a failed one", "error", failed)
	}
	return err
}

// isVerdict reports whether an error says what was found of what was shown.
func isVerdict(err error) bool {
	if _, ok := errors.AsType[*NextStep](err); ok {
		return true // askNext took the attempt back
	}
	if errors.Is(err, passkey.ErrRefused) || errors.Is(err, passkey.ErrCloned) {
		return true
	}
	kind := fault.KindOf(err)
	return kind != fault.Internal && kind != fault.Unavailable
}

// takeBack takes one attempt back that was none. What failed before it stays.
func takeBack(ctx context.Context, tx pgx.Tx, a attempt) error {
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.sign_in_attempt WHERE id IN ($1, $2)`, a.account, a.address); err != nil {
		return fmt.Errorf("take an attempt back: %w", err)
	}
	return nil
}

// succeed takes the attempt back and forgives the account's earlier failures, but not the address's: others may share it.
func (s *Service) succeed(ctx context.Context, tx pgx.Tx, a attempt, email string) error {
	_, err := tx.Exec(ctx, `DELETE FROM outrider.sign_in_attempt WHERE id = $1 OR (kind = 'account' AND subject = $2)`, a.address, email)
	if err != nil {
		return fmt.Errorf("take an attempt back: %w", err)
	}
	return nil
}
