package trip

import (
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/sdk/store"
)

// DropTripsBefore drops at most so many trips of an organisation that began before a day.
func DropTripsBefore(tx *gorm.DB, orgID string, day int64, atMost int) (int64, error) {
	return store.Exec(tx, `DELETE FROM vehicles.trip WHERE ctid = ANY(ARRAY(SELECT ctid FROM vehicles.trip WHERE org_id = ? AND start_ms < ? LIMIT ?))`, orgID, history.Begins(day), atMost)
}

// DropDaysBefore drops at most so many judged days of an organisation before a day.
func DropDaysBefore(tx *gorm.DB, orgID string, day int64, atMost int) (int64, error) {
	return store.Exec(tx, `DELETE FROM vehicles.judged_day WHERE ctid = ANY(ARRAY(SELECT ctid FROM vehicles.judged_day WHERE org_id = ? AND day < ? LIMIT ?))`, orgID, day, atMost)
}
