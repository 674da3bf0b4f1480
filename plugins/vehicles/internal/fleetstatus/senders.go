package fleetstatus

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Senders are the vehicles in visible that sent any of some readings since the day before today began, and how many there are in all.
func (s *Store) Senders(ctx context.Context, orgID string, visible scope.Scope, wanted events.Said) (ids []string, total int, err error) {
	condition, args := visible.Vehicles()
	since := s.now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	ids = []string{}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := store.Rows[struct {
			ID    string
			Sends bool
		}](tx, `SELECT v.id, EXISTS (SELECT FROM vehicles.vehicle_day d WHERE d.org_id = v.org_id AND d.vehicle_id = v.id AND d.day >= ?::date AND d.said & ? <> 0) AS sends
			FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition,
			append([]any{since, int32(wanted), orgID}, args...)...)
		total = len(found)
		for _, v := range found {
			if v.Sends {
				ids = append(ids, v.ID)
			}
		}
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("find who sends readings: %w", err)
	}
	return ids, total, nil
}
