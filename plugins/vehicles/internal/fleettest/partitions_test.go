package fleettest_test

import (
	"testing"

	"gorm.io/gorm"

	"outrider.dev/sdk/plugintest"
)

// Two partitions of the stream come to a new day at once: the second one waits for the first and finds its table.
func TestMakePartition_AtOnce(t *testing.T) {
	f := open(t)
	day := f.now.AddDate(0, 0, -3)
	second := make(chan error, 1)
	must(t, f.db.InAll(t.Context(), func(tx *gorm.DB) error {
		if err := tx.Exec(`SELECT vehicles.ensure_partition(?::date)`, day.UTC().Format("2006-01-02")).Error; err != nil {
			return err
		}
		go func() { second <- f.MakePartition(t.Context(), day) }()
		plugintest.Eventually(t, "the second one does not wait", func() bool {
			waits, err := waiting(tx)
			must(t, err)
			return waits
		})
		return nil
	}))
	must(t, <-second)
	equal(t, "tables of the day", text(f.lines("demo", `SELECT count(*) FROM pg_class WHERE relname = ?`, "sample_"+day.UTC().Format("20060102"))), "[1]")
}

// waiting reports whether somebody waits for an advisory lock of the database.
func waiting(tx *gorm.DB) (waits bool, err error) {
	err = tx.Raw(`SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
		WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database())`).Scan(&waits).Error
	return waits, err
}
