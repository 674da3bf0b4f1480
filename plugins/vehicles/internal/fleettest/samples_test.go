package fleettest_test

import (
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
)

func TestTake_repeats(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV-1", "north").ID)
	first := f.take(f.message("d1", 30, 20, 10))
	equal(t, "what was stored", first.Stored, 3)

	again := f.take(f.message("d1", 20, 10, 5), f.message("d1", 5))
	equal(t, "what was stored of the second", again.Stored, 1)
	equal(t, "what was repeated", again.Repeated, 3)
	equal(t, "what differed", again.Differing, 0)

	other := f.message("d1", 10)
	*other.Samples[0].SpeedKmh = 111
	equal(t, "what differs", f.take(other).Differing, 1)
	equal(t, "samples that took the second value", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample WHERE speed_kmh = 111`)), "[0]")
	equal(t, "the count", text(f.lines("demo", `SELECT repeated || ' ' || differing FROM vehicles.ingest_count`)), "[4 1]")
}

func TestTake_outOfOrderAndLate(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV-1", "north").ID)
	f.take(f.message("d1", 10))
	late := f.take(f.message("d1", 80_000, 30))
	equal(t, "late samples stored", late.Stored, 2)
	equal(t, "devices whose presence changed", len(late.Changed), 0)
	seen, _ := f.presence("d1")
	equal(t, "seconds since it was seen", seen, 10)
}

func TestTake_deviceMoves(t *testing.T) {
	f := open(t)
	a, b := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "south")
	f.device("d1", a.ID)
	must(t, f.Assign(t.Context(), "demo", all, b.ID, "d1", f.ago(time.Minute), false))
	f.take(f.message("d1", 90, 60, 30), f.message("d1", 86_000))
	for id, want := range map[string]int{a.ID: 2, b.ID: 2} {
		samples, err := f.Samples(t.Context(), "demo", all, id, f.ago(48*time.Hour), f.now.UnixMilli(), 100)
		must(t, err)
		equal(t, "samples of "+id, len(samples), want)
	}
	must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -2))) // shortly after midnight that was its day
	f.take(f.message("d1", 87_000))                                // before it was fitted to anything
	equal(t, "samples of no vehicle", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample WHERE vehicle_id IS NULL`)), "[1]")
}

func TestTake_unknownDevices(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV-1", "north").ID)
	must(t, f.AddDevice(t.Context(), "rival", recorder("r1")))
	taken := f.take(f.message("nobody", 5), f.message("d1", 5), f.message("r1", 5))
	equal(t, "unknown messages", text(taken.Unknown), "[0 2]")
	equal(t, "stored", taken.Stored, 1)
	equal(t, "what rival sees", text(f.lines("rival", `SELECT count(*) FROM vehicles.sample`)), "[0]")
}

// TestTake_killedInTheMiddle breaks the transaction after everything was written, as kill -9 before the commit does, and
// has the message delivered again.
func TestTake_killedInTheMiddle(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV-1", "north").ID)
	killed := errors.New("killed")
	broken := f.withBreak(killed)
	_, err := broken.Take(t.Context(), "demo", []events.Telemetry{f.message("d1", 10)})
	if !errors.Is(err, killed) {
		t.Fatalf("Take = %v", err)
	}
	equal(t, "samples after the kill", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample`)), "[0]")
	taken := f.take(f.message("d1", 10))
	equal(t, "samples of the second delivery", taken.Stored, 1)
	equal(t, "samples that were counted as repeated", taken.Repeated, 0)
}

// TestPartitions tries that the runtime role reaches no partition around the policy, and that days are bounded.
func TestPartitions(t *testing.T) {
	f := open(t)
	f.device("d1", f.vehicle("HGV-1", "north").ID)
	f.take(f.message("d1", 10))
	partition := "vehicles.sample_" + f.now.UTC().Format("20060102")
	for _, refused := range []string{
		`SELECT count(*) FROM ` + partition, `DROP TABLE ` + partition, `CREATE TABLE vehicles.mine (id text)`,
		`ALTER TABLE vehicles.sample DISABLE ROW LEVEL SECURITY`,
	} {
		if err := f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return tx.Exec(refused).Error }); err == nil {
			t.Errorf("the runtime role may %s", refused)
		}
	}
	for _, days := range []int{-410, 5} {
		if err := f.MakePartition(t.Context(), f.now.AddDate(0, 0, days)); err == nil {
			t.Errorf("a partition %d days from now is made", days)
		}
	}
	must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -400)))
	dropped, err := f.DropOld(t.Context(), 7)
	must(t, err)
	equal(t, "days dropped", dropped, 1)
	equal(t, "samples kept", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample`)), "[1]")
	if _, err := f.DropOld(t.Context(), 0); err == nil {
		t.Error("everything may be dropped")
	}
}
