//go:build bench

package bench_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

const (
	secret   = "bench"
	vehicles = 10_000
)

// fleet is a host with the product's plugins and a large organisation.
type fleet struct {
	t    *testing.T
	host *plugintest.Host
	db   *pgx.Conn
	from time.Time // the samples that were there before begin here
	next time.Time // the samples that are taken in begin here
	rest map[string]int

	tokens []string // of watchers
}

// TestFleet measures what devices and watchers do to a host: each part begins where the one before left it.
func TestFleet(t *testing.T) {
	f := newFleet(t, *prefill)
	t.Run("ingest", f.ingest)
	t.Run("steady", f.steady)
}

// TestPush measures what watchers do to a host. Nobody of them asks for old samples, so there are few.
func TestPush(t *testing.T) {
	f := newFleet(t, min(*prefill, 200_000))
	f.hire(t, 250)
	t.Run("watch", f.watch)
	t.Run("crowd", f.crowd)
}

// newFleet starts the host and makes its vehicles, with so many samples.
func newFleet(t *testing.T, samples int) *fleet {
	t.Helper()
	f := &fleet{t: t}
	f.host = plugintest.Start(t, "../plugins/vehicles", plugintest.Beside("../plugins/users", "../plugins/gateway", "../plugins/geo", "../plugins/alerts"))
	f.db = f.host.Database(t)
	f.rest = f.memory()
	f.plant(samples)
	return f
}

func (f *fleet) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.db.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatalf("%s: %v", sql, err)
	}
}

// plant makes the vehicles with their devices where the plugins keep them.
func (f *fleet) plant(samples int) {
	f.t.Helper()
	ids, digests := make([]string, vehicles), make([]string, vehicles)
	for i := range ids {
		ids[i] = device.DemoID("load", i+1)
		digests[i] = digest(device.DemoKey(secret, ids[i]))
	}
	f.exec(`INSERT INTO vehicles.vehicle (org_id, id, name, group_id) SELECT 'alpha', 'v-' || id, id, 'alpha' FROM unnest($1::text[]) id`, ids)
	f.exec(`INSERT INTO vehicles.device (org_id, device_id, key_sha256) SELECT 'alpha', id, key FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	f.exec(`INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms, is_default)
		SELECT org_id, device_id, number, 'v-' || device_id, 0, true FROM vehicles.device WHERE device_id LIKE 'load-%'`)
	f.exec(`INSERT INTO gateway.device (org_id, device_id, vehicle_id, key_sha256, disabled, deleted, sequence)
		SELECT 'alpha', id, 'v-' || id, key, false, false, 1000000 FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	now := time.Now().UTC().Truncate(time.Second)
	f.from, f.next = now.Add(-10*time.Hour), now.Add(-2*time.Hour)
	f.prefill(samples)
}

// memory is how much each process has, in MB.
func (f *fleet) memory() map[string]int {
	used := map[string]int{"host": usage.Resident(f.host.PID())}
	for id, pid := range f.host.Processes() {
		used[id] = usage.Resident(pid)
	}
	return used
}

// reportMemory compares what the processes have now with what they had after the start.
func (f *fleet) reportMemory(under string) {
	now := f.memory()
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		parts = append(parts, fmt.Sprintf("%s %d → %d", name, f.rest[name], now[name]))
	}
	measured.Add(table.Row{Group: "Memory", What: "MB resident at rest → " + under, Result: strings.Join(parts, ", ")})
}
