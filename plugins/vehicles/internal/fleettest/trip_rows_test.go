package fleettest_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/events"
)

// anew are the stores of a process that has just started.
func (f *fixture) anew() fleettest.Stores {
	return fleettest.NewStores(f.db, func() time.Time { return f.now })
}

// TestTrips_kept keeps the trips of a day that is over, and makes them anew when samples of it come late: what changed says so.
func TestTrips_kept(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	begins := f.ago(20 * time.Hour)
	w := (&way{atMs: begins, lat: 53}).drive(36, 180).drive(0, 60)
	w.atMs += 3_600_000
	w.drive(36, 30)
	f.take(f.says("d1", w.list[:60]...), f.says("d1", w.list[120:]...))
	ask := func() trip.Past {
		d, err := f.anew().Trips(t.Context(), "demo", all, v.ID, f.ago(24*time.Hour), f.ago(time.Hour))
		must(t, err)
		return d
	}
	first := ask()
	equal(t, "trips", len(first.Trips), 3)
	equal(t, "kept trips", f.count("trip"), "[3]")
	equal(t, "days kept", f.count("judged_day"), "[1]")
	must(t, f.asOwner(`ALTER TABLE vehicles.trip NO FORCE ROW LEVEL SECURITY; UPDATE vehicles.trip SET top_kmh = 77; ALTER TABLE vehicles.trip FORCE ROW LEVEL SECURITY`))
	equal(t, "the top speed of what is kept", ask().Trips[0].TopKmh, 77.0)

	f.take(f.says("d1", w.list[60:120]...))
	f.now = f.now.Add(time.Minute)
	second := ask()
	equal(t, "trips with what came late", len(second.Trips), 2)
	equal(t, "when the first was repaired", second.Trips[0].RepairedMs, f.now.UnixMilli())
	equal(t, "when the other was", second.Trips[1].RepairedMs, int64(0))
	f.now = f.now.Add(time.Minute)
	equal(t, "later", ask().Trips[0].RepairedMs, second.Trips[0].RepairedMs)
	equal(t, "what rival sees", text(f.lines("rival", `SELECT count(*) FROM vehicles.trip`)), "[0]")
}

// TestTrips_judgedAhead judges days once they are over and packed, and again what came late for them, before anybody asks.
func TestTrips_judgedAhead(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(-time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	w := (&way{atMs: f.ago(10 * time.Hour), lat: 53}).drive(36, 180).drive(0, 60)
	w.atMs += 3_600_000
	w.drive(36, 30).drive(0, 60)
	f.take(f.says("d1", w.list[:60]...), f.says("d1", w.list[120:]...))
	ahead := func() (trips, noted string) {
		f.pack()
		must(t, f.anew().JudgeAhead(t.Context(), "demo"))
		return f.count("trip"), f.count("day_to_judge")
	}
	trips, noted := ahead()
	equal(t, "trips of a day that is not over", trips, "[0]")
	equal(t, "days noted", noted, "[1]")
	f.now = f.now.Add(4 * time.Hour)
	trips, noted = ahead()
	equal(t, "trips", trips, "[3]")
	equal(t, "days that are still noted", noted, "[0]")
	f.take(f.says("d1", w.list[60:120]...))
	trips, noted = ahead()
	equal(t, "trips with what came late", trips, "[2]")
	equal(t, "days noted then", noted, "[0]")
	judged := f.lines("demo", `SELECT judged_ms::text FROM vehicles.judged_day`)
	f.now = f.now.Add(30 * time.Minute)
	found, err := f.anew().TripsOf(t.Context(), "demo", []string{v.ID, "nobody"}, f.ago(24*time.Hour), f.now.UnixMilli())
	must(t, err)
	equal(t, "trips for who asks", len(found[v.ID].Trips), 2)
	equal(t, "trips of nobody", len(found["nobody"].Trips), 0)
	equal(t, "when the day was judged", text(f.lines("demo", `SELECT judged_ms::text FROM vehicles.judged_day`)), text(judged))
}

// TestTrips_keptInAnyOrder takes samples in any order, some twice, packs them and asks in between, always with a new process: in the end it is what all samples in order give.
func TestTrips_keptInAnyOrder(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		id := fmt.Sprintf("k%d", number)
		v := f.vehicle("HGV "+id, "north")
		f.device(id, v.ID)
		w := &way{atMs: f.ago(22 * time.Hour), lat: 53}
		for range rapid.IntRange(1, 4).Draw(r, "legs") {
			w.drive(rapid.SampledFrom([]float64{0, 3, 60}).Draw(r, "speed"), rapid.IntRange(1, 40).Draw(r, "samples"))
			w.atMs += int64(rapid.IntRange(0, 200).Draw(r, "silent minutes")) * 60_000
		}
		var want []string
		for _, n := range []int64{trip.Number(f.ago(24 * time.Hour)), trip.Number(f.now.UnixMilli())} {
			for _, one := range trip.OfDay(n, plain(id, w.list)).Trips {
				want = append(want, tellTrip(one, 0))
			}
		}
		arrival := rapid.Permutation(append([]events.Sample{}, append(w.list, w.list[:len(w.list)/3]...)...)).Draw(r, "arrival")
		for len(arrival) > 0 {
			n := rapid.IntRange((len(arrival)+2)/3, len(arrival)).Draw(r, "batch")
			f.take(f.says(id, arrival[:n]...))
			arrival = arrival[n:]
			if rapid.Bool().Draw(r, "pack") {
				f.pack()
			}
			d, err := f.anew().Trips(t.Context(), "demo", all, v.ID, f.ago(24*time.Hour), f.now.UnixMilli())
			must(t, err)
			var got []string
			for _, one := range d.Trips {
				got = append(got, tellTrip(one, 0))
			}
			if len(arrival) == 0 && text(got) != text(want) {
				r.Fatalf("trips %s, want %s", got, want)
			}
		}
	})
}
