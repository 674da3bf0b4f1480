package watchtest

import (
	"testing"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
	"outrider.dev/sdk/store"
)

// TestReadings: what another system says counts as a device's does where the vehicle's own says nothing, and not at all where it does.
func TestReadings(t *testing.T) {
	w := newWorld(t)
	w.follow.Options = minutes.Options{Schema: "fuel", Wants: watch.Wants, Around: watch.Around, Judge: watch.Judge(w.set), First: w.follow.First, Keep: w.follow.Keep, Others: true}
	begin := w.now.UnixMilli() - 10*86_400_000
	said := func(dayFrom, days int64, used float64) []events.Sample {
		var list []events.Sample
		for minute := range days * 1440 {
			odo, total := float64(minute)*500, used+float64(minute)*0.1
			list = append(list, events.Sample{Time: begin + dayFrom*86_400_000 + minute*60_000, OdometerM: &odo, CAN: &events.CAN{FuelUsedL: &total}})
		}
		return list
	}
	tell := func(list []events.Sample) {
		t.Helper()
		for len(list) > 0 {
			n := min(events.MostReadings, len(list))
			w.must(w.follow.TakeReadings(t.Context(), events.Event[events.ReadingsTaken]{OrgID: "demo", Data: events.ReadingsTaken{VehicleID: "v1", Samples: list[:n]}}))
			list = list[n:]
		}
	}
	litres := func() (sum float64) {
		w.must(w.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) (err error) {
			sum, err = store.One[float64](tx, `SELECT coalesce(sum(used_l), 0) FROM fuel.usage WHERE org_id = 'demo'`)
			return err
		}))
		return sum
	}
	tell(said(0, 1, 1000))
	tell(said(0, 1, 1000)) // it comes twice
	if used := litres(); used < 143 || used > 145 {
		t.Errorf("a day of another system has %.1f l, want 144", used)
	}
	w.take("demo", said(3, 1, 7000))
	own := litres()
	tell(said(3, 1, 90_000)) // the other system counts from elsewhere
	if used := litres(); used != own {
		t.Errorf("where the device speaks the other system changed %.1f l to %.1f l", own, used)
	}
	tell(said(6, 1, 95_000)) // the device has been silent for two days
	if used := litres(); used < own+140 {
		t.Errorf("where the device is silent the other system counts %.1f l", used-own)
	}
}
