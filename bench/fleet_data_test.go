//go:build bench

package bench_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// secret is what the keys of devices are made of.
const secret = "bench"

// database is a host's database, where a test puts what would take hours to come in by itself.
type database struct {
	t    *testing.T
	host *plugintest.Host
	db   *pgx.Conn
}

// exec runs a statement as the superuser, whom no policy holds back.
func (d *database) exec(sql string, args ...any) {
	d.t.Helper()
	if _, err := d.db.Exec(d.t.Context(), sql, args...); err != nil {
		d.t.Fatalf("%.200s: %v", sql, err)
	}
}

// column reads texts.
func (d *database) column(sql string, args ...any) []string {
	d.t.Helper()
	rows, err := d.db.Query(d.t.Context(), sql, args...)
	if err != nil {
		d.t.Fatalf("%.200s: %v", sql, err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		d.t.Fatalf("%.200s: %v", sql, err)
	}
	return found
}

// hasty are settings of the database while its tables are filled: nothing of it would be missed after a crash.
var hasty = []string{"fsync", "full_page_writes", "synchronous_commit", "autovacuum"}

// fillers is how many connections fill at once.
const fillers = 2

// hurry has the database not wait for the disk, or wait as it does in service.
func (d *database) hurry(on bool) {
	d.t.Helper()
	for _, name := range hasty {
		if on {
			d.exec(`ALTER SYSTEM SET ` + name + ` = off`)
		} else {
			d.exec(`ALTER SYSTEM RESET ` + name)
		}
	}
	d.exec(`SELECT pg_reload_conf()`)
	plugintest.Eventually(d.t, "the database does not take on its settings", func() bool {
		return d.column(`SHOW fsync`)[0] == map[bool]string{true: "off", false: "on"}[on]
	})
	d.exec(`CHECKPOINT`)
}

// plantVehicles makes so many vehicles of alpha, each with a device, where the plugins keep them; it returns the devices' ids.
func (d *database) plantVehicles(count int) (ids []string) {
	d.t.Helper()
	ids, digests := make([]string, count), make([]string, count)
	for i := range ids {
		ids[i] = device.DemoID("load", i+1)
		digests[i] = digest(device.DemoKey(secret, ids[i]))
	}
	d.exec(`INSERT INTO vehicles.vehicle (org_id, id, name, group_id) SELECT 'alpha', 'v-' || id, id, 'alpha' FROM unnest($1::text[]) id`, ids)
	d.exec(`INSERT INTO vehicles.device (org_id, device_id, key_sha256) SELECT 'alpha', id, key FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	d.exec(`INSERT INTO vehicles.assignment (org_id, device_id, device_number, vehicle_id, from_ms, is_default)
		SELECT org_id, device_id, number, 'v-' || device_id, 0, true FROM vehicles.device WHERE device_id LIKE 'load-%'`)
	d.exec(`INSERT INTO gateway.device (org_id, device_id, vehicle_id, key_sha256, disabled, deleted, sequence)
		SELECT 'alpha', id, 'v-' || id, key, false, false, 1000000 FROM unnest($1::text[], $2::text[]) d (id, key)`, ids, digests)
	return ids
}

// dial connects a device; the gateway may still have to hear of it.
func (d *database) dial(t *testing.T, number int) *deviceclient.Client {
	t.Helper()
	id := device.DemoID("load", number)
	for began := time.Now(); ; {
		client, err := deviceclient.Dial(t.Context(), deviceclient.Config{Broker: "tcp://" + d.host.Listeners["mqtt"], ID: id, Key: device.DemoKey(secret, id)})
		if err == nil {
			return client
		}
		if time.Since(began) > 30*time.Second {
			t.Fatalf("connect %s: %v", id, err)
		}
		pause(t.Context(), 10*time.Millisecond)
	}
}
