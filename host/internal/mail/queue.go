package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	lookEvery    = 5 * time.Second
	claimed      = 2 * time.Minute // a host that took a mail and was not heard of since has died
	dialTimeout  = 30 * time.Second
	greetTimeout = 5 * time.Minute  // for its greeting, and again until it takes mails (RFC 5321, 4.5.3.2): who hangs up before a mail loses nothing
	sendTimeout  = 15 * time.Minute // a server may take minutes for each command, and ten to acknowledge a mail (RFC 5321, 4.5.3.2): who hangs up before sends it twice
	noteTimeout  = time.Minute
	firstPause   = 30 * time.Second
	maxPause     = time.Hour
	triedFor     = 72 * time.Hour // then a mail is given up
	workers      = 4              // mails on their way at once: a server that is slow with one does not hold up all
	keepFor      = "30 days"
	sweepEvery   = time.Hour
)

// Deliverer hands one mail over. An error that wraps ErrRefused is final.
type Deliverer interface {
	Deliver(ctx context.Context, m Message) error
}

// ErrRefused is inside the error of a mail that a server will never take.
var ErrRefused = errors.New("the mail server refuses this mail")

// Queue keeps mails until they are delivered.
type Queue struct {
	pool    *pgxpool.Pool
	deliver Deliverer
	log     *slog.Logger
	pause   time.Duration // after the first failure; doubles up to maxPause
	patient time.Duration // how long a mail is tried
	claimed time.Duration // see the constant
	wake    chan struct{}
}

// NewQueue makes a queue on the host's database; Run delivers.
func NewQueue(pool *pgxpool.Pool, deliver Deliverer, log *slog.Logger) *Queue {
	return &Queue{pool: pool, deliver: deliver, log: log, pause: firstPause, patient: triedFor, claimed: claimed, wake: make(chan struct{}, 1)}
}

// Add queues a mail; false if there is one with its key already. A mail that cannot be one is fault.Invalid.
func (q *Queue) Add(ctx context.Context, m Message) (bool, error) {
	isNew, err := add(ctx, q.pool, m)
	if err == nil {
		q.Wake()
	}
	return isNew, err
}

// AddIn is Add inside a transaction: the mail goes if and only if that is committed. Call Wake then, or the mail waits for the next look.
func AddIn(ctx context.Context, tx pgx.Tx, m Message) error {
	_, err := add(ctx, tx, m)
	return err
}

// Wake has the queue look for mails now.
func (q *Queue) Wake() {
	select {
	case q.wake <- struct{}{}:
	default: // it is awake already
	}
}

// writer is a pool or a transaction.
type writer interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

func add(ctx context.Context, w writer, m Message) (bool, error) {
	if err := m.check(); err != nil {
		return false, err
	}
	attachments := m.Attachments
	if attachments == nil {
		attachments = []Attachment{}
	}
	done, err := w.Exec(ctx, `INSERT INTO outrider.mail (plugin, key, org_id, recipient, subject, body_text, body_html, attachments)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`, m.Plugin, m.Key, m.OrgID, m.To, m.Subject, m.Text, m.HTML, attachments)
	if err != nil {
		return false, fmt.Errorf("queue mail %s of %s: %w", m.Key, m.Plugin, err)
	}
	return done.RowsAffected() == 1, nil
}

// Run delivers until ctx ends. Any number of hosts may run it.
func (q *Queue) Run(ctx context.Context) error {
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { q.work(ctx) })
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		q.note("clear old mails", q.sweep(ctx))
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	group.Wait()
	return nil
}

// work delivers one mail after the other until ctx ends.
func (q *Queue) work(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		more, err := q.one(ctx)
		q.note("send mails", err)
		if more && err == nil {
			q.Wake() // there may be work for the others, too
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-q.wake:
		}
	}
}

func (q *Queue) note(what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		q.log.Warn(what, "error", err)
	}
}

// one delivers the mail that is due longest. more: there was one.
func (q *Queue) one(ctx context.Context) (more bool, err error) {
	var m Message
	var attempts int
	var age time.Duration
	err = q.pool.QueryRow(ctx, `UPDATE outrider.mail SET attempts = attempts + 1, next_at = now() + $1::interval
		WHERE (org_id, plugin, key) = (SELECT org_id, plugin, key FROM outrider.mail WHERE next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING plugin, key, org_id, recipient, subject, body_text, body_html, attachments, attempts, now() - queued_at`, q.claimed).
		Scan(&m.Plugin, &m.Key, &m.OrgID, &m.To, &m.Subject, &m.Text, &m.HTML, &m.Attachments, &attempts, &age)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take a mail: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	var holding sync.WaitGroup
	holding.Go(func() { q.hold(limited, m, attempts) })
	failure := q.deliver.Deliver(limited, m)
	cancel()
	holding.Wait()
	return true, q.settle(context.WithoutCancel(ctx), m, attempts, age, failure)
}

// hold keeps a mail from the other hosts while this one delivers it, until ctx ends.
func (q *Queue) hold(ctx context.Context, m Message, attempts int) {
	tick := time.NewTicker(q.claimed / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_, err := q.pool.Exec(ctx, `UPDATE outrider.mail SET next_at = now() + $4::interval WHERE (org_id, plugin, key) = ($1, $2, $3) AND attempts = $5 AND sent_at IS NULL`,
			m.OrgID, m.Plugin, m.Key, q.claimed, attempts)
		if ctx.Err() == nil {
			q.note("hold a mail that is being sent", err)
		}
	}
}

// settle notes what became of an attempt. Words that are not needed any more are forgotten.
func (q *Queue) settle(ctx context.Context, m Message, attempts int, age time.Duration, failure error) error {
	ctx, cancel := context.WithTimeout(ctx, noteTimeout)
	defer cancel()
	var err error
	switch {
	case failure == nil:
		_, err = q.pool.Exec(ctx, `UPDATE outrider.mail SET sent_at = now(), next_at = NULL, problem = '', body_text = '', body_html = ''
			WHERE (org_id, plugin, key) = ($1, $2, $3)`, m.OrgID, m.Plugin, m.Key)
	case errors.Is(failure, ErrRefused) || age >= q.patient:
		q.log.Error("a mail is given up", "plugin", m.Plugin, "key", m.Key, "attempts", attempts, "error", failure)
		_, err = q.pool.Exec(ctx, `UPDATE outrider.mail SET next_at = NULL, problem = $4 WHERE (org_id, plugin, key) = ($1, $2, $3)`,
			m.OrgID, m.Plugin, m.Key, failure.Error())
	default:
		q.log.Warn("a mail waits", "plugin", m.Plugin, "key", m.Key, "attempts", attempts, "error", failure)
		_, err = q.pool.Exec(ctx, `UPDATE outrider.mail SET next_at = now() + $4::interval, problem = $5 WHERE (org_id, plugin, key) = ($1, $2, $3)`,
			m.OrgID, m.Plugin, m.Key, min(q.pause<<min(attempts-1, 16), maxPause), failure.Error())
	}
	if err != nil {
		return fmt.Errorf("note what became of mail %s of %s: %w", m.Key, m.Plugin, err)
	}
	return nil
}

func (q *Queue) sweep(ctx context.Context) error {
	_, err := q.pool.Exec(ctx, `DELETE FROM outrider.mail WHERE next_at IS NULL AND queued_at < now() - $1::interval`, keepFor)
	return err
}

// Undelivered counts the mails that wait, and those that were given up.
func (q *Queue) Undelivered(ctx context.Context) (waiting, givenUp int, err error) {
	err = q.pool.QueryRow(ctx, `SELECT count(*) FILTER (WHERE next_at IS NOT NULL), count(*) FILTER (WHERE next_at IS NULL)
		FROM outrider.mail WHERE sent_at IS NULL`).Scan(&waiting, &givenUp)
	if err != nil {
		return 0, 0, fmt.Errorf("count undelivered mails: %w", err)
	}
	return waiting, givenUp, nil
}
