package tenantdata

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/database"
)

// tablesOf are the tables of a schema that have rows by organisation, but some.
func tablesOf(ctx context.Context, tx pgx.Tx, schema string, except []string) ([]string, error) {
	tables, err := database.TenantTables(ctx, tx, schema)
	return slices.DeleteFunc(tables, func(name string) bool { return slices.Contains(except, name) }), err
}

// secret matches columns that are nobody's to read: what proves who somebody or something is.
const secret = `(hash|secret|token|password|key_sha256|inner_pad|outer_pad)`

// columnsOf are the columns of a table that an archive shows.
func columnsOf(ctx context.Context, tx pgx.Tx, schema, table string) (columns []string, err error) {
	rows, err := tx.Query(ctx, `SELECT a.attname FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname !~ $2 ORDER BY a.attnum`,
		pgx.Identifier{schema, table}.Sanitize(), secret)
	if err != nil {
		return nil, fmt.Errorf("read the columns of %s.%s: %w", schema, table, err)
	}
	if columns, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		return nil, fmt.Errorf("read the columns of %s.%s: %w", schema, table, err)
	}
	return columns, nil
}
