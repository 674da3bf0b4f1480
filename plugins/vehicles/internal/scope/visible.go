// Package postgres keeps the fleet in Postgres. Every method is one transaction of one organisation; the database, not a
// look before, decides races.
package postgres

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/web"
)

// DB is what of store.DB this package uses.
type DB interface {
	InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error
	InAll(ctx context.Context, do func(tx *gorm.DB) error) error
}

// Store keeps the fleet. It is safe for use by many goroutines.
type Store struct {
	db      DB
	now     func() time.Time
	days    *dayNotes
	repeats *repeatNotes
	trips   *tripDays
}

// New returns a store on a database.
func New(db DB, now func() time.Time) *Store {
	return &Store{db: db, now: now, days: newDayNotes(), repeats: newRepeatNotes(), trips: newTripDays()}
}

// visible is the condition that a vehicle v in a group g is in scope, for use in a WHERE.
func visible(s vehicle.Scope) (condition string, args []any) {
	own := pointer(s.VehicleIDs)
	switch {
	case s.All:
		return "TRUE", nil
	case s.Path != "" && len(s.VehicleIDs) > 0:
		return "(g.path >= ? AND g.path < ? OR v.id = ANY(?))", []any{s.Path, web.PathEnd(s.Path), own}
	case s.Path != "":
		return "(g.path >= ? AND g.path < ?)", []any{s.Path, web.PathEnd(s.Path)}
	default:
		return "v.id = ANY(?)", []any{own}
	}
}

// pointer hands a slice to Postgres as one array; gorm would spread a bare slice over several parameters.
func pointer[T any](list []T) *[]T {
	if list == nil {
		list = []T{}
	}
	return &list
}

// rows reads all rows of a query.
func rows[T any](tx *gorm.DB, query string, args ...any) ([]T, error) {
	var found []T
	err := tx.Raw(query, args...).Scan(&found).Error
	return found, err
}

// row reads the only row of a query; vehicle.ErrNotFound when there is none.
func row[T any](tx *gorm.DB, query string, args ...any) (T, error) {
	var none T
	found, err := rows[T](tx, query, args...)
	if err != nil {
		return none, err
	}
	if len(found) == 0 {
		return none, vehicle.ErrNotFound
	}
	return found[0], nil
}

// exec runs a statement and returns how many rows it changed.
func exec(tx *gorm.DB, statement string, args ...any) (int64, error) {
	res := tx.Exec(statement, args...)
	return res.RowsAffected, res.Error
}

// affected turns a change of no row into vehicle.ErrNotFound.
func affected(n int64, err error) error {
	if err != nil {
		return err
	}
	if n == 0 {
		return vehicle.ErrNotFound
	}
	return nil
}

func (s *Store) nowMs() int64 { return s.now().UnixMilli() }

// wrap says what was being done.
func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}
