package fleetstatus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/store"
)

// Store keeps what vehicles did on each day.
type Store struct {
	db   store.Transactor
	now  func() time.Time
	days *dayNotes
}

// NewStore keeps days in db.
func NewStore(db store.Transactor, now func() time.Time) *Store {
	return &Store{db: db, now: now, days: newDayNotes()}
}

const selectFleetPast = `
SELECT v.id, extract(epoch FROM v.created_at)::bigint / 86400 AS since,
	COALESCE((SELECT min(d.day) FROM vehicles.vehicle_day d WHERE d.org_id = v.org_id AND d.vehicle_id = v.id) - DATE '1970-01-01', 0) AS first
FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE v.org_id = ? AND v.deleted_at IS NULL AND NOT v.disabled AND `

const selectFleetDays = `
SELECT d.vehicle_id, d.day - DATE '1970-01-01' AS day, d.did
FROM vehicles.vehicle_day d
JOIN vehicles.vehicle v ON v.org_id = d.org_id AND v.id = d.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE d.org_id = ? AND d.day >= ? AND v.deleted_at IS NULL AND NOT v.disabled AND `

// FleetPast returns the vehicles in visible with the days of the window that ends now.
func (s *Store) FleetPast(ctx context.Context, orgID string, visible scope.Scope) (list []Vehicle, err error) {
	condition, args := visible.Vehicles()
	begin := s.now().UTC().AddDate(0, 0, -Window).Format(time.DateOnly)
	type vehicleRow struct {
		ID    string
		Since int
		First int
	}
	type dayRow struct {
		VehicleID string
		Day       int
		Did       Did
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[vehicleRow](tx, selectFleetPast+condition, append([]any{orgID}, args...)...)
		if err != nil {
			return err
		}
		at := make(map[string]int, len(found))
		for i, v := range found {
			one := Vehicle{Since: v.Since, First: v.First, Days: map[int]Did{}}
			if v.First > 0 {
				one.Since = min(v.Since, v.First)
			}
			list, at[v.ID] = append(list, one), i
		}
		days, err := store.Rows[dayRow](tx, selectFleetDays+condition, append([]any{orgID, begin}, args...)...)
		for _, d := range days {
			if i, ok := at[d.VehicleID]; ok {
				list[i].Days[d.Day] = d.Did
			}
		}
		return err
	})
	if err != nil {
		return list, fmt.Errorf("read the fleet's days: %w", err)
	}
	return list, nil
}
