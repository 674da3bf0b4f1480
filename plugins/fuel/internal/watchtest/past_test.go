package watchtest

import (
	"sync/atomic"
	"testing"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/fuel/internal/watch"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/minutes"
)

// TestPast_HoldsUpNobody: while a day of a vehicle's past is judged, another of its days is kept.
func TestPast_HoldsUpNobody(t *testing.T) {
	w := newWorld(t)
	message := func(daysAgo int64) []events.Event[events.Glance] {
		begin := w.now.UnixMilli() - daysAgo*86_400_000
		var list []events.Sample
		for minute := range int64(200) {
			odo, level, total, tank := float64(minute)*500, 80-float64(minute)/10, 1000+float64(minute)*0.1, 320-float64(minute)*0.4
			list = append(list, events.Sample{Time: begin + minute*60_000, OdometerM: &odo, FuelPercent: &level, CAN: &events.CAN{FuelUsedL: &total, FuelL: &tank}})
		}
		return []events.Event[events.Glance]{{OrgID: "demo", Data: events.GlanceAt(events.Telemetry{DeviceID: "d1", OrgID: "demo", ReceivedAt: w.now.UnixMilli(), Samples: list})}}
	}
	judge, judged, goOn := watch.Judge(w.set), make(chan struct{}), make(chan struct{})
	var holds atomic.Bool // the next one that is judged
	w.follow.Options = minutes.Options{Schema: "fuel", Wants: watch.Wants, Around: watch.Around, First: w.follow.First, Keep: w.follow.Keep, Others: true, Judge: func(tx *gorm.DB, orgID string, vehicles []minutes.Vehicle) error {
		err := judge(tx, orgID, vehicles)
		if holds.CompareAndSwap(true, false) {
			close(judged)
			<-goOn
		}
		return err
	}}
	w.must(w.follow.Take(t.Context(), message(1)))
	holds.Store(true)
	first := make(chan error, 1)
	go func() { first <- w.follow.Take(t.Context(), message(9)) }()
	<-judged
	w.must(w.follow.Take(t.Context(), message(5)))
	close(goOn)
	w.must(<-first)
}
