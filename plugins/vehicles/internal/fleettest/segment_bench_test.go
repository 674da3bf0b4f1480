//go:build bench

package fleettest_test

import (
	"fmt"
	"testing"
	"time"

	"outrider.dev/fleetsim/traffic"
	"outrider.dev/outrider/plugins/vehicles/internal/history"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
)

// mostSegmenting is how many times as long as reading a month of packed samples it may take to judge them.
const mostSegmenting = 2.0

// TestRivalSegmenting judges thirty days of a vehicle that speaks once a second, and compares that with reading them from their packed spans: each day from its own window, as
// it is done in earnest. The database's part of the reading is left out.
func TestRivalSegmenting(t *testing.T) {
	begins := time.Now().Truncate(24*time.Hour).AddDate(0, 0, -32)
	spans, count, span := map[int64][]byte{}, 0, time.Duration(history.SpanMs)*time.Millisecond
	for at := begins; at.Before(begins.AddDate(0, 0, 32)); at = at.Add(span) {
		var list []history.Reading
		for s := range traffic.History(1, traffic.Spec{DeviceID: "fast", Type: "truck"}, time.UTC, at, at.Add(span), traffic.Pace{Moving: time.Second, Parked: time.Second}) {
			r := history.Reading{TimeMs: s.Time}
			if s.Lat != nil && s.Lng != nil {
				r.Lat, r.Lng, r.Has = *s.Lat, *s.Lng, history.HasPosition
			}
			if s.SpeedKmh != nil {
				r.SpeedKmh, r.Has = *s.SpeedKmh, r.Has|history.HasSpeed
			}
			if s.SpeedLimitKmh != nil {
				r.SpeedLimitKmh, r.Has = *s.SpeedLimitKmh, r.Has|history.HasLimit
			}
			if s.OdometerM != nil {
				r.OdometerM, r.Has = *s.OdometerM, r.Has|history.HasOdometer
			}
			if s.Ignition != nil {
				r.Ignition, r.Has = *s.Ignition, r.Has|history.HasIgnition
			}
			list = append(list, r)
		}
		packed, err := history.Pack(list)
		must(t, err)
		spans[at.UnixMilli()] = packed
	}
	var reading, judging time.Duration
	trips := 0
	for day := range 30 {
		number := trip.Number(begins.UnixMilli()) + 1 + int64(day)
		fromMs, toMs := trip.Window(number, false)
		used := ownTime(t)
		var window []history.Reading
		for spanMs := history.SpanOf(fromMs); spanMs < toMs; spanMs += history.SpanMs {
			list, err := history.Unpack(spans[spanMs], "fast")
			must(t, err)
			for _, r := range list {
				if r.TimeMs >= fromMs && r.TimeMs < toMs {
					window = append(window, r)
				}
			}
		}
		read := ownTime(t)
		trips += len(trip.OfDay(number, trip.Samples(window)).Trips)
		reading, judging = reading+read-used, judging+ownTime(t)-read
		count += len(window)
	}
	times := judging.Seconds() / reading.Seconds()
	fmt.Printf("segmenting: %d samples, %d trips: read in %s of a processor, judged in %s, %.2f times as long\n", count, trips, reading.Round(time.Millisecond), judging.Round(time.Millisecond), times)
	if trips == 0 || times > mostSegmenting {
		t.Errorf("%d trips are judged in %.2f times as long as reading, want at most %v", trips, times, mostSegmenting)
	}
}
