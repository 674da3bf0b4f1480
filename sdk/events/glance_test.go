package events

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

// drawn is a message that a device could have sent.
func drawn(r *rand.Rand, samples int) Telemetry {
	maybe := func(f float64) *float64 {
		if r.IntN(3) == 0 {
			return nil
		}
		return &f
	}
	t := Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: 1_772_614_800_000}
	for range samples {
		t.Samples = append(t.Samples, Sample{
			Time: 1_772_614_800_000 + r.Int64N(100_000), Lat: maybe(53 + r.Float64()), Lng: maybe(-2 - r.Float64()), SpeedKmh: maybe(float64(r.IntN(4)) * 40 * r.Float64()),
			SpeedLimitKmh: maybe(float64(r.IntN(3)) * 33.3), HeadingDeg: maybe(360 * r.Float64()), OdometerM: maybe(1e8 * r.Float64()), FuelPercent: maybe(100 * r.Float64()),
		})
	}
	return t
}

// TestGlance_SaysWhatReadingSays compares what is noted beside random messages with what is in them, by the rule for each sample.
func TestGlance_SaysWhatReadingSays(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2)) // the same messages each time
	for range 5_000 {
		want := drawn(r, r.IntN(6))
		id := []string{"a", `a"b`}[r.IntN(2)]
		raw, err := encode(id, "telemetry", "demo", time.UnixMilli(want.ReceivedAt), want)
		if err != nil {
			t.Fatal(err)
		}
		note := glanceNote(want)
		if r.IntN(4) == 0 {
			note = "" // written by an older gateway, or put back from the dead letters
		}
		var e Event[Glance]
		if err := read(part{note, raw}, &e); err != nil {
			t.Fatal(err)
		}
		limit := float64(r.IntN(150))
		newest, anyOver := int64(0), false
		for _, s := range want.Samples {
			newest = max(newest, s.Time)
			least := limit
			if s.SpeedLimitKmh != nil && *s.SpeedLimitKmh > 0 {
				least = *s.SpeedLimitKmh
			}
			anyOver = anyOver || s.SpeedKmh != nil && *s.SpeedKmh-least > 10
		}
		got, err := e.Data.Read()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("reads %+v, %v from %s", got, err, raw)
		}
		if e.ID != id || e.OrgID != "demo" || e.Type != "telemetry" || e.Version != 1 || e.At.UnixMilli() != want.ReceivedAt || e.Data.DeviceID != "d1" {
			t.Fatalf("%+v of %s", e, raw)
		}
		if e.Data.Newest != newest || (e.Data.Over(limit) > 10) != anyOver {
			t.Fatalf("newest %d, want %d; over %v by 10 km/h: %v, want %v; %s", e.Data.Newest, newest, limit, e.Data.Over(limit), anyOver, raw)
		}
	}
}

// FuzzGlance has notes and messages that nobody wrote be read in another way, or refused as encoding/json refuses them.
func FuzzGlance(f *testing.F) {
	raw, _ := json.Marshal(message())
	f.Add(raw, "5 -Inf 20.5")
	f.Add([]byte(`{"id":"a","org_id":"b","data":{"device_id":"c","samples":7}}`), "NaN")
	f.Add([]byte(`{`), "")
	f.Fuzz(func(t *testing.T, raw []byte, note string) {
		var glance Event[Glance]
		err := read(part{note, raw}, &glance)
		var want Event[Telemetry]
		wanted := json.Unmarshal(raw, &want)
		if err != nil {
			if wanted == nil {
				t.Errorf("refused: %v: %s", err, raw)
			}
			return
		}
		got, err := glance.Data.Read()
		if (err == nil) != (wanted == nil) || err == nil && !reflect.DeepEqual(got, want.Data) {
			t.Errorf("reads %+v, %v, want %+v, %v, from %s", got, err, want.Data, wanted, raw)
		}
	})
}

func BenchmarkReadTelemetry(b *testing.B) {
	t := drawn(rand.New(rand.NewPCG(1, 2)), 100) // the same message each time
	raw, err := encode("a", "telemetry", "demo", time.UnixMilli(t.ReceivedAt), t)
	if err != nil {
		b.Fatal(err)
	}
	note := glanceNote(t)
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			var e Event[Telemetry]
			_ = read(part{note, raw}, &e)
		}
	})
	b.Run("glance", func(b *testing.B) {
		for b.Loop() {
			var e Event[Glance]
			_ = read(part{note, raw}, &e)
		}
	})
	b.Run("note", func(b *testing.B) {
		for b.Loop() {
			glanceNote(t)
		}
	})
}
