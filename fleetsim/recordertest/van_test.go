package recordertest

import (
	"testing"
	"time"
)

// TestVan_WorksWheneverTestsRun has tests begin at hours of every kind of day.
func TestVan_WorksWheneverTestsRun(t *testing.T) {
	then, zone := began, where
	t.Cleanup(func() { began, where = then, zone; clear(seeds) })
	for hour := range 7 * 24 / 5 {
		began = time.Date(2026, 12, 18, 0, 17, 0, 0, time.UTC).Add(time.Duration(hour) * 5 * time.Hour)
		where = afternoonAt(began)
		clear(seeds)
		v := Van("camera-1")
		if at := Driven(v); at.IsZero() || at.Before(began.Add(-worked)) {
			t.Errorf("at %s the van has driven at %s", began, at)
		}
	}
}
