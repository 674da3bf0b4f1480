package fleettest_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
)

// at is a message of one sample, made so long before or after its receipt.
func (f *fixture) at(device string, ahead time.Duration, lat float64) events.Telemetry {
	lng := -2.3
	return events.Telemetry{DeviceID: device, OrgID: "demo", ReceivedAt: f.now.UnixMilli(), Samples: []events.Sample{
		{Time: f.now.Add(ahead).UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true},
	}}
}

// TestTake_ClockAhead has a sample of tomorrow be kept, and told as a fault, but not be the newest.
func TestTake_ClockAhead(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, 1)))
	f.take(f.at("d1", 0, 53))
	f.now = f.now.Add(time.Minute)
	taken := f.take(f.at("d1", 23*time.Hour, 53.002))
	equal(t, "samples stored", taken.Stored, 1)
	equal(t, "devices to be told of", len(taken.Changed), 1)
	place, fault := f.shown("d1", v.ID)
	equal(t, "where it is", place, 53)
	equal(t, "the fault", fault, "clock: The clock is 23h0m0s ahead 82800000")

	f.now = f.now.Add(time.Second)
	f.take(f.at("d1", 0, 53.001))
	place, fault = f.shown("d1", v.ID)
	equal(t, "where it is once its clock is right", place, 53.001)
	equal(t, "the fault once its clock is right", fault, "")
	samples, err := f.Samples(t.Context(), "demo", all, v.ID, 0, f.now.Add(48*time.Hour).UnixMilli(), 100)
	must(t, err)
	equal(t, "samples that are kept", len(samples), 3)
}

// TestTake_FutureOfBefore has a row recover that a former version has left with a newest sample of tomorrow.
func TestTake_FutureOfBefore(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	f.take(f.at("d1", 0, 53))
	must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE vehicles.presence SET last_seen_ms = ?, located_ms = ?, lat = 3`, f.now.Add(23*time.Hour).UnixMilli(), f.now.Add(23*time.Hour).UnixMilli()).Error
	}))
	seen, _ := f.presence("d1")
	equal(t, "seconds since it was seen, before anything new came", seen, 0)
	f.now = f.now.Add(time.Second)
	f.take(f.at("d1", 0, 55))
	place, _ := f.shown("d1", v.ID)
	equal(t, "where it is", place, 55)
}

// TestTake_Jump keeps a vehicle, and the zone that goes by it, where it can be.
func TestTake_Jump(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	for _, step := range []struct {
		after     time.Duration
		lat, want float64
	}{{0, 53, 53}, {time.Second, 3, 53}, {time.Second, 53.01, 53.01}, {time.Second, 3, 53.01}, {time.Minute, 3.01, 53.01}, {time.Minute, 3.02, 3.02}} {
		f.now = f.now.Add(step.after)
		f.take(f.at("d1", 0, step.lat))
		place, _ := f.shown("d1", v.ID)
		equal(t, "where it is", place, step.want)
	}
}

// shown is where a device is, and its fault.
func (f *fixture) shown(deviceID, vehicleID string) (lat float64, fault string) {
	f.t.Helper()
	p, err := f.PresencesOf(f.t.Context(), "demo", []string{deviceID})
	must(f.t, err)
	faults, totals, err := f.Faults(f.t.Context(), "demo", all, vehicleID, query(f.t, device.FaultFields, web.ListQuery{}))
	must(f.t, err)
	equal(f.t, "how many faults its presence counts", int64(p.Devices[0].Faults), totals.Faults)
	for _, one := range faults {
		fault += one.Type + ": " + one.Text + " " + text(one.Context.SkewMs)
	}
	return *p.Devices[0].Lat, fault
}
