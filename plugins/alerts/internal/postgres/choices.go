package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// Driver is somebody who drove a vehicle.
type Driver struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// mostDrivers is how many drivers a list of them has.
const mostDrivers = 1_000

// Drivers are those who drove vehicles that the caller of ctx sees, by their names; a driver sees nobody else.
func (s *Store) Drivers(ctx context.Context) (found []Driver, err error) {
	caller := web.Caller(ctx)
	condition, args := "true", []any(nil)
	switch {
	case isDriver(caller):
		condition, args = "l.driver_id = ?", []any{caller.UserID}
	case !seesAll(caller):
		condition, args = s.fleet.Seen("l.vehicle_id", caller)
	}
	err = s.read(ctx, func(tx *gorm.DB) error {
		rows, err := store.Rows[Driver](tx, `SELECT id, name FROM (SELECT DISTINCT ON (l.driver_id) l.driver_id AS id, l.driver_name AS name FROM alerts.drive l
			WHERE l.org_id = ? AND l.driver_id <> '' AND `+condition+` ORDER BY l.driver_id, l.from_ms DESC) d ORDER BY lower(name), id LIMIT ?`,
			append(append([]any{caller.OrgID}, args...), mostDrivers)...)
		found = append([]Driver{}, rows...) // none is an empty list
		return err
	})
	return found, wrap(err, "list drivers of alerts")
}

// IDs are the alerts of a query that the caller of ctx sees, in its order, at most so many.
func (s *Store) IDs(ctx context.Context, q Query, most int) (ids []string, err error) {
	err = s.read(ctx, func(tx *gorm.DB) error {
		finder, err := s.newFinder(ctx, tx, q)
		if err != nil {
			return err
		}
		where := finder.where(q.FromMs, q.ToMs, false)
		rows, err := store.Rows[string](tx, `SELECT a.id::text FROM alerts.alert a WHERE `+where.sql()+` ORDER BY `+orders[q.Order]+` LIMIT ?`, append(where.args, most)...)
		ids = append([]string{}, rows...)
		return err
	})
	return ids, wrap(err, "list alerts of a search")
}
