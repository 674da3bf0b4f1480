//go:build bench

package bench_test

import (
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// prefill puts samples of eight hours into the day's real partitions, device by device. They are filled without index, and get it afterwards.
func (f *fleet) prefill(rows int) {
	f.t.Helper()
	if *quick {
		rows = min(rows, 200_000)
	}
	rows = f.fitting(rows)
	for _, at := range []time.Time{f.from, f.next, time.Now()} {
		f.exec(`SELECT vehicles.ensure_partition($1::date)`, at.UTC().Format(time.DateOnly))
	}
	began := time.Now()
	f.hurry(true)
	each := rows / vehicles
	step := f.next.Sub(f.from) / time.Duration(each)
	for from := f.from; from.Before(f.next); {
		day := from.UTC().Truncate(24 * time.Hour)
		until := day.Add(24 * time.Hour)
		if until.After(f.next) {
			until = f.next
		}
		count := int((until.Sub(from) + step - 1) / step)
		f.fill(day, from, step, count)
		from = from.Add(time.Duration(count) * step)
	}
	f.exec(`ANALYZE vehicles.sample`)
	f.hurry(false)
	f.t.Logf("%d samples were put in within %s", each*vehicles, time.Since(began).Round(time.Second))
}

// fitting is how many of the samples there is room for on the disk: each takes 210 bytes with its index, and the rest is for the database's log
// and what else is measured.
func (f *fleet) fitting(rows int) int {
	f.t.Helper()
	const each, rest = 210, 4 << 30
	var disk syscall.Statfs_t
	if err := syscall.Statfs(f.t.TempDir(), &disk); err != nil {
		f.t.Fatalf("look how much room there is: %v", err)
	}
	room := (int(disk.Bavail)*int(disk.Bsize) - rest) / each // less than 2^63 bytes
	if room < vehicles {
		f.t.Fatalf("there is no room on the disk for samples")
	}
	if room < rows {
		f.t.Logf("there is room for %d samples, not for %d", room, rows)
	}
	return min(rows, room)
}

// fill takes a day's partition out, puts so many samples of each vehicle into it, and puts it back with its index.
func (f *fleet) fill(day, from time.Time, step time.Duration, count int) {
	f.t.Helper()
	name := "vehicles.sample_" + day.Format("20060102")
	begins, ends := day.UnixMilli(), day.Add(24*time.Hour).UnixMilli()
	f.exec(`ALTER TABLE vehicles.sample DETACH PARTITION ` + name)
	f.exec(fmt.Sprintf(`ALTER TABLE %s DROP CONSTRAINT sample_%s_pkey, ADD CONSTRAINT within CHECK (time_ms >= %d AND time_ms < %d)`,
		name, day.Format("20060102"), begins, ends))
	var filling sync.WaitGroup
	for n := range fillers {
		conn := f.host.Database(f.t)
		filling.Go(func() {
			if err := f.pour(conn, name, n*vehicles/fillers+1, (n+1)*vehicles/fillers, from, step, count); err != nil {
				f.t.Errorf("fill %s: %v", name, err)
			}
		})
	}
	filling.Wait()
	f.exec(`SET maintenance_work_mem = '1GB'`)
	f.exec(fmt.Sprintf(`ALTER TABLE %s ADD CONSTRAINT sample_%s_pkey PRIMARY KEY (org_id, device_id, time_ms)`, name, day.Format("20060102")))
	f.exec(`RESET maintenance_work_mem`)
	f.exec(fmt.Sprintf(`ALTER TABLE vehicles.sample ATTACH PARTITION %s FOR VALUES FROM (%d) TO (%d)`, name, begins, ends)) // within spares it a look at each row
	f.exec(`ALTER TABLE ` + name + ` DROP CONSTRAINT within`)
}

// pour makes the samples of some vehicles in the database itself.
func (f *fleet) pour(conn *pgx.Conn, table string, first, last int, from time.Time, step time.Duration, count int) error {
	_, err := conn.Exec(f.t.Context(), `INSERT INTO `+table+` (org_id, device_id, time_ms, vehicle_id, lat, lng, speed_kmh, heading_deg, altitude_m, ignition,
			speed_limit_kmh, odometer_m, signal, fuel_percent, received_ms)
		SELECT 'alpha', d.device, s, d.vehicle, 53 + random(), -2 - random(), 90 * random(), 360 * random(), 80 * random(), true, 112, 1e8 * random(),
			4, 100 * random(), s + 300
		FROM (SELECT 'load-' || id AS device, 'v-load-' || id AS vehicle
			FROM (SELECT lpad(n::text, greatest(4, length(n::text)), '0') AS id FROM generate_series($1::int, $2::int) n OFFSET 0) numbered) d
		CROSS JOIN LATERAL (SELECT generate_series($3::bigint, $3::bigint + ($5::bigint - 1) * $4::bigint, $4::bigint) AS s) times`,
		first, last, from.UnixMilli(), step.Milliseconds(), count)
	return err
}
