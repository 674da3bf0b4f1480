package fleettest_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

func (f *fixture) packer(db store.Transactor) *sample.Packer {
	return sample.NewPacker(db, slog.New(slog.DiscardHandler), func() time.Time { return f.now }, trip.JudgeLater)
}

// pack packs what is old enough, and says how many samples that were.
func (f *fixture) pack() int {
	f.t.Helper()
	n, err := f.packer(f.db).Pack(f.t.Context(), "demo")
	must(f.t, err)
	return n
}

// spoken is everything that a vehicle said in the last day, as text.
func (f *fixture) spoken(vehicleID string) string {
	f.t.Helper()
	list, err := f.Samples(f.t.Context(), "demo", all, vehicleID, f.ago(48*time.Hour), f.now.UnixMilli()+1, 100_000)
	must(f.t, err)
	told := make([]string, len(list))
	for i, s := range list {
		told[i] = fmt.Sprintf("%s %d", s.DeviceID, s.Time)
		for _, value := range []*float64{s.Lat, s.Lng, s.SpeedKmh, s.HeadingDeg, s.OdometerM} {
			if value != nil {
				told[i] += fmt.Sprintf(" %g", *value)
			}
		}
	}
	return text(told)
}

func (f *fixture) count(table string) string {
	return text(f.lines("demo", `SELECT count(*) FROM vehicles.`+table))
}

// TestPack reads the same before and after, takes what comes late into what is packed, and keeps the first of what comes twice.
func TestPack(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	w := (&way{atMs: f.ago(11 * time.Hour), lat: 53}).drive(36, 300)
	f.take(f.says("d1", w.list[:100]...), f.says("d1", w.list[200:]...), f.message("d1", 60, 30))
	before, trips := f.spoken(v.ID), text(f.trips(v.ID, 0))
	equal(t, "samples packed", f.pack(), 200)
	equal(t, "open rows", f.count("sample"), "[2]")
	equal(t, "readings after packing", f.spoken(v.ID), before)
	equal(t, "trips after packing", text(f.trips(v.ID, 0)), trips)
	equal(t, "samples packed again", f.pack(), 0)

	whole := (&way{atMs: f.ago(11 * time.Hour), lat: 53}).drive(36, 300)
	f.take(f.says("d1", w.list[100:200]...))
	late := f.spoken(v.ID)
	other := f.says("d1", w.list[10:12]...)
	faster := 99.0
	other.Samples[1].SpeedKmh = &faster
	f.take(other)
	equal(t, "readings with a repeat that waits", f.spoken(v.ID), late)
	equal(t, "late samples packed", f.pack(), 102)
	equal(t, "readings with what came late", f.spoken(v.ID), late)
	equal(t, "trips with what came late", text(f.trips(v.ID, whole.list[0].Time-10_000)), "[10s-50m0s 29900m]")
	equal(t, "the count", text(f.lines("demo", `SELECT repeated || ' ' || differing FROM vehicles.ingest_count`)), "[2 1]")
	track, err := f.Track(t.Context(), "demo", all, v.ID, w.list[150].Time, w.list[160].Time, 1000)
	must(t, err)
	equal(t, "readings within a span", len(track), 10)
	some, err := f.Samples(t.Context(), "demo", all, v.ID, f.ago(24*time.Hour), f.now.UnixMilli(), 7)
	must(t, err)
	equal(t, "readings that are wanted", len(some), 7)
}

// TestPack_deviceMoves packs a span in which a device went from a vehicle to another.
func TestPack_deviceMoves(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	a, b := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "south")
	f.device("d1", a.ID)
	w := (&way{atMs: f.ago(11 * time.Hour), lat: 53}).drive(36, 30)
	must(t, f.Assign(t.Context(), "demo", all, b.ID, "d1", w.list[20].Time, false))
	f.take(f.says("d1", w.list...))
	first, second := f.spoken(a.ID), f.spoken(b.ID)
	equal(t, "samples packed", f.pack(), 30)
	equal(t, "rows of the span", f.count("packed"), "[2]")
	equal(t, "readings of the first", f.spoken(a.ID), first)
	equal(t, "readings of the second", f.spoken(b.ID), second)
}

// TestPack_killedInTheMiddle breaks the transaction after everything was written, as kill -9 before the commit does.
func TestPack_killedInTheMiddle(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	f.take(f.says("d1", (&way{atMs: f.ago(11 * time.Hour), lat: 53}).drive(36, 30).list...))
	before := f.spoken(v.ID)
	killed := errors.New("killed")
	n, err := f.packer(&breakingAfter{Transactor: f.db, err: killed}).Pack(t.Context(), "demo")
	if n != 0 || !errors.Is(err, killed) {
		t.Fatalf("Pack = %d, %v", n, err)
	}
	equal(t, "open rows after the kill", f.count("sample"), "[30]")
	equal(t, "packed rows after the kill", f.count("packed"), "[0]")
	equal(t, "samples packed then", f.pack(), 30)
	equal(t, "readings", f.spoken(v.ID), before)
}

// breakingAfter ends transactions of an organisation that changed anything with an error.
type breakingAfter struct {
	store.Transactor
	err error
}

func (b *breakingAfter) InOrg(ctx context.Context, orgID string, do func(tx *gorm.DB) error) error {
	return b.Transactor.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		if err := do(tx); err != nil {
			return err
		}
		changed, err := store.One[bool](tx, `SELECT pg_current_xact_id_if_assigned() IS NOT NULL`)
		if err == nil && changed {
			err = b.err
		}
		return err
	})
}

// TestPack_room gives back a day's room only once no organisation has samples there, and shows nobody another one's.
func TestPack_room(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	must(t, f.AddDevice(t.Context(), "rival", recorder("r1")))
	w := (&way{atMs: f.ago(20 * time.Hour), lat: 53}).drive(36, 30)
	f.take(f.says("d1", w.list...))
	_, err := f.Take(t.Context(), "rival", []events.Telemetry{f.says("r1", w.list...)})
	must(t, err)
	yesterday := f.now.AddDate(0, 0, -1).UTC().Format("20060102")
	size := func() string {
		return text(f.lines("demo", `SELECT pg_relation_size('vehicles.sample_`+yesterday+`'::regclass)::text`))
	}
	p := f.packer(f.db)
	must(t, p.Sweep(t.Context(), "demo"))
	if size() == "[0]" {
		t.Fatal("the samples of another organisation are gone")
	}
	equal(t, "samples of rival", text(f.lines("rival", `SELECT count(*) FROM vehicles.sample`)), "[30]")
	must(t, p.Sweep(t.Context(), "rival"))
	equal(t, "the room of the day", size(), "[0]")
	equal(t, "what rival sees packed", text(f.lines("rival", `SELECT device_id || ' ' || samples FROM vehicles.packed`)), "[r1 30]")
	equal(t, "row-level security of the day", text(f.lines("demo", `SELECT relforcerowsecurity::text FROM pg_class WHERE relname = ?`, "sample_"+yesterday)), "[true]")
	for _, refused := range []string{`SELECT count(*) FROM vehicles.packed_` + yesterday, `SELECT vehicles.ensure_day('packed', now()::date)`} {
		if err := f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return tx.Exec(refused).Error }); err == nil {
			t.Errorf("the runtime role may %s", refused)
		}
	}
	f.take(f.says("d1", (&way{atMs: f.ago(20*time.Hour) + 1, lat: 53}).drive(36, 3).list...)) // what comes late finds its day
	equal(t, "late samples", f.count("sample"), "[3]")
	must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -30)))
	_, err = f.DropOld(t.Context(), 7)
	must(t, err)
	equal(t, "days of a month ago", text(f.lines("demo", `SELECT count(*) FROM pg_class WHERE relname LIKE ?`, "%_"+f.now.AddDate(0, 0, -30).UTC().Format("20060102"))), "[0]")
}

// TestPack_anyOrder takes samples in any order, some twice, and packs in between: what is read is always all of them in the order of time.
func TestPack_anyOrder(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		id := fmt.Sprintf("p%d", number)
		v := f.vehicle("HGV "+id, "north")
		f.device(id, v.ID)
		w := &way{atMs: f.ago(20 * time.Hour), lat: 53}
		for range rapid.IntRange(1, 3).Draw(r, "legs") {
			w.drive(rapid.SampledFrom([]float64{0, 60}).Draw(r, "speed"), rapid.IntRange(1, 30).Draw(r, "samples"))
			w.atMs += int64(rapid.IntRange(0, 400).Draw(r, "silent minutes")) * 60_000
		}
		arrival := rapid.Permutation(append(w.list, w.list[:len(w.list)/2]...)).Draw(r, "arrival")
		for len(arrival) > 0 {
			n := rapid.IntRange((len(arrival)+2)/3, len(arrival)).Draw(r, "batch")
			f.take(f.says(id, arrival[:n]...))
			arrival = arrival[n:]
			if rapid.Bool().Draw(r, "pack") {
				f.pack()
			}
		}
		list, err := f.Samples(t.Context(), "demo", all, v.ID, f.ago(48*time.Hour), f.now.UnixMilli(), 10_000)
		must(t, err)
		if len(list) != len(w.list) {
			r.Fatalf("%d readings, want %d", len(list), len(w.list))
		}
		for i, s := range list {
			if s.Time != w.list[i].Time || *s.Lat != *w.list[i].Lat {
				r.Fatalf("reading %d is %v, want %v", i, s.Sample, w.list[i])
			}
		}
	})
}
