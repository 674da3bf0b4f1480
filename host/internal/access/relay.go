package access

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/outbox"
)

const (
	ketoOutbox = "keto_outbox"
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
		err := r.outbox().Drain(ctx)
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

// queued is one row of the outbox.
type queued struct {
	Seq     int64
	Present bool
	Tuple   string
}

// outbox is what waits for Keto. Neighbours that add, or that remove, go to Keto together.
func (r *Relay) outbox() outbox.Outbox[queued] {
	return outbox.Outbox[queued]{
		Pool: r.pool, Name: ketoOutbox, Columns: "present, tuple", Seq: func(q queued) int64 { return q.Seq }, Batch: relayBatch,
		Carry: func(ctx context.Context, _ pgx.Tx, waiting []queued) error { return r.write(ctx, waiting) },
	}
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
