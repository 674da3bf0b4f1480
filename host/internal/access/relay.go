package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/rowlock"
)

const (
	relayBatch = 500
	relayEvery = time.Second // besides being kicked after a commit
	ketoAnswer = 10 * time.Second
)

// Relay carries the outbox to Keto in order. Of several hosts one does so at a time.
type Relay struct {
	pool *pgxpool.Pool
	keto *Keto
	log  *slog.Logger
	kick chan struct{}
}

// Run relays until ctx ends. Keto being away is reported once, and again when it is back.
func (r *Relay) Run(ctx context.Context) error {
	var away bool
	return every(ctx, relayEvery, r.kick, func() {
		err := r.drain(ctx)
		switch {
		case err != nil && ctx.Err() == nil && !away:
			away = true
			r.log.Warn("grants do not reach Keto; decisions already made stay as they are", "error", err)
		case err == nil && away:
			away = false
			r.log.Info("grants reach Keto again")
		}
	})
}

// drain relays batches until the outbox is empty.
func (r *Relay) drain(ctx context.Context) error {
	for {
		n, err := r.batch(ctx)
		if err != nil || n < relayBatch {
			return err
		}
	}
}

// queued is one row of the outbox.
type queued struct {
	Seq     int64
	Present bool
	Tuple   string
}

// batch relays one batch and reports its size. Neighbours that add, or that remove, go to Keto together.
func (r *Relay) batch(ctx context.Context) (n int, err error) {
	err = pgx.BeginFunc(ctx, r.pool, func(tx pgx.Tx) error {
		if mine, err := tryLead(ctx, tx); err != nil || !mine {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT seq, present, tuple FROM outrider.keto_outbox ORDER BY seq LIMIT $1`, relayBatch)
		if err != nil {
			return fmt.Errorf("read Keto's outbox: %w", err)
		}
		waiting, err := pgx.CollectRows(rows, pgx.RowToStructByPos[queued])
		if err != nil || len(waiting) == 0 {
			return err
		}
		if err := r.write(ctx, waiting); err != nil {
			return err
		}
		n = len(waiting)
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.keto_outbox WHERE seq <= $1`, waiting[n-1].Seq); err != nil {
			return fmt.Errorf("empty Keto's outbox: %w", err)
		}
		return nil
	})
	return n, err
}

func (r *Relay) write(ctx context.Context, waiting []queued) error {
	ctx, cancel := context.WithTimeout(ctx, ketoAnswer)
	defer cancel()
	for from := 0; from < len(waiting); {
		to := from
		var tuples []Tuple
		for ; to < len(waiting) && waiting[to].Present == waiting[from].Present; to++ {
			t, err := parseTuple(waiting[to].Tuple)
			if err != nil {
				return err
			}
			tuples = append(tuples, t)
		}
		add, remove := tuples, []Tuple(nil)
		if !waiting[from].Present {
			add, remove = nil, tuples
		}
		if err := r.keto.Write(ctx, add, remove); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// tryLead takes the lock that makes one host at a time write to Keto; it ends with tx.
func tryLead(ctx context.Context, tx pgx.Tx) (bool, error) {
	return rowlock.Try(ctx, tx, "keto")
}

// every runs do at once, then on every kick and every tick, until ctx ends.
func every(ctx context.Context, tick time.Duration, kick <-chan struct{}, do func()) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return ignoreCancelled(ctx)
		case <-kick:
		case <-ticker.C:
		}
	}
}

// ignoreCancelled turns the ordinary end of a background task into success.
func ignoreCancelled(ctx context.Context) error {
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
