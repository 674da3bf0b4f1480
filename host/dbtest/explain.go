package dbtest

import (
	"context"
	"database/sql"
	"regexp"
	"strings"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
)

// Explained is a plugin's database that explains every query before it is run: as the runtime role and under row-level security, which is
// how it is asked in earnest.
type Explained struct {
	*store.DB
	plans string
}

// Explain explains what is asked of db through the result.
func Explain(db *store.DB) *Explained { return &Explained{DB: db} }

// InOrg is store.DB's.
func (e *Explained) InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error {
	return e.DB.InOrg(ctx, orgID, func(tx *gorm.DB) error { return do(e.watch(tx)) })
}

// InAll is store.DB's.
func (e *Explained) InAll(ctx context.Context, do func(tx *gorm.DB) error) error {
	return e.DB.InAll(ctx, func(tx *gorm.DB) error { return do(e.watch(tx)) })
}

// Read is store.DB's.
func (e *Explained) Read(ctx context.Context, do func(tx *gorm.DB) error) error {
	return e.DB.Read(ctx, func(tx *gorm.DB) error { return do(e.watch(tx)) })
}

// Uses fails the test unless each of the indexes, named by a part of its name, is used by a plan.
func (e *Explained) Uses(t testing.TB, indexes ...string) {
	t.Helper()
	for _, index := range indexes {
		if !strings.Contains(e.plans, index) {
			t.Errorf("no plan uses %s:\n%s", index, e.plans)
		}
	}
}

// WalksNone fails the test if one of the tables, which are regular expressions without their schema, is read from end to end.
func (e *Explained) WalksNone(t testing.TB, tables ...string) {
	t.Helper()
	walk := regexp.MustCompile(`Seq Scan on (` + strings.Join(tables, "|") + `) `)
	if walked := walk.FindString(e.plans); walked != "" {
		t.Errorf("%s:\n%s", walked, e.plans)
	}
}

// watch returns a session whose statements go through the pool below.
func (e *Explained) watch(tx *gorm.DB) *gorm.DB {
	watched := tx.Session(&gorm.Session{NewDB: true, Context: tx.Statement.Context})
	watched.Statement.ConnPool = explainingPool{tx.Statement.ConnPool, e}
	return watched
}

// reads is how a query that reads begins.
var reads = regexp.MustCompile(`^\s*(SELECT|WITH)\b`)

type explainingPool struct {
	gorm.ConnPool
	to *Explained
}

// QueryContext explains what reads; what changes something is run as it is.
func (p explainingPool) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if reads.MatchString(query) {
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
			p.to.plans += line + "\n"
		}
		p.to.plans += "\n"
	}
	return p.ConnPool.QueryContext(ctx, query, args...)
}
