// Package inorg runs transactions of the host on tables whose row-level security is by organisation. The host owns them, so that this guards against a query of
// its own that forgets its organisation, not against an attacker; plugins have no rights on them.
package inorg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Do runs a transaction that sees the rows of one organisation.
func Do(ctx context.Context, pool *pgxpool.Pool, orgID string, do func(tx pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config('outrider.org', $1, true)`, orgID); err != nil {
			return fmt.Errorf("open a transaction in %s: %w", orgID, err)
		}
		return do(tx)
	})
}
