package trip

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"outrider.dev/sdk/fleet"
)

// track writes the samples of a vehicle that drives north, from seven o'clock on the day number 20,000.
type track struct {
	samples []Sample
	atMs    int64
	lat     float64
	every   time.Duration
	on      *bool
}

const dayNumber = 20_000

var (
	midnight = int64(dayNumber * 24 * 3_600_000)
	yes, no  = true, false
)

func newTrack() *track {
	return &track{atMs: midnight + 7*3_600_000, lat: 53, every: 10 * time.Second, on: &yes}
}

// drive adds a sample every so often for a time, at a speed.
func (tr *track) drive(kmh float64, d time.Duration) *track {
	for range int(d / tr.every) {
		tr.wait(tr.every)
		tr.north(kmh / 3.6 * tr.every.Seconds())
		tr.say(kmh)
	}
	return tr
}

func (tr *track) say(kmh float64) *track {
	lat, lng := tr.lat, -2.0
	tr.samples = append(tr.samples, Sample{DeviceID: "d1", TimeMs: tr.atMs, Lat: &lat, Lng: &lng, SpeedKmh: &kmh, Ignition: tr.on})
	return tr
}

// north moves the vehicle without a word.
func (tr *track) north(metres float64) *track {
	tr.lat += metres / (fleet.EarthRadiusM * math.Pi / 180)
	return tr
}

func (tr *track) stand(d time.Duration) *track { return tr.drive(0, d) }

func (tr *track) ignition(on *bool) *track { tr.on = on; return tr }

// wait lets time pass in silence.
func (tr *track) wait(d time.Duration) *track { tr.atMs += d.Milliseconds(); return tr }

// day is what the rules say of the track, as minutes and seconds since seven o'clock and metres.
func (tr *track) day() string { return tell(OfDay(dayNumber, tr.samples)) }

func tell(d Day) string {
	var found []string
	for _, t := range d.Trips {
		found = append(found, fmt.Sprintf("%s-%s %.0fm", clock(t.StartMs), clock(t.EndMs), t.DistanceM))
	}
	return fmt.Sprint(found)
}

func clock(ms int64) string {
	return fmt.Sprint(time.Duration(ms-midnight-7*3_600_000) * time.Millisecond)
}

func TestOfDay_trips(t *testing.T) {
	for _, tc := range []struct {
		name  string
		track *track
		want  string
	}{
		{"nothing", newTrack(), "[]"},
		{"it only stands", newTrack().stand(time.Hour), "[]"},
		{"one sample that moves is none", newTrack().stand(time.Minute).drive(6, 10*time.Second).stand(time.Minute), "[]"},
		{"two that move are one", newTrack().stand(time.Minute).drive(36, 20*time.Second).stand(10 * time.Minute), "[1m10s-1m30s 200m]"},
		{"from the first move to the last halt", newTrack().stand(time.Minute).drive(36, 5*time.Minute).stand(10 * time.Minute), "[1m10s-6m10s 3000m]"},
		{"under five minutes is no end", newTrack().drive(36, 5*time.Minute).stand(290*time.Second).drive(36, 5*time.Minute).stand(time.Hour), "[10s-15m0s 5900m]"},
		{"five minutes are one", newTrack().drive(36, 5*time.Minute).stand(5*time.Minute).drive(36, 5*time.Minute).stand(time.Hour), "[10s-5m10s 2900m 10m10s-15m10s 3000m]"},
		{"ignition off under a minute is no end", newTrack().drive(36, time.Minute).ignition(&no).stand(40*time.Second).ignition(&yes).stand(10*time.Second).drive(36, time.Minute).stand(time.Hour), "[10s-3m0s 1100m]"},
		{"a minute is one", newTrack().drive(36, time.Minute).ignition(&no).stand(time.Minute).ignition(&yes).stand(10*time.Second).drive(36, time.Minute).stand(time.Hour), "[10s-1m10s 500m 2m20s-3m20s 600m]"},
		{"a device that never says ignition on", newTrack().ignition(&no).drive(36, 10*time.Minute).stand(time.Hour), "[10s-10m10s 5900m]"},
		{"silence under ten minutes", newTrack().drive(36, time.Minute).wait(9*time.Minute).drive(36, time.Minute).stand(time.Hour), "[10s-11m10s 1100m]"},
		{"silence of ten minutes", newTrack().drive(36, time.Minute).wait(10*time.Minute).drive(36, time.Minute).stand(time.Hour), "[10s-1m0s 500m 11m10s-12m10s 500m]"},
		{"a hundred metres between two looks at it", newTrack().stand(time.Minute).north(101).wait(time.Minute).say(0).stand(time.Hour), "[1m0s-2m0s 101m]"},
		{"one reading on the way", newTrack().stand(time.Minute).wait(time.Minute).north(1000).say(60), "[1m0s-2m0s 1000m]"},
		{"less than that", newTrack().stand(time.Minute).north(99).wait(time.Minute).say(0).stand(time.Hour), "[]"},
		{"a jam in which it creeps is no halt", newTrack().drive(36, time.Minute).drive(3, 20*time.Minute).drive(36, time.Minute).stand(time.Hour), "[10s-22m10s 2100m]"},
		{"a receiver that errs", newTrack().stand(time.Minute).north(50_000).stand(10 * time.Second).north(-50_000).stand(time.Hour), "[]"},
		{"and on a trip", newTrack().drive(36, time.Minute).north(50_000).drive(36, 10*time.Second).north(-50_000).drive(36, time.Minute).stand(time.Hour), "[10s-2m20s 1000m]"},
	} {
		if got := tc.track.day(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestOfDay_odometer(t *testing.T) {
	tr := newTrack().drive(36, 5*time.Minute)
	odometer := func(from, to int, start, each float64) {
		for i := from; i < to; i++ {
			metres := start + each*float64(i-from)
			tr.samples[i].OdometerM = &metres
		}
	}
	odometer(10, 21, 5_000, 120) // ten steps of 120 m instead of 100
	if got, want := tr.day(), "[10s-5m0s 3100m]"; got != want {
		t.Errorf("with an odometer for a part of the way: %s, want %s", got, want)
	}
	odometer(15, 21, 7, 120) // put back at the fifteenth
	if got, want := tr.day(), "[10s-5m0s 3080m]"; got != want {
		t.Errorf("with one that was put back: %s, want %s", got, want)
	}
	odometer(20, 21, 9_000_000, 0)
	if got, want := tr.day(), "[10s-5m0s 3060m]"; got != want {
		t.Errorf("with a count that nobody drives: %s, want %s", got, want)
	}
}

func TestOfDay_idling(t *testing.T) {
	tr := newTrack().stand(50*time.Second).drive(36, time.Minute).stand(2*time.Minute).drive(36, time.Minute).stand(10 * time.Minute).ignition(&no).stand(time.Hour)
	d := OfDay(dayNumber, tr.samples)
	var got []string
	for _, p := range d.Idling {
		got = append(got, clock(p.StartMs)+"-"+clock(p.EndMs))
	}
	if want := "[2m0s-4m0s 5m0s-15m0s]"; fmt.Sprint(got) != want {
		t.Errorf("idling %s, want %s", got, want)
	}
	if len(d.Trips) != 1 || d.Trips[0].IdleMs != 120_000 {
		t.Errorf("trips %+v, want one with two minutes of idling", d.Trips)
	}
}

func TestOfDay_midnight(t *testing.T) {
	tr := newTrack()
	tr.atMs = midnight + 23*3_600_000
	tr.drive(36, 2*time.Hour).stand(time.Hour)
	d := OfDay(dayNumber, tr.samples)
	if len(d.Trips) != 1 || clock(d.Trips[0].EndMs) != "18h0m10s" || d.GoesOn {
		t.Errorf("the day it began on has %+v", d)
	}
	if next := OfDay(dayNumber+1, tr.samples); len(next.Trips) != 0 {
		t.Errorf("the next day has %+v; want none, it goes on from before", next.Trips)
	}
	if cut := OfDay(dayNumber, tr.samples[:600]); !cut.GoesOn {
		t.Error("a trip that samples end on does not go on")
	}
}

func TestStops(t *testing.T) {
	d := OfDay(dayNumber, newTrack().drive(36, time.Minute).stand(6*time.Minute).drive(36, time.Minute).ignition(&no).stand(30*time.Minute).ignition(&yes).drive(36, time.Minute).stand(time.Hour).samples)
	for atLeast, want := range map[time.Duration]int{time.Minute: 2, 10 * time.Minute: 1, 31 * time.Minute: 0} {
		if got := Stops(d.Trips, d.Idling, atLeast); len(got) != want {
			t.Errorf("%d stops of at least %s, want %d", len(got), atLeast, want)
		}
	}
	first := Stops(d.Trips, d.Idling, time.Minute)[0]
	if clock(first.StartMs) != "1m10s" || clock(first.EndMs) != "7m10s" || first.IdleMs != 360_000 || first.At == nil {
		t.Errorf("the first stop is %+v", first)
	}
}

// TestOfDay_anyOrder mixes the samples of days at random, on which vehicles drive, stand, are silent and forget to say things.
func TestOfDay_anyOrder(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		samples := drawDay(r)
		want := OfDay(dayNumber, samples)
		mixed := rapid.Permutation(samples).Draw(r, "arrival")
		if got := OfDay(dayNumber, mixed); tell(got) != tell(want) || !slices.Equal(got.Idling, want.Idling) || got.GoesOn != want.GoesOn {
			r.Fatalf("%s in another order, want %s", tell(got), tell(want))
		}
		for i, one := range want.Trips {
			if one.EndMs <= one.StartMs || one.DistanceM < 0 || one.IdleMs > one.EndMs-one.StartMs || i > 0 && one.StartMs < want.Trips[i-1].EndMs {
				r.Fatalf("trip %d is %+v after %+v", i, one, want.Trips[max(0, i-1)])
			}
		}
	})
}

func drawDay(r *rapid.T) []Sample {
	tr := newTrack()
	for range rapid.IntRange(0, 8).Draw(r, "legs") {
		tr.every = rapid.SampledFrom([]time.Duration{time.Second, 10 * time.Second, time.Minute}).Draw(r, "every")
		tr.ignition(rapid.SampledFrom([]*bool{nil, &yes, &no}).Draw(r, "ignition"))
		tr.drive(rapid.SampledFrom([]float64{0, 0, 3, 4.9, 5, 50, 120, 900}).Draw(r, "speed"), time.Duration(rapid.IntRange(1, 40).Draw(r, "samples"))*tr.every)
		tr.wait(time.Duration(rapid.IntRange(0, 15*60).Draw(r, "silence")) * time.Second)
	}
	for i := range tr.samples {
		switch rapid.IntRange(0, 9).Draw(r, "unsaid") {
		case 0:
			tr.samples[i].Lat = nil
		case 1:
			tr.samples[i].SpeedKmh = nil
		case 2:
			metres := float64(tr.samples[i].TimeMs-midnight) / 100
			tr.samples[i].OdometerM = &metres
		}
	}
	return tr.samples
}
