package trial

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
)

// aMonth is a line of the positions of a vehicle that stands in the yard at night, and drives through it and round it by day.
func aMonth() string {
	var b strings.Builder
	b.WriteString(`{"vehicle_id":"v","positions":[`)
	for n := range 2000 {
		lat, lng, speed := 0.005+0.000_001*float64(n%3), 0.005, 0.0
		if n%100 >= 50 {
			around := float64(n%100-50) / 50 * 2 * math.Pi
			lat, lng, speed = 0.005+0.02*math.Sin(around), 0.005+0.02*(1-math.Cos(around)), 42.5
		}
		fmt.Fprintf(&b, `[%d,%.6f,%.6f,%.1f,true],`, 1_700_000_000_000+int64(n)*15_000, lat, lng, speed)
	}
	return strings.TrimSuffix(b.String(), ",") + "]}"
}

// BenchmarkTrial reads and judges a position of the past.
func BenchmarkTrial(b *testing.B) {
	line := []byte(aMonth())
	list, err := readPositions(line[len(`{"vehicle_id":"v","positions":`) : len(line)-1])
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := readLine(line); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/position")
	})
	b.Run("again", func(b *testing.B) {
		few, _ := shrunk(list, list[0].TimeMs)
		for b.Loop() {
			whole(few, list[0].TimeMs)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/position")
	})
	b.Run("judge", func(b *testing.B) {
		d := yard(fence.Triggers{Enter: true, Leave: true, SpeedAboveKmh: new(50.0), ParkInsideS: new(120)})
		for b.Loop() {
			Judge(d, "v", list, list[len(list)-1].TimeMs)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/position")
	})
}
