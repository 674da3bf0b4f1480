package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/rowlock"
)

const (
	reconcileEvery = time.Minute
	reconcileBatch = 500
)

// Reconciler makes Keto equal to the truth: what somebody else wrote there is removed and reported, what got lost is put back.
type Reconciler struct {
	pool    *pgxpool.Pool
	keto    *Keto
	log     *slog.Logger
	kick    chan struct{}
	changed func() // called after decisions were announced as changed
	foreign prometheus.Counter
	missing prometheus.Counter
}

// Difference is what a reconciliation found.
type Difference struct {
	Foreign []Tuple // were in Keto without being granted
	Missing []Tuple // were granted without being in Keto
}

// Run reconciles at once and then every minute, until ctx ends.
func (r *Reconciler) Run(ctx context.Context) error {
	return every(ctx, reconcileEvery, r.kick, func() {
		if _, err := r.Once(ctx); err != nil && ctx.Err() == nil {
			r.log.Warn("grants could not be compared with Keto", "error", err)
		}
	})
}

// Once compares and repairs. If another host is writing to Keto it leaves that one the work.
func (r *Reconciler) Once(ctx context.Context) (Difference, error) {
	ctx, cancel := context.WithTimeout(ctx, reconcileEvery)
	defer cancel()
	seen, err := r.look(ctx)
	if err != nil || len(seen.Foreign)+len(seen.Missing) == 0 {
		return Difference{}, err
	}
	var d Difference
	// One snapshot holds the grants and the outbox rows that they wait in, so what is repaired here need not be relayed again.
	err = pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if mine, err := rowlock.Try(ctx, tx, ketoOutbox); err != nil || !mine {
			return err
		}
		want, err := desired(ctx, tx, Reach{})
		if err != nil {
			return err
		}
		waiting, err := waitingTuples(ctx, tx)
		if err != nil {
			return err
		}
		have, err := r.keto.List(ctx)
		if err != nil {
			return err
		}
		add, remove := compare(want, have)
		d = Difference{Foreign: without(remove, waiting), Missing: without(add, waiting)}
		return r.repair(ctx, tx, add, remove, d)
	})
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == "40001" { // a relay was quicker
		return Difference{}, nil
	}
	if err != nil {
		return Difference{}, fmt.Errorf("reconcile Keto: %w", err)
	}
	r.report(d)
	return d, nil
}

// look compares while changes go on to Keto: nobody waits for it. What was changed meanwhile may seem to differ.
func (r *Reconciler) look(ctx context.Context) (Difference, error) {
	var want, waiting map[Tuple]struct{}
	err := pgx.BeginTxFunc(ctx, r.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) (err error) {
		if want, err = desired(ctx, tx, Reach{}); err != nil {
			return err
		}
		waiting, err = waitingTuples(ctx, tx)
		return err
	})
	if err != nil {
		return Difference{}, fmt.Errorf("read what Keto should have: %w", err)
	}
	have, err := r.keto.List(ctx)
	if err != nil {
		return Difference{}, fmt.Errorf("reconcile Keto: %w", err)
	}
	add, remove := compare(want, have)
	return Difference{Foreign: without(remove, waiting), Missing: without(add, waiting)}, nil
}

func (r *Reconciler) repair(ctx context.Context, tx pgx.Tx, add, remove []Tuple, d Difference) error {
	for from := 0; from < len(add); from += reconcileBatch {
		if err := r.keto.Write(ctx, add[from:min(from+reconcileBatch, len(add))], nil); err != nil {
			return err
		}
	}
	for from := 0; from < len(remove); from += reconcileBatch {
		if err := r.keto.Write(ctx, nil, remove[from:min(from+reconcileBatch, len(remove))]); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `DELETE FROM outrider.keto_outbox`); err != nil { // those of this snapshot
		return fmt.Errorf("empty Keto's outbox: %w", err)
	}
	if len(d.Foreign)+len(d.Missing) == 0 {
		return nil
	}
	return Announce(ctx, tx, Change{})
}

func (r *Reconciler) report(d Difference) {
	for i, t := range d.Foreign {
		if i == 20 {
			r.log.Warn("further foreign grants were removed from Keto", "count", len(d.Foreign)-i)
			break
		}
		r.log.Warn("a grant that nobody gave was removed from Keto", "tuple", t.String())
	}
	if len(d.Missing) > 0 {
		r.log.Warn("grants that Keto had lost were put back", "count", len(d.Missing))
	}
	r.foreign.Add(float64(len(d.Foreign)))
	r.missing.Add(float64(len(d.Missing)))
	if len(d.Foreign)+len(d.Missing) > 0 {
		r.changed()
	}
}

func waitingTuples(ctx context.Context, tx pgx.Tx) (map[Tuple]struct{}, error) {
	rows, err := tx.Query(ctx, `SELECT tuple FROM outrider.keto_outbox`)
	if err != nil {
		return nil, fmt.Errorf("read Keto's outbox: %w", err)
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read Keto's outbox: %w", err)
	}
	set := make(map[Tuple]struct{}, len(texts))
	for _, text := range texts {
		t, err := parseTuple(text)
		if err != nil {
			return nil, err
		}
		set[t] = struct{}{}
	}
	return set, nil
}

func compare(want map[Tuple]struct{}, have map[Tuple]int) (add, remove []Tuple) {
	for t := range want {
		if have[t] == 0 {
			add = append(add, t)
		}
	}
	for t := range have {
		if _, granted := want[t]; !granted {
			remove = append(remove, t)
		}
	}
	return add, remove
}

func without(tuples []Tuple, set map[Tuple]struct{}) []Tuple {
	var rest []Tuple
	for _, t := range tuples {
		if _, found := set[t]; !found {
			rest = append(rest, t)
		}
	}
	return rest
}
