package fleettest_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/sdk/events"
)

// way writes the samples of a device that drives, from a time on.
type way struct {
	list []events.Sample
	atMs int64
	lat  float64
}

// drive adds a sample every ten seconds.
func (w *way) drive(kmh float64, samples int) *way {
	for range samples {
		w.atMs += 10_000
		w.lat += kmh / 3.6 * 10 / 111_195
		lat, lng, speed, on := w.lat, -2.0, kmh, true
		w.list = append(w.list, events.Sample{Time: w.atMs, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed, Ignition: &on})
	}
	return w
}

// says is a message, some samples of it.
func (f *fixture) says(device string, list ...events.Sample) events.Telemetry {
	return events.Telemetry{DeviceID: device, OrgID: "demo", ReceivedAt: f.now.UnixMilli(), Samples: list}
}

// trips are those of a vehicle in the last day, as minutes and seconds since a time.
func (f *fixture) trips(vehicleID string, sinceMs int64) (told []string) {
	f.t.Helper()
	d, err := f.Trips(f.t.Context(), "demo", all, vehicleID, f.ago(24*time.Hour), f.now.UnixMilli())
	must(f.t, err)
	for _, t := range d.Trips {
		told = append(told, tellTrip(t, sinceMs))
	}
	return told
}

func tellTrip(t trip.Trip, sinceMs int64) string {
	at := func(ms int64) time.Duration { return time.Duration(ms-sinceMs) * time.Millisecond }
	return fmt.Sprintf("%s-%s %.0fm", at(t.StartMs), at(t.EndMs), t.DistanceM)
}

// TestTrips_late has a device bring the middle of a trip after the rest of it: two trips become one. Then it brings what it did the day
// before, over midnight.
func TestTrips_late(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	f.device("d1", v.ID)
	begins := f.ago(4 * time.Hour)
	w := (&way{atMs: begins, lat: 53}).drive(36, 180)
	f.take(f.says("d1", w.list[:60]...), f.says("d1", w.list[120:]...))
	equal(t, "trips with a hole", text(f.trips(v.ID, begins)), "[10s-10m0s 5900m 20m10s-30m0s 5900m]")
	f.take(f.says("d1", w.list[60:120]...))
	equal(t, "trips with what came late", text(f.trips(v.ID, begins)), "[10s-30m0s 17900m]")

	night := f.now.Truncate(24 * time.Hour).Add(-time.Hour).UnixMilli()
	w = (&way{atMs: night, lat: 53}).drive(36, 720) // two hours
	f.take(f.says("d1", w.list[:360]...))
	equal(t, "trips until midnight", text(f.trips(v.ID, night)), "[10s-1h0m0s 35900m 9h0m10s-9h30m0s 17900m]")
	f.take(f.says("d1", w.list[360:]...))
	equal(t, "trips over midnight", text(f.trips(v.ID, night)), "[10s-2h0m0s 71900m 9h0m10s-9h30m0s 17900m]")
	after, err := f.Trips(t.Context(), "demo", all, v.ID, night+90*60_000, night+100*60_000)
	must(t, err)
	equal(t, "trips of ten minutes within it", len(after.Trips), 1)
}

// TestTrips_twoDevices has two devices on a vehicle say where it is: the default one's word counts, the other's where that is silent. A
// device that moves to another vehicle takes nothing with it.
func TestTrips_twoDevices(t *testing.T) {
	f := open(t)
	v, other := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "north")
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	f.device("d1", v.ID)
	f.device("d0", v.ID)
	begins := f.ago(4 * time.Hour)
	first, second := (&way{atMs: begins, lat: 53}).drive(36, 60), (&way{atMs: begins + 3, lat: 53.001}).drive(36, 60)
	w := (&way{atMs: begins + 3_600_000, lat: 54}).drive(36, 30)
	f.take(f.says("d1", first.list...), f.says("d0", second.list...), f.says("d0", w.list...))
	want := "[10s-10m0s 5900m 1h0m10s-1h5m0s 2900m]"
	equal(t, "trips", text(f.trips(v.ID, begins)), want)
	track, err := f.Track(t.Context(), "demo", all, v.ID, begins, begins+3_600_000, 1_000)
	must(t, err)
	equal(t, "readings of the default device", len(track), 60)
	must(t, f.Assign(t.Context(), "demo", all, other.ID, "d0", f.ago(time.Hour), false))
	equal(t, "trips after the second device has gone", text(f.trips(v.ID, begins)), want)
	equal(t, "trips of the vehicle that it is on", len(f.trips(other.ID, begins)), 0)
}

// TestTrips_anyOrder takes the samples of a vehicle in any order, cut into batches anyhow, and asks for its trips in between, so that every
// day was judged before it was whole: the answer is always that of all samples in the order of time.
func TestTrips_anyOrder(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	f.now = f.now.Truncate(24 * time.Hour).Add(3 * time.Hour)
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		id := fmt.Sprintf("p%d", number)
		v = f.vehicle("HGV "+id, "north")
		f.device(id, v.ID)
		w := &way{atMs: f.ago(4 * time.Hour), lat: 53}
		for range rapid.IntRange(1, 4).Draw(r, "legs") {
			w.drive(rapid.SampledFrom([]float64{0, 3, 60}).Draw(r, "speed"), rapid.IntRange(1, 40).Draw(r, "samples"))
			w.atMs += int64(rapid.IntRange(0, 60).Draw(r, "silent minutes")) * 60_000
		}
		var want []string
		for _, n := range []int64{trip.Number(f.ago(24 * time.Hour)), trip.Number(f.now.UnixMilli())} {
			for _, one := range trip.OfDay(n, plain(id, w.list)).Trips {
				want = append(want, tellTrip(one, 0))
			}
		}
		for arrival := rapid.Permutation(w.list).Draw(r, "arrival"); len(arrival) > 0; {
			n := rapid.IntRange((len(arrival)+2)/3, len(arrival)).Draw(r, "batch")
			f.take(f.says(id, arrival[:n]...))
			arrival = arrival[n:]
			if got := f.trips(v.ID, 0); len(arrival) == 0 && text(got) != text(want) {
				r.Fatalf("trips %s, want %s", got, want)
			}
		}
	})
}

func plain(device string, list []events.Sample) (found []trip.Sample) {
	for _, s := range list {
		found = append(found, trip.Sample{DeviceID: device, TimeMs: s.Time, Lat: s.Lat, Lng: s.Lng, SpeedKmh: s.SpeedKmh, Ignition: s.Ignition})
	}
	return found
}
