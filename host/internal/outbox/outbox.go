// Package outbox carries rows that were written beside a change to where they belong, once the change is committed: events to NATS, grants to Keto.
package outbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/rowlock"
)

// Outbox is a table of the host's with a column seq, from which rows go as they are carried.
type Outbox[T any] struct {
	Pool    *pgxpool.Pool
	Name    string // of the table in the schema outrider, and of the lock that whoever carries it has
	Columns string // beside seq, in the order of T's fields after the first, which is seq
	Seq     func(T) int64
	Batch   int // rows at most that Carry takes at once
	// Carry brings rows, in the order of seq, to where they belong; what it does more in tx is done exactly if the rows go. After an error they
	// stay, and come again.
	Carry func(ctx context.Context, tx pgx.Tx, rows []T) error
}

// Drain carries until nothing is left. Of several processes one does so at a time: the others find nothing to do.
//
// Transactions that write at the same time may commit in another order than that of seq; those that concern one thing wait for each other's locks,
// so that its rows are in order. A row that is committed while others are carried stays for the next batch.
func (o Outbox[T]) Drain(ctx context.Context) error {
	for {
		n, err := o.batch(ctx)
		if err != nil || n < o.Batch {
			return err
		}
	}
}

func (o Outbox[T]) batch(ctx context.Context) (n int, err error) {
	err = pgx.BeginFunc(ctx, o.Pool, func(tx pgx.Tx) error {
		if leads, err := rowlock.Try(ctx, tx, o.Name); err != nil || !leads {
			return err
		}
		waiting, err := o.waiting(ctx, tx)
		if err != nil || len(waiting) == 0 {
			return err
		}
		if err := o.Carry(ctx, tx, waiting); err != nil {
			return err
		}
		n = len(waiting)
		taken := make([]int64, n) // these, not all up to the last: others may have been committed meanwhile
		for i, row := range waiting {
			taken[i] = o.Seq(row)
		}
		if _, err := tx.Exec(ctx, `DELETE FROM outrider.`+o.Name+` WHERE seq = ANY($1)`, taken); err != nil {
			return fmt.Errorf("empty %s: %w", o.Name, err)
		}
		return nil
	})
	return n, err
}

func (o Outbox[T]) waiting(ctx context.Context, tx pgx.Tx) ([]T, error) {
	rows, err := tx.Query(ctx, `SELECT seq, `+o.Columns+` FROM outrider.`+o.Name+` ORDER BY seq LIMIT $1`, o.Batch)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.Name, err)
	}
	waiting, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.Name, err)
	}
	return waiting, nil
}
