package fleettest_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/reading"
	"outrider.dev/sdk/events"
)

// bus is what a vehicle's bus said, as text.
func (f *fixture) bus(vehicleID string) string {
	f.t.Helper()
	list, err := f.Samples(f.t.Context(), "demo", all, vehicleID, f.ago(48*time.Hour), f.now.UnixMilli()+1, 100_000)
	must(f.t, err)
	told := make([]string, len(list))
	for i, s := range list {
		if told[i] = "-"; s.CAN != nil {
			told[i] = fmt.Sprintf("%g %t", *s.CAN.FuelUsedL, *s.CAN.DriverBelt)
		}
	}
	return text(told)
}

// TestBus is kept, packed and read again; the first wins.
func TestBus(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	message := f.says("d1", (&way{atMs: f.ago(11 * time.Hour), lat: 53}).drive(36, 40).list...)
	for i := range message.Samples {
		if i%2 == 0 {
			used, belted := 100+float64(i)/2, i%4 == 0
			message.Samples[i].CAN = &events.CAN{FuelUsedL: &used, DriverBelt: &belted}
		}
	}
	message.Samples[1].CAN = &events.CAN{}
	f.take(message)
	open := f.bus(v.ID)
	equal(t, "the first readings", open[:24], "[100 true - 101 false - ")
	equal(t, "rows without readings", text(f.lines("demo", `SELECT count(*) FROM vehicles.sample WHERE can IS NULL`)), fmt.Sprintf("[%d]", len(message.Samples)/2))

	other, used, belted := message, 7.0, true
	other.Samples = []events.Sample{message.Samples[2], message.Samples[4]}
	other.Samples[1].CAN = &events.CAN{FuelUsedL: &used, DriverBelt: &belted}
	f.take(other)
	equal(t, "readings after repeats", f.bus(v.ID), open)
	equal(t, "packed", f.pack(), len(message.Samples))
	equal(t, "packed readings", f.bus(v.ID), open)
	f.take(other)
	f.pack()
	equal(t, "readings after repeats of packed ones", f.bus(v.ID), open)
	equal(t, "the count", text(f.lines("demo", `SELECT repeated || ' ' || differing FROM vehicles.ingest_count`)), "[4 2]")
}

func TestReadings(t *testing.T) {
	f := open(t)
	v, silent := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "north")
	f.device("d1", v.ID)
	s := reading.NewStore(f.db)
	n, err := s.Newest(t.Context(), "demo", all, v.ID)
	must(t, err)
	equal(t, "before any sample", n.AtMs, int64(0))
	message := f.says("d1", (&way{atMs: f.ago(50 * time.Minute), lat: 53}).drive(36, 30).list...)
	early, late, level, open := 10.0, 11.0, 61.5, 2
	message.Samples[3].CAN, message.Samples[20].CAN = &events.CAN{FuelUsedL: &early, DoorsOpen: &open}, &events.CAN{FuelUsedL: &late}
	message.Samples[5].FuelPercent = &level
	f.take(message)
	n, err = s.Newest(t.Context(), "demo", all, v.ID)
	must(t, err)
	if *n.FuelUsedL != 11 || *n.DoorsOpen != 2 || *n.FuelPercent != 61.5 || n.AtMs != message.Samples[20].Time || n.SocPercent != nil {
		t.Errorf("the newest readings are %+v", n)
	}
	n, err = s.Newest(t.Context(), "demo", all, silent.ID)
	must(t, err)
	equal(t, "of one without a device", n.AtMs, int64(0))
	if _, err := s.Newest(t.Context(), "demo", south, v.ID); err == nil {
		t.Error("who does not see a vehicle reads what it said")
	}
}
