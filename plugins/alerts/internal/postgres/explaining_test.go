package postgres_test

import (
	"context"
	"database/sql"
	"strings"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/alerts/internal/postgres"
)

// explaining explains every query of its transactions before it is run.
type explaining struct {
	postgres.DB
	text string
}

func (e *explaining) InOrg(ctx context.Context, org string, do func(tx *gorm.DB) error) error {
	return e.DB.InOrg(ctx, org, func(tx *gorm.DB) error { return do(e.watch(tx)) })
}

func (e *explaining) Read(ctx context.Context, do func(tx *gorm.DB) error) error {
	return e.DB.Read(ctx, func(tx *gorm.DB) error { return do(e.watch(tx)) })
}

// watch returns a session whose statements go through the pool below.
func (e *explaining) watch(tx *gorm.DB) *gorm.DB {
	watched := tx.Session(&gorm.Session{NewDB: true, Context: tx.Statement.Context})
	watched.Statement.ConnPool = explainingPool{tx.Statement.ConnPool, e}
	return watched
}

type explainingPool struct {
	gorm.ConnPool
	to *explaining
}

func (p explainingPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if strings.HasPrefix(strings.TrimSpace(query), "SELECT") {
		plan, err := p.ConnPool.QueryContext(ctx, "EXPLAIN "+query, args...)
		if err != nil {
			return nil, err
		}
		defer plan.Close()
		for plan.Next() {
			var line string
			if err := plan.Scan(&line); err != nil {
				return nil, err
			}
			p.to.text += line + "\n"
		}
		p.to.text += "\n"
	}
	return p.ConnPool.QueryContext(ctx, query, args...)
}
