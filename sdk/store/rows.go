package store

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/sdk/fault"
)

// ErrNoRow is what One answers where there is no row: fault.NotFound for a caller, unless a handler says it better.
var ErrNoRow = fault.New(fault.NotFound, "There is nothing here.")

// Transactor is the part of DB that runs transactions. Tests put another in its place, to read the plans of statements or to break them.
type Transactor interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
}

var _ Transactor = (*DB)(nil)

// Rows reads all rows of a query. It is for SQL where sets, windows or plans matter; what is a row of a table is gorm's: models, scopes, Create,
// Updates, Save.
func Rows[T any](tx *gorm.DB, query string, args ...any) ([]T, error) {
	var found []T
	err := tx.Raw(query, args...).Scan(&found).Error
	return found, err
}

// One reads the first row of a query; ErrNoRow where there is none.
func One[T any](tx *gorm.DB, query string, args ...any) (T, error) {
	found, err := Rows[T](tx, query, args...)
	if err == nil && len(found) == 0 {
		err = ErrNoRow
	}
	if err != nil {
		var none T
		return none, err
	}
	return found[0], nil
}

// Exec runs a statement and returns how many rows it changed.
func Exec(tx *gorm.DB, statement string, args ...any) (changed int64, err error) {
	done := tx.Exec(statement, args...)
	return done.RowsAffected, done.Error
}

// List hands a slice to Postgres as one array, "= ANY(?)"; gorm would spread a bare slice over several parameters.
func List[T any](list []T) *[]T {
	if list == nil {
		list = []T{}
	}
	return &list
}
