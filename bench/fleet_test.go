//go:build bench

package bench_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/bench/usage"
	"outrider.dev/sdk/plugintest"
)

const vehicles = 10_000

// fleet is a host with the product's plugins and a large organisation.
type fleet struct {
	database
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
	f := &fleet{}
	f.t = t
	f.host = plugintest.Start(t, "../plugins/vehicles", plugintest.Beside("../plugins/users", "../plugins/gateway", "../plugins/geo", "../plugins/alerts"))
	f.db = f.host.Database(t)
	f.rest = f.memory()
	f.plant(samples)
	return f
}

// plant makes the vehicles with their devices, and so many samples.
func (f *fleet) plant(samples int) {
	f.t.Helper()
	f.plantVehicles(vehicles)
	now := time.Now().UTC().Truncate(time.Second)
	f.from, f.next = now.Add(-10*time.Hour), now.Add(-2*time.Hour)
	f.prefill(samples)
}

// prefill puts samples of eight hours into the day's real partitions, device by device.
func (f *fleet) prefill(rows int) {
	f.t.Helper()
	if *quick {
		rows = min(rows, 200_000)
	}
	for _, at := range []time.Time{f.from, f.next, time.Now()} {
		f.exec(`SELECT vehicles.ensure_partition($1::date)`, at.UTC().Format(time.DateOnly))
	}
	each := rows / vehicles
	step := f.next.Sub(f.from).Milliseconds() / int64(each)
	began := time.Now()
	const atOnce = 500 // devices
	for first := 1; first <= vehicles; first += atOnce {
		f.exec(`INSERT INTO vehicles.sample (org_id, device_id, time_ms, vehicle_id, lat, lng, speed_kmh, heading_deg, altitude_m, ignition,
				speed_limit_kmh, odometer_m, signal, fuel_percent, received_ms)
			SELECT 'alpha', 'load-' || lpad(d::text, greatest(4, length(d::text)), '0'), $3 + s * $4, 'v-load-' || lpad(d::text, greatest(4, length(d::text)), '0'), 53 + random(), -2 - random(), 90 * random(),
				360 * random(), 80 * random(), true, 112, 1e8 * random(), 4, 100 * random(), $3 + s * $4 + 300
			FROM generate_series($1::int, $2::int) d, generate_series(0, $5::bigint - 1) s ORDER BY d, s`,
			first, first+atOnce-1, f.from.UnixMilli(), step, each)
	}
	f.exec(`ANALYZE vehicles.sample`)
	f.exec(`CHECKPOINT`)
	f.t.Logf("%d samples were put in within %s", each*vehicles, time.Since(began).Round(time.Second))
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
