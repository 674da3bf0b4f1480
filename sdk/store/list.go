package store

import (
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"outrider.dev/sdk/web"
)

// Matching keeps the rows that a list query's filters and quick search ask for: tx.Scopes(store.Matching(&in.ListQuery)).
func Matching(q *web.ListQuery) func(*gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB {
		sql, args := q.Where()
		return tx.Where(clause.Expr{SQL: "(" + sql + ")", Vars: args})
	}
}

// Paged puts the rows into the query's order and takes its page.
func Paged(q *web.ListQuery) func(*gorm.DB) *gorm.DB {
	return func(tx *gorm.DB) *gorm.DB {
		return tx.Order(clause.OrderBy{Expression: clause.Expr{SQL: q.OrderBy()}}).Limit(q.Size).Offset(q.Offset())
	}
}

// FindPage reads the page of rows that q asks for into rows, and returns how many match on all pages. tx names the table, its joins
// and what the caller may see.
func FindPage(tx *gorm.DB, q *web.ListQuery, rows any) (total int64, err error) {
	matching := tx.Scopes(Matching(q)).Session(&gorm.Session{})
	if err := matching.Count(&total).Error; err != nil {
		return 0, fmt.Errorf("count rows: %w", err)
	}
	if err := matching.Scopes(Paged(q)).Find(rows).Error; err != nil {
		return 0, fmt.Errorf("read page: %w", err)
	}
	return total, nil
}
