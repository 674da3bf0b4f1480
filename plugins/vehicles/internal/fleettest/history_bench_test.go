//go:build bench

package fleettest_test

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

var (
	days   = flag.Int("days", 30, "of simulated traffic")
	parked = flag.Duration("parked", 5*time.Second, "between samples of a vehicle that stands with its ignition off")
)

// TestRivalHistory packs simulated traffic of a month at a sample each 5 s, and reads a day of one a second, beside the same in rows.
func TestRivalHistory(t *testing.T) {
	const devices = 4
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(10 * time.Hour)
	from := f.now.AddDate(0, 0, -*days).Truncate(24 * time.Hour)
	carried := map[string]vehicle.Vehicle{}
	for n := range devices {
		id := []string{"b1", "b2", "b3", "b4"}[n]
		carried[id] = f.vehicle("HGV "+id, "north")
		f.device(id, "")
		must(t, f.Assign(t.Context(), "demo", all, carried[id].ID, id, from.UnixMilli(), true))
	}
	stored := 0
	for n, id := range []string{"b1", "b2", "b3", "b4"} {
		spec := traffic.Spec{DeviceID: id, Type: []string{"truck", "van", "car", "bus"}[n]}
		stored += f.bring(id, traffic.History(1, spec, time.UTC, from, from.AddDate(0, 0, *days), traffic.Pace{Moving: 5 * time.Second, Parked: *parked}))
	}
	rows := f.sizeOf("sample")
	used, database := ownTime(t), f.databaseTime()
	packed := f.pack()
	own, theirs := ownTime(t)-used, f.databaseTime()-database
	if packed != stored {
		t.Errorf("%d of %d samples were packed", packed, stored)
	}
	bytes := float64(f.sizeOf("packed")) / float64(packed)
	t.Logf("%d samples: %.1f bytes each in rows, %.2f packed, indexes and keys included", stored, float64(rows)/float64(stored), bytes)
	t.Logf("packing a million takes %.2f s of a processor here and %.2f s in the database", own.Seconds()/float64(packed)*1e6, theirs.Seconds()/float64(packed)*1e6)
	if perMillion := (own + theirs).Seconds() / float64(packed) * 1e6; perMillion > 3 {
		t.Errorf("packing a million takes %.2f s of a processor, more than 3", perMillion)
	}
	if bytes > 12 {
		t.Errorf("a packed sample takes %.2f bytes, more than 12", bytes)
	}
	f.day86400()
}

// day86400 reads a day of a sample a second, in rows and packed.
func (f *fixture) day86400() {
	v := f.vehicle("Fast", "north")
	day := f.now.AddDate(0, 0, -1).Truncate(24 * time.Hour)
	f.device("fast", "")
	must(f.t, f.Assign(f.t.Context(), "demo", all, v.ID, "fast", day.UnixMilli(), true))
	spec := traffic.Spec{DeviceID: "fast", Type: "truck"}
	count := f.bring("fast", traffic.History(1, spec, time.UTC, day, day.AddDate(0, 0, 1), traffic.Pace{Moving: time.Second, Parked: time.Second}))
	for _, kind := range []string{"rows", "packed"} {
		if kind == "packed" {
			f.pack()
		}
		best := time.Hour
		for range 7 {
			began := time.Now()
			var list []history.Reading
			must(f.t, f.db.InOrg(f.t.Context(), "demo", func(tx *gorm.DB) (err error) {
				c, err := history.CarrierOf(tx, "demo", v.ID, day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli())
				if err == nil {
					list, err = c.Best(tx, day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli(), 0)
				}
				return err
			}))
			best = min(best, time.Since(began))
			if len(list) < count-1 {
				f.t.Fatalf("%d of %d readings", len(list), count)
			}
		}
		f.t.Logf("a day of %d readings from %s: %s", count, kind, best.Round(100*time.Microsecond))
		if kind == "packed" && best > 60*time.Millisecond {
			f.t.Errorf("a day of %d readings took %s, more than 60 ms", count, best)
		}
	}
}

// bring takes the samples of a device in large messages.
func (f *fixture) bring(id string, list func(yield func(events.Sample) bool)) (count int) {
	made := map[int64]bool{}
	message := f.says(id)
	flush := func() {
		count += f.take(message).Stored
		message.Samples = nil
	}
	for s := range list {
		if day := history.Day(s.Time); !made[day] {
			must(f.t, f.MakePartition(f.t.Context(), time.UnixMilli(s.Time)))
			made[day] = true
		}
		if message.Samples = append(message.Samples, s); len(message.Samples) == 5_000 {
			flush()
		}
	}
	flush()
	return count
}

// sizeOf is what the partitions of a table take, indexes and what lies apart included.
func (f *fixture) sizeOf(table string) (bytes int64) {
	must(f.t, f.db.InAll(f.t.Context(), func(tx *gorm.DB) error {
		return tx.Raw(`SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ('vehicles.' || ?)::regclass`, table).Scan(&bytes).Error
	}))
	return bytes
}

// databaseTime is what the processes of this database have used of processors.
func (f *fixture) databaseTime() (used time.Duration) {
	for _, pid := range f.lines("demo", `SELECT pid::text FROM pg_stat_activity WHERE datname = current_database()`) {
		raw, err := os.ReadFile("/proc/" + pid + "/stat")
		must(f.t, err)
		_, rest, _ := strings.Cut(string(raw), ") ")
		for _, n := range []int{11, 12} { // of a hundredth of a second each
			ticks, err := strconv.Atoi(strings.Fields(rest)[n])
			must(f.t, err)
			used += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return used
}

func ownTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
