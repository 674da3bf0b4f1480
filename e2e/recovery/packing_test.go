package recovery_test

import (
	"context"
	"database/sql"
	"runtime"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"outrider.dev/sdk/plugintest"
)

// TestPackingIsKilled kills vehicles and Postgres in the middle of packing a day and a half of twenty devices: vehicles begins with it as soon as it starts.
func TestPackingIsKilled(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("it takes a minute, and finds processes in /proc")
	}
	p := newProduct(t)
	p.start()
	t.Cleanup(func() { p.stop() })
	ledger := &ledger{}
	f := drive(t, p, ledger)
	awaitMore(t, f, "the history of the fleet does not come", 60_000)
	awaitStored(t, p, ledger, "before they are packed")

	before, left := p.packed(t)
	for _, victim := range []string{"outrider-plugin-vehicles", "outrider-plugin-vehicles", "postgres", "outrider-plugin-vehicles"} {
		p.kill(victim)
		now := before
		plugintest.Within(t, patience, "nothing is packed after the death of "+victim, func() bool {
			now, left = p.packed(t)
			return now > before
		})
		t.Logf("after the death of %s %d spans are packed, %d samples wait", victim, now, left)
		before = now
	}
	plugintest.Within(t, patience, "what is old is not all packed", func() bool { before, left = p.packed(t); return left == 0 && before > 0 })
	t.Logf("%d spans are packed", before)
	awaitStored(t, p, ledger, "after packing was killed")
}

// packed counts spans that are packed, and samples that wait for it; nothing while the database is away.
func (p *product) packed(t *testing.T) (spans, waiting int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	db, err := sql.Open("pgx", p.databaseURL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	oldMs := time.Now().Add(-9 * time.Hour).UnixMilli() // of spans that ended two hours ago at least
	err = db.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM vehicles.packed), (SELECT count(*) FROM vehicles.sample WHERE time_ms < $1)`, oldMs).Scan(&spans, &waiting)
	if err != nil {
		return 0, -1
	}
	return spans, waiting
}
