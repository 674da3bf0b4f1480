// Package rowlock serialises work of the host across all hosts of a database by rows of outrider.lock. Roles of plugins cannot reach that table; advisory
// locks belong to everybody who is connected, so a plugin could keep the host waiting by taking those of its names.
package rowlock

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"

	"github.com/jackc/pgx/v5"
)

// Wait takes a lock until tx ends, after whoever has it.
func Wait(ctx context.Context, tx pgx.Tx, name string) error {
	err := take(ctx, tx, name)
	if errors.Is(err, pgx.ErrNoRows) {
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.lock (name) VALUES ($1) ON CONFLICT DO NOTHING`, name); err != nil {
			return fmt.Errorf("make lock %s: %w", name, err)
		}
		err = take(ctx, tx, name)
	}
	if err != nil {
		return fmt.Errorf("wait for lock %s: %w", name, err)
	}
	return nil
}

// Try takes a lock whose row a migration has made until tx ends, unless somebody has it.
func Try(ctx context.Context, tx pgx.Tx, name string) (bool, error) {
	got, err := tx.Exec(ctx, `SELECT FROM outrider.lock WHERE name = $1 FOR UPDATE SKIP LOCKED`, name)
	if err != nil {
		return false, fmt.Errorf("try lock %s: %w", name, err)
	}
	return got.RowsAffected() > 0, nil
}

func take(ctx context.Context, tx pgx.Tx, name string) error {
	var got string
	return tx.QueryRow(ctx, `SELECT name FROM outrider.lock WHERE name = $1 FOR UPDATE`, name).Scan(&got)
}

// shares bounds how many rows there are of locks whose names strangers choose.
const shares = 256

// Share is the name of a lock that some others share, of what strangers name.
func Share(kind string, names ...string) string {
	h := fnv.New32a()
	for _, name := range names {
		h.Write([]byte(name))
		h.Write([]byte{0})
	}
	return fmt.Sprintf("%s %d", kind, h.Sum32()%shares)
}
