package fleetstatus

import (
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// DropBefore drops at most so many rows of what vehicles of an organisation did on days before one, numbered from 1970.
func DropBefore(tx *gorm.DB, orgID string, day int64, atMost int) (int64, error) {
	return store.Exec(tx, `DELETE FROM vehicles.vehicle_day WHERE ctid = ANY(ARRAY(SELECT ctid FROM vehicles.vehicle_day WHERE org_id = ? AND day < ?::date LIMIT ?))`,
		orgID, time.UnixMilli(history.Begins(day)).UTC().Format(time.DateOnly), atMost)
}
