package events

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

// many is a message that travels packed.
func many(r *rand.Rand) Telemetry {
	t := drawn(r, enoughToPack+r.IntN(40))
	for i := range t.Samples {
		s := &t.Samples[i]
		if r.IntN(2) == 0 {
			on, bars := r.IntN(2) == 0, r.IntN(6)
			s.Ignition, s.Signal, s.GPSValid = &on, &bars, true
		}
		odd := []float64{0, math.Copysign(0, -1), 0.1, 0.3, -0.30000000000000004, 53.480759, 1e-7, 5e21, math.MaxFloat64, 1e15 + 0.3, -500}[r.IntN(11)]
		s.AltitudeM, s.BatteryPercent = &odd, s.FuelPercent
		if r.IntN(3) == 0 {
			belted, open := r.IntN(2) == 0, r.IntN(4)
			s.CAN = &CAN{FuelUsedL: &odd, SocPercent: s.SpeedKmh, DoorsOpen: &open, DriverBelt: &belted, CoolantC: s.HeadingDeg}
		}
	}
	return t
}

// TestPacked_ReadsWhatWasWritten holds packed messages against the same messages as JSON.
func TestPacked_ReadsWhatWasWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6)) // the same messages each time
	at := time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)
	for range 2_000 {
		want := many(r)
		id := []string{"a", `a"b`}[r.IntN(2)]
		raw, err := encode(id, "telemetry", "demo", at, want)
		if err != nil || raw[0] != packedMark {
			t.Fatalf("not packed: %q, %v", raw, err)
		}
		e, err := Unmarshal[Telemetry](raw)
		if err != nil || e.ID != id || e.OrgID != "demo" || !e.At.Equal(at) || e.Type != "telemetry" {
			t.Fatalf("reads %+v, %v", e, err)
		}
		got, _ := json.Marshal(e)
		text, _ := json.Marshal(Event[Telemetry]{ID: id, Type: "telemetry", Version: 1, OrgID: "demo", At: at, Data: want})
		if !bytes.Equal(got, text) || !reflect.DeepEqual(e.Data, want) {
			t.Fatalf("reads %s\nwant  %s", got, text)
		}
		if letter := plainText(raw); !bytes.Equal(letter, text) {
			t.Fatalf("as a dead letter %s\nwant %s", letter, text)
		}
		var glance Event[Glance]
		if err := read(part{glanceNote(want), raw}, &glance); err != nil || glance.ID != id || glance.Data.DeviceID != "d1" || id == "a" && glance.Data.telemetry != nil {
			t.Fatalf("glances %+v, %v", glance, err)
		}
		if whole, err := glance.Data.Read(); err != nil || !reflect.DeepEqual(whole, want) {
			t.Fatalf("reads %+v, %v after a glance", whole, err)
		}
	}
}

// TestPacked_RefusesWhatJSONRefuses: a number that is none is said as before.
func TestPacked_RefusesWhatJSONRefuses(t *testing.T) {
	none := math.NaN()
	m := Telemetry{DeviceID: "d1", Samples: make([]Sample, enoughToPack)}
	m.Samples[3].SpeedKmh = &none
	if raw, err := encode("a", "telemetry", "demo", time.Now(), m); err == nil {
		t.Errorf("wrote %q", raw)
	}
}

// FuzzReadPacked reads anything: it is refused, or says the same when it is written again.
func FuzzReadPacked(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8)) // the same messages each time
	raw, _ := encode("a", "telemetry", "demo", time.Unix(0, 0), many(r))
	for _, seed := range [][]byte{raw, raw[:len(raw)-1], raw[:20], append(bytes.Clone(raw), 0), {packedMark}, {packedMark, 0}, {packedMark, 2, '{', '}', 0xff, 0xff, 0xff, 0xff, 0x7f}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) == 0 || raw[0] != packedMark {
			return
		}
		e, err := Unmarshal[Telemetry](raw)
		var glance Event[Glance]
		_ = readGlance(raw, "0 -Inf -Inf", &glance)
		if err != nil || len(e.Data.Samples) < enoughToPack {
			return
		}
		again, err := encode(e.ID, e.Type, e.OrgID, e.At, e.Data)
		if err != nil {
			return // a year that JSON does not have
		}
		back, err := Unmarshal[Telemetry](again)
		if err != nil || !reflect.DeepEqual(back.Data, e.Data) {
			t.Errorf("%+v\nis %+v, %v when it is written again", e.Data, back.Data, err)
		}
	})
}

func BenchmarkPacked(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8)) // the same message each time
	m := drawn(r, 100)
	round := func(f *float64, parts float64) {
		if f != nil {
			*f = math.Round(*f*parts) / parts
		}
	}
	for i := range m.Samples {
		s := &m.Samples[i]
		round(s.Lat, 1e6)
		round(s.Lng, 1e6)
		for _, f := range []*float64{s.SpeedKmh, s.SpeedLimitKmh, s.HeadingDeg, s.OdometerM, s.FuelPercent} {
			round(f, 10)
		}
	}
	raw, _ := encode("a", "telemetry", "demo", time.Unix(0, 0), m)
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			_, _ = encode("a", "telemetry", "demo", time.Unix(0, 0), m)
		}
		b.ReportMetric(float64(len(raw)), "bytes")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			_, _ = Unmarshal[Telemetry](raw)
		}
	})
}
