//go:build bench

package fleettest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/moment"
)

// TestRivalMoment asks where 1,000 vehicles were: at a moment whose span nobody asked about yet, and at moments around it.
func TestRivalMoment(t *testing.T) {
	const (
		vehicles = 1000
		kinds    = 8
		mostWarm = 150 * time.Millisecond
	)
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(20 * time.Hour)
	begins := f.now.Truncate(24 * time.Hour).Add(6 * time.Hour) // a span of the day's traffic
	spans := make([][]byte, kinds)
	samples := 0
	for n := range kinds {
		var list []history.Reading
		for s := range traffic.History(uint64(n), traffic.Spec{DeviceID: fmt.Sprint("k", n), Type: "truck"}, time.UTC, begins, begins.Add(6*time.Hour), traffic.Pace{Moving: 5 * time.Second, Parked: 5 * time.Second}) {
			r := history.Reading{TimeMs: s.Time}
			if s.Lat != nil && s.Lng != nil {
				r.Lat, r.Lng, r.Has = *s.Lat, *s.Lng, history.HasPosition
			}
			if s.SpeedKmh != nil {
				r.SpeedKmh, r.Has = *s.SpeedKmh, r.Has|history.HasSpeed
			}
			list = append(list, r)
		}
		samples += len(list)
		packed, err := history.Pack(list)
		must(t, err)
		spans[n] = packed
	}
	for n := range vehicles {
		v := f.vehicle(fmt.Sprint("HGV ", n), "north")
		id := fmt.Sprint("m", n)
		f.device(id, v.ID)
		must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			return tx.Exec(`INSERT INTO vehicles.packed (org_id, device_id, span_ms, vehicle_id, samples, taken, data) VALUES ('demo', ?, ?, ?, 1, 1, ?)`, id, begins.UnixMilli(), v.ID, spans[n%kinds]).Error
		}))
	}
	store := moment.NewStore(f.db)
	ask := func(at time.Time) time.Duration {
		began := time.Now()
		list, err := store.At(t.Context(), "demo", all, at.UnixMilli(), false)
		must(t, err)
		if found := slices.IndexFunc(list, func(s moment.Stand) bool { return s.Place == nil }); len(list) != vehicles || found >= 0 {
			t.Fatalf("%d vehicles, number %d is nowhere", len(list), found)
		}
		return time.Since(began)
	}
	used := ownTime(t)
	cold := ask(begins.Add(3 * time.Hour))
	used = ownTime(t) - used
	var warm []time.Duration
	for n := range 60 {
		warm = append(warm, ask(begins.Add(time.Hour+time.Duration(n)*4*time.Minute)))
	}
	slices.Sort(warm)
	p99 := warm[len(warm)*99/100]
	fmt.Printf("moment: %d vehicles of %d samples each in a span: the first %s (%s of a processor in the plugin), those around it p50 %s, p99 %s\n", vehicles, samples/kinds, cold.Round(time.Millisecond), used.Round(time.Millisecond), warm[len(warm)/2].Round(time.Millisecond), p99.Round(time.Millisecond))
	if p99 > mostWarm {
		t.Errorf("a moment of %d vehicles takes %s, more than %s", vehicles, p99, mostWarm)
	}
}
