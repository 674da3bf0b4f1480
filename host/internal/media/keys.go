package media

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// LoadKeys returns the keys that all hosts on this database sign links with, the newest first, and makes the first one.
func LoadKeys(ctx context.Context, pool *pgxpool.Pool) ([][]byte, error) {
	fresh := make([]byte, keyBytes)
	rand.Read(fresh) // never fails
	var keys [][]byte
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `LOCK TABLE outrider.media_key IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO outrider.media_key (key) SELECT $1 WHERE NOT EXISTS (SELECT FROM outrider.media_key)`, fresh); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT key FROM outrider.media_key ORDER BY id DESC`)
		if err != nil {
			return err
		}
		keys, err = pgx.CollectRows(rows, pgx.RowTo[[]byte])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load keys of links to files: %w", err)
	}
	return keys, nil
}
