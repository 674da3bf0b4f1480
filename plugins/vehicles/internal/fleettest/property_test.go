package fleettest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"
	"pgregory.net/rapid"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/sdk/events"
)

// TestTake_anyOrderAndRepetition delivers the samples of a device in every order, cut into messages and batches anyhow and
// repeated at will: the table is always the same, and so is presence, which is that of the newest sample.
func TestTake_anyOrderAndRepetition(t *testing.T) {
	f := open(t)
	v := f.vehicle("HGV-1", "north")
	device := 0
	rapid.Check(t, func(r *rapid.T) {
		device++
		id := fmt.Sprintf("p%d", device)
		f.device(id, v.ID)
		truth := f.drawSamples(r)
		deliveries := slices.Concat(truth, rapid.SliceOfN(rapid.SampledFrom(truth), 0, 6).Draw(r, "repeated"))
		deliveries = rapid.Permutation(deliveries).Draw(r, "arrival")
		stored := 0
		var state presence.State
		for len(deliveries) > 0 {
			n := rapid.IntRange(1, len(deliveries)).Draw(r, "batch")
			var batch []events.Telemetry
			for _, s := range deliveries[:n] {
				batch = append(batch, events.Telemetry{DeviceID: id, OrgID: "demo", ReceivedAt: s.Time + 1, Samples: []events.Sample{s}})
				state.Apply(&s, s.Time+1)
			}
			deliveries = deliveries[n:]
			taken, err := f.Take(t.Context(), "demo", batch)
			if err != nil || taken.Differing != 0 {
				r.Fatalf("Take = %+v, %v", taken, err)
			}
			stored += taken.Stored
		}
		if stored != len(truth) {
			r.Fatalf("%d samples were stored, want %d", stored, len(truth))
		}
		f.comparePresence(r, id, truth, state)
	})
}

// drawSamples are samples at different times of the last minute, some without a position.
func (f *fixture) drawSamples(r *rapid.T) []events.Sample {
	times := rapid.SliceOfNDistinct(rapid.Int64Range(0, 59_999), 1, 8, rapid.ID[int64]).Draw(r, "times")
	list := make([]events.Sample, len(times))
	for i, at := range times {
		speed, ignition := float64(at%90), at%2 == 0
		list[i] = events.Sample{Time: f.ago(time.Minute) + at, SpeedKmh: &speed, Ignition: &ignition}
		if at%3 > 0 {
			lat, lng := 53+float64(at%10)/10, -2-float64(at%7)/10
			list[i].Lat, list[i].Lng, list[i].GPSValid = &lat, &lng, true
		}
	}
	return list
}

func (f *fixture) comparePresence(r *rapid.T, id string, truth []events.Sample, want presence.State) {
	p, err := f.PresencesOf(f.t.Context(), "demo", []string{id})
	if err != nil || len(p.Devices) != 1 {
		r.Fatalf("presence of %s: %d devices, %v", id, len(p.Devices), err)
	}
	got := p.Devices[0].State
	newest := slices.MaxFunc(truth, func(a, b events.Sample) int { return int(a.Time - b.Time) })
	if got.LastSeenMs != newest.Time || *got.SpeedKmh != *newest.SpeedKmh || *got.Ignition != *newest.Ignition {
		r.Fatalf("presence %+v is not of the newest sample %+v", got, newest)
	}
	if (got.Lat == nil) != (want.Lat == nil) || got.Lat != nil && (*got.Lat != *want.Lat || *got.Lng != *want.Lng) || got.LocatedMs != want.LocatedMs {
		r.Fatalf("position at %d, want that of %d", got.LocatedMs, want.LocatedMs)
	}
	var rows []struct {
		TimeMs   int64
		SpeedKmh float64
	}
	err = f.db.InOrg(f.t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Raw(`SELECT time_ms, speed_kmh FROM vehicles.sample WHERE org_id = 'demo' AND device_id = ? ORDER BY time_ms`, id).Scan(&rows).Error
	})
	if err != nil || len(rows) != len(truth) {
		r.Fatalf("%d rows, %v", len(rows), err)
	}
	sorted := slices.SortedFunc(slices.Values(truth), func(a, b events.Sample) int { return int(a.Time - b.Time) })
	for i, s := range sorted {
		if rows[i].TimeMs != s.Time || rows[i].SpeedKmh != *s.SpeedKmh {
			r.Fatalf("row %d is %+v, want %+v", i, rows[i], s)
		}
	}
}
