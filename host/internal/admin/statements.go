package admin

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// StatementView is one kind of statement, without its values.
type StatementView struct {
	Text   string  `json:"text"`
	Calls  int64   `json:"calls"`
	MeanMs float64 `json:"mean_ms"`
	MaxMs  float64 `json:"max_ms"`
}

// statements are the ten that cost most time, none where pg_stat_statements is not installed or not to be read.
func (a *Admin) statements(ctx context.Context) []StatementView {
	var schema string
	err := a.Pool.QueryRow(ctx, `SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
		WHERE e.extname = 'pg_stat_statements'`).Scan(&schema)
	if err != nil {
		return []StatementView{}
	}
	rows, err := a.Pool.Query(ctx, `SELECT left(query, 300), calls, mean_exec_time, max_exec_time FROM `+
		pgx.Identifier{schema, "pg_stat_statements"}.Sanitize()+` ORDER BY mean_exec_time * calls DESC LIMIT 10`)
	if err != nil {
		return []StatementView{}
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[StatementView])
	if err != nil || found == nil {
		return []StatementView{}
	}
	return found
}
