//go:build bench

package bench_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"outrider.dev/sdk/plugintest"
)

// fillers is how many sessions fill a table at once.
const fillers = 2

// hurry has the database not wait for the disk, or wait as it does in service, with all that is there on the disk.
func hurry(t *testing.T, db *pgx.Conn, on bool) {
	t.Helper()
	exec := func(sql string) {
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, name := range []string{"fsync", "full_page_writes", "synchronous_commit"} {
		if on {
			exec(`ALTER SYSTEM SET ` + name + ` = off`)
		} else {
			exec(`ALTER SYSTEM RESET ` + name)
		}
	}
	exec(`SELECT pg_reload_conf()`)
	plugintest.Eventually(t, "the database does not take on its settings", func() bool {
		var said string
		err := db.QueryRow(t.Context(), `SHOW fsync`).Scan(&said)
		return err == nil && said == map[bool]string{true: "off", false: "on"}[on]
	})
	exec(`CHECKPOINT`)
}
