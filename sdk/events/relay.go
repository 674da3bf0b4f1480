package events

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/trace"
)

const (
	relayBatch  = 256
	relayPoll   = time.Second           // looks for what another process has written
	relaySoon   = 25 * time.Millisecond // while an older transaction is still running
	sweepEvery  = time.Hour
	keepHandled = "8 days" // longer than the stream keeps events
)

// Relay publishes the outbox of db in order and deletes what the stream has, until ctx ends. Any number of processes may run it: a
// lock of the plugin lets one work. What fails is tried again for ever; events wait in the table meanwhile.
func (c *Client) Relay(ctx context.Context, db *store.DB) {
	r := &relay{client: c, db: db, schema: db.Schema(), urgent: slices.ContainsFunc(db.Emits(), urgent)}
	for failed := 0; ctx.Err() == nil; {
		worked, err := r.lead(ctx)
		if worked {
			failed = 0
		}
		if err != nil && ctx.Err() == nil {
			c.log.Warn("the outbox waits", "error", err)
			failed++
			pause(ctx, backoff(failed))
		}
	}
}

type relay struct {
	client *Client
	db     *store.DB
	schema string

	urgent bool      // the plugin has subjects that wait for no others
	failed int       // passes in a row in which the others were not published
	again  time.Time // when they are tried again
}

type outboxRow struct {
	seq     int64
	id      string
	orgID   string
	subject string
	version int
	at      time.Time
	data    []byte
	trace   string // traceparent of the transaction that wrote it; empty if it was not recorded
}

// lead takes the lock and publishes until something fails. Without the lock it waits a moment. worked: something was published.
func (r *relay) lead(ctx context.Context) (worked bool, err error) {
	conn, err := r.db.SQL().Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("connect: %w", err)
	}
	// The lock belongs to the session: it must not go back to the pool with it.
	defer func() { _ = conn.Raw(func(any) error { return driver.ErrBadConn }) }()
	var mine bool
	if err := conn.QueryRowContext(ctx, `SELECT outrider.try_session_lock('outbox')`).Scan(&mine); err != nil {
		return false, fmt.Errorf("take the relay's lock: %w", err)
	}
	if !mine {
		pause(ctx, relayPoll)
		return false, nil
	}
	swept := time.Time{}
	for ctx.Err() == nil {
		if now := time.Now(); now.Sub(swept) > sweepEvery {
			if err := r.sweep(ctx, conn); err != nil {
				return worked, err
			}
			swept = now
		}
		published, next, err := r.pass(ctx, conn)
		worked = worked || published > 0
		if err != nil {
			return worked, err
		}
		r.rest(ctx, next)
	}
	return worked, nil
}

// rest waits for the next commit of this process, but no longer than d.
func (r *relay) rest(ctx context.Context, d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-r.db.Wakes():
	}
}

// pass publishes one batch of what waits for nobody, then one of the rest; while a stream refuses the rest, the first goes on. next is how long the relay may
// rest; 0: there is more.
func (r *relay) pass(ctx context.Context, conn *sql.Conn) (published int, next time.Duration, err error) {
	next = relayPoll
	if r.urgent {
		if published, next, err = r.batch(ctx, conn, true); err != nil {
			return published, 0, err
		}
	}
	if wait := time.Until(r.again); wait > 0 {
		return published, min(next, wait), nil
	}
	others, soon, err := r.batch(ctx, conn, false)
	published += others
	if err == nil || !r.urgent {
		r.failed, r.again = 0, time.Time{}
		return published, min(next, soon), err
	}
	r.failed++
	wait := backoff(r.failed)
	r.again = time.Now().Add(wait)
	r.client.log.Warn("the outbox waits", "error", err)
	return published, min(next, wait), nil
}

// batch publishes what waits for nobody, or the rest.
func (r *relay) batch(ctx context.Context, conn *sql.Conn, urgent bool) (published int, next time.Duration, err error) {
	rows, waiting, err := r.read(ctx, conn, urgent)
	if err != nil {
		return 0, 0, err
	}
	if !urgent {
		r.client.meter.outbox(rows, time.Now())
		r.client.health.outbox(rows)
	}
	var done []int64
	var failure error
	for _, run := range runs(rows, r.client.batches) {
		var stored int
		stored, failure = r.publishRun(ctx, run)
		for _, row := range run[:stored] {
			done = append(done, row.seq)
		}
		if stored < len(run) {
			break
		}
	}
	r.client.meter.published.Add(float64(len(done)))
	if len(done) > 0 {
		if err := r.remove(ctx, conn, done); err != nil {
			return 0, 0, errors.Join(failure, err)
		}
	}
	switch {
	case failure != nil:
		return len(done), 0, failure
	case waiting:
		return len(done), relaySoon, nil
	case len(rows) == relayBatch || len(done) < len(rows):
		return len(done), 0, nil
	}
	return len(done), relayPoll, nil
}

// read returns the oldest events. An event whose transaction is not older than all that are running waits, and all behind it: one
// with a smaller number may still be committed.
func (r *relay) read(ctx context.Context, conn *sql.Conn, urgent bool) (rows []outboxRow, waiting bool, err error) {
	query := `SELECT seq, id::text, org_id, subject, version, at, data::text, COALESCE(trace, ''), transaction < pg_snapshot_xmin(pg_current_snapshot())
		FROM "` + r.schema + `".outbox WHERE starts_with(subject, '` + controlHead + `') = $2 ORDER BY seq LIMIT $1`
	err = r.scoped(ctx, conn, func(tx *sql.Tx) error {
		found, err := tx.QueryContext(ctx, query, relayBatch, urgent)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			var row outboxRow
			var settled bool
			if err := found.Scan(&row.seq, &row.id, &row.orgID, &row.subject, &row.version, &row.at, &row.data, &row.trace, &settled); err != nil {
				return err
			}
			if !settled {
				waiting = true
				break
			}
			rows = append(rows, row)
		}
		return found.Err()
	})
	if err != nil {
		return nil, false, fmt.Errorf("read outbox: %w", err)
	}
	return rows, waiting, nil
}

func (r *relay) publish(ctx context.Context, row outboxRow) error {
	body, err := envelope(row.id, row.subject, row.orgID, row.version, row.at, row.data)
	if err != nil {
		return fmt.Errorf("read event %s: %w", row.id, err)
	}
	ctx, span := r.client.tracer.Continue(ctx, row.trace, "relay "+row.subject, otel.SpanKindInternal)
	err = r.client.publish(ctx, &nats.Msg{Subject: row.subject, Data: body}, row.id)
	trace.End(span, err, "not published")
	return err
}

func (r *relay) remove(ctx context.Context, conn *sql.Conn, done []int64) error {
	err := r.scoped(ctx, conn, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM "`+r.schema+`".outbox WHERE seq = ANY($1)`, done)
		return err
	})
	if err != nil {
		return fmt.Errorf("clear outbox: %w", err)
	}
	return nil
}

// sweep forgets events that were handled so long ago that the stream has forgotten them too.
func (r *relay) sweep(ctx context.Context, conn *sql.Conn) error {
	err := r.scoped(ctx, conn, func(tx *sql.Tx) error {
		var exists bool
		if err := tx.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, r.schema+".inbox").Scan(&exists); err != nil || !exists {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM "`+r.schema+`".inbox WHERE at < now() - $1::interval`, keepHandled)
		return err
	})
	if err != nil {
		return fmt.Errorf("clear inbox: %w", err)
	}
	return nil
}

func (r *relay) scoped(ctx context.Context, conn *sql.Conn, do func(tx *sql.Tx) error) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to roll back
	if err := r.db.Scope(ctx, tx, store.All); err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}
