package webhooks

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/identity"
)

const (
	mostFailures = 50        // in a row
	failingFor   = time.Hour // and at least for so long: then a webhook is paused
	mostTries    = 40        // that are remembered of a delivery
	judgedAgain  = 15 * time.Second
)

// try is one attempt as it is kept.
type try struct {
	At      time.Time `json:"at"`
	Code    int       `json:"code" doc:"Status of the answer; 0: there was none"`
	Ms      int64     `json:"ms"`
	Problem string    `json:"problem,omitempty" enum:"private,name,tls,timeout,network,redirect,status,hidden"`
}

const addTry = `tries = (CASE WHEN jsonb_array_length(tries) >= $2 THEN tries - 0 ELSE tries END) || $3::jsonb`

// settle notes what became of an attempt.
func (s *Service) settle(ctx context.Context, d delivery, at time.Time, result outcome) error {
	made := try{At: at.UTC(), Code: result.code, Ms: result.took.Milliseconds(), Problem: result.problem}
	return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		if result.problem == "" {
			_, err := tx.Exec(ctx, `UPDATE outrider.webhook_delivery SET state = 'sent', attempts = attempts + 1, next_at = NULL, taken_at = NULL, done_at = $4, code = $5, took_ms = $6, problem = '', `+addTry+` WHERE seq = $1`,
				d.Seq, mostTries, made, s.Now(), made.Code, made.Ms)
			if err != nil {
				return fmt.Errorf("note a delivery: %w", err)
			}
			if _, err := tx.Exec(ctx, `UPDATE outrider.webhook SET failures = 0, failing_since = NULL WHERE id = $1 AND failures > 0`, d.WebhookID); err != nil {
				return fmt.Errorf("note that a webhook works: %w", err)
			}
			return nil
		}
		return s.failed(ctx, tx, d, made, result.again)
	})
}

// failed notes an attempt that failed: it is tried again for a day, and a webhook that keeps failing is paused.
func (s *Service) failed(ctx context.Context, tx pgx.Tx, d delivery, made try, asked time.Duration) error {
	now := s.Now()
	var next *time.Time
	if at := now.Add(pauseAfter(d.Attempts+1, asked)); at.Before(d.BeganAt.Add(triedFor)) && d.Kind != KindTest {
		next = &at
	}
	_, err := tx.Exec(ctx, `UPDATE outrider.webhook_delivery SET state = CASE WHEN $4::timestamptz IS NULL THEN 'given_up' ELSE 'waiting' END, attempts = attempts + 1, next_at = $4, taken_at = NULL,
		done_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END, code = $6, took_ms = $7, problem = $8, `+addTry+` WHERE seq = $1`,
		d.Seq, mostTries, made, next, now, made.Code, made.Ms, made.Problem)
	if err != nil {
		return fmt.Errorf("note a delivery: %w", err)
	}
	if d.Kind == KindTest {
		return nil // whoever tries it looks on
	}
	var failures int
	var since time.Time
	err = tx.QueryRow(ctx, `UPDATE outrider.webhook SET failures = failures + 1, failing_since = COALESCE(failing_since, $2) WHERE id = $1 AND paused = '' AND version = $3 RETURNING failures, failing_since`, d.WebhookID, now, d.Version).
		Scan(&failures, &since)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // it is paused already, another one now, or gone
	}
	if err != nil {
		return fmt.Errorf("note that a webhook fails: %w", err)
	}
	failing := now.Sub(since)
	switch {
	case made.Code == http.StatusGone:
		return s.pause(ctx, tx, d, PausedGone)
	case failures >= mostFailures && failing >= failingFor, next == nil && failing >= triedFor-pauses[len(pauses)-1]:
		return s.pause(ctx, tx, d, PausedFailing)
	default:
		return nil
	}
}

// withhold ends a delivery that the maker does not see. Of what was never tried nothing is kept: that it happened is not theirs to know.
func (s *Service) withhold(ctx context.Context, d delivery) error {
	if d.Fresh {
		if _, err := s.Pool.Exec(ctx, `DELETE FROM outrider.webhook_delivery WHERE seq = $1`, d.Seq); err != nil {
			return fmt.Errorf("withhold a delivery: %w", err)
		}
		return nil
	}
	_, err := s.Pool.Exec(ctx, `UPDATE outrider.webhook_delivery SET state = 'given_up', next_at = NULL, taken_at = NULL, done_at = $2, problem = $3 WHERE seq = $1`, d.Seq, s.Now(), problemHidden)
	if err != nil {
		return fmt.Errorf("withhold a delivery: %w", err)
	}
	return nil
}

// giveBack leaves a delivery to a later look; it counts as no attempt.
func (s *Service) giveBack(ctx context.Context, d delivery) error {
	if _, err := s.Pool.Exec(ctx, `UPDATE outrider.webhook_delivery SET taken_at = NULL, next_at = $2 WHERE seq = $1`, d.Seq, s.Now().Add(judgedAgain)); err != nil {
		return fmt.Errorf("give a delivery back: %w", err)
	}
	return nil
}

// pauseFor pauses a webhook for which nothing can be sent; what waits goes when somebody has saved it again.
func (s *Service) pauseFor(ctx context.Context, d delivery, why string) error {
	if err := s.giveBack(ctx, d); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error { return s.pause(ctx, tx, d, why) })
}

// pause pauses a webhook and tells the administrators of its organisation, once. One that somebody has saved since the delivery was taken goes on: it may have another maker or address now.
func (s *Service) pause(ctx context.Context, tx pgx.Tx, d delivery, why string) error {
	done, err := tx.Exec(ctx, `UPDATE outrider.webhook SET paused = $2, paused_at = $3, version = version + 1 WHERE id = $1 AND paused = '' AND version = $4`, d.WebhookID, why, s.Now(), d.Version)
	if err != nil {
		return fmt.Errorf("pause webhook %s: %w", d.WebhookID, err)
	}
	if done.RowsAffected() == 0 {
		return nil
	}
	s.Log.Warn("a webhook is paused", "webhook", d.WebhookID, "organisation", d.OrgID, "reason", why)
	if err := identity.Note(ctx, tx, "", d.OrgID, "webhook.pause", d.WebhookID, map[string]any{"reason": why, "host": hostOf(d.URL)}); err != nil {
		return err
	}
	return s.tellAdministrators(ctx, tx, d)
}
