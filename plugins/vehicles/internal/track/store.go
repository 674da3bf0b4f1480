// Package track answers what vehicles did reading by reading: as columns for screens, as files, as rows of tables, for one vehicle and for many. What it reads never lies in
// memory for longer than a day of one vehicle.
package track

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Store reads tracks.
type Store struct{ db store.Transactor }

// NewStore reads from db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

// Vehicle is a vehicle in visible; fault.NotFound.
func (s *Store) Vehicle(ctx context.Context, orgID string, visible scope.Scope, id string) (v vehicle.Vehicle, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		v, err = vehicle.Find(tx, orgID, visible, id)
		return err
	})
	return v, err
}

// Days gives each what a vehicle said from a time to before another (Unix milliseconds), the oldest first, a day at a time: where several devices spoke, what the best one said.
// Whether the caller may see the vehicle is asked before. An error of each ends it.
func (s *Store) Days(ctx context.Context, orgID, vehicleID string, fromMs, toMs int64, each func([]history.Reading) error) error {
	var said map[int64]int64
	for sinceMs := fromMs; sinceMs < toMs; {
		day := history.Day(sinceMs)
		untilMs := min(toMs, history.Begins(day+1))
		if sinceMs == fromMs || day%monthDays == 0 {
			var err error
			if said, err = s.said(ctx, orgID, vehicleID, day, min(day-day%monthDays+monthDays, history.Day(toMs)+1)); err != nil {
				return fmt.Errorf("read the track of vehicle %s: %w", vehicleID, err)
			}
		}
		if said[day] == 0 {
			sinceMs = untilMs
			continue
		}
		var list []history.Reading
		err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
			c, err := history.CarrierOf(tx, orgID, vehicleID, sinceMs, untilMs)
			if err == nil && len(c.Devices) > 0 {
				list, err = c.Best(tx, sinceMs, untilMs, 0)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("read the track of vehicle %s: %w", vehicleID, err)
		}
		if len(list) > 0 {
			if err := each(list); err != nil {
				return err
			}
		}
		sinceMs = untilMs
	}
	return nil
}

// monthDays is how many days are asked for together whether there is anything.
const monthDays = 32

// said is how many samples the devices of a vehicle sent on each day from first to before end. Days without any are not read.
func (s *Store) said(ctx context.Context, orgID, vehicleID string, first, end int64) (counts map[int64]int64, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		c, err := history.CarrierOf(tx, orgID, vehicleID, history.Begins(first), history.Begins(end))
		if err == nil && len(c.Devices) > 0 {
			counts, err = c.CountDays(tx, first, end-1)
		}
		return err
	})
	return counts, err
}

// Seen are the ids of the vehicles in visible, of those named or of all if none is, in their order.
func (s *Store) Seen(ctx context.Context, orgID string, visible scope.Scope, named []string) (ids []string, err error) {
	condition, args := visible.Vehicles()
	args = append([]any{orgID}, args...)
	if len(named) > 0 {
		condition, args = condition+` AND v.id = ANY(?)`, append(args, store.List(named))
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		ids, err = store.Rows[string](tx, `SELECT v.id FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition+` ORDER BY v.id`, args...)
		return err
	})
	if err != nil {
		return ids, fmt.Errorf("list vehicles: %w", err)
	}
	return ids, nil
}
