package postgres_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
)

// TestMigration_PutsTheFutureRight runs a migration on alerts that a former version has kept for tomorrow.
func TestMigration_PutsTheFutureRight(t *testing.T) {
	db, asOwner := dbtest.OpenOwned(t, "plugins/alerts")
	w := alertstest.New(t, db, time.Now())
	right, ahead := w.Alert("v-north", "collision", "", time.Hour), w.Alert("v-north", "collision", "", -23*time.Hour)
	right.ReceivedMs, ahead.ReceivedMs = w.Now().UnixMilli(), w.Now().UnixMilli()
	w.Take(right)
	w.Take(ahead)
	raw, err := os.ReadFile("../../migrations/0021_clock.sql")
	alertstest.Must(t, err)
	for statement := range strings.SplitSeq(string(raw), ";\n") {
		// The table of changes by group is dropped by a later migration.
		if strings.TrimSpace(statement) != "" && !strings.Contains(statement, "rollup_group_change") {
			alertstest.Must(t, asOwner(statement))
		}
	}
	var times, days []int64
	var details string
	alertstest.Must(t, db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		if err := tx.Raw(`SELECT event_ms FROM alerts.alert ORDER BY event_ms DESC`).Scan(&times).Error; err != nil {
			return err
		}
		if err := tx.Raw(`SELECT details FROM alerts.alert WHERE id = ?`, ahead.ID).Scan(&details).Error; err != nil {
			return err
		}
		return tx.Raw(`SELECT day FROM alerts.rollup_change GROUP BY day HAVING sum(alerts) > 0 ORDER BY day DESC`).Scan(&days).Error
	}))
	if len(times) != 2 || times[0] != ahead.ReceivedMs || times[1] != right.EventMs || !strings.Contains(details, "clock_skew_ms") {
		t.Errorf("alerts are at %v; kept is %s", times, details)
	}
	if days[0] != ahead.ReceivedMs/86_400_000 {
		t.Errorf("they are counted on %v, want %d", days, ahead.ReceivedMs/86_400_000)
	}
}
