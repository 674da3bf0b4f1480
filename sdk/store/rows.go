package store

import (
	"context"
	"database/sql"
	"errors"

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

// Rows reads all rows of a query; without any it is an empty list, not nil. It is for SQL where sets, windows or plans matter; what is a row of a table is gorm's: models, scopes, Create,
// Updates, Save.
func Rows[T any](tx *gorm.DB, query string, args ...any) (found []T, err error) {
	// Not gorm's Scan: that writes the whole statement as text with all values in it, each time, for a log that does not ask for it.
	rows, err := tx.Raw(query, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	found = []T{}
	if !rows.Next() {
		return found, rows.Err()
	}
	err = tx.ScanRows(rows, &found) // this row and all that follow
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

// ErrSkipAll, returned by what Each calls, ends it without an error.
var ErrSkipAll = errors.New("skip all the rest")

// Each calls do with every row of a query, without keeping them: for results that do not fit in memory, or whose columns are read by their place.
func Each(tx *gorm.DB, do func(row *sql.Rows) error, query string, args ...any) (err error) {
	found, err := tx.Raw(query, args...).Rows()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	for found.Next() {
		switch err := do(found); {
		case errors.Is(err, ErrSkipAll):
			return nil
		case err != nil:
			return err
		}
	}
	return found.Err()
}

// List hands a slice to Postgres as one array, "= ANY(?)"; gorm would spread a bare slice over several parameters.
func List[T any](list []T) *[]T {
	if list == nil {
		list = []T{}
	}
	return &list
}
