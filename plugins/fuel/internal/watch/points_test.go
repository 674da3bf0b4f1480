package watch_test

import (
	"testing"

	"outrider.dev/outrider/plugins/fuel/internal/watch"
	"outrider.dev/sdk/events"
)

// TestPoints_BeyondTheTank: 1,600 l do not fit into 80, so the percentage is believed; of a tank filled to the brim the litres are.
func TestPoints_BeyondTheTank(t *testing.T) {
	percent, far, brim := 81.0, 1600.0, 84.0
	list := []events.Sample{
		{Time: 60_000, FuelPercent: &percent, CAN: &events.CAN{FuelL: &far}},
		{Time: 120_000, FuelPercent: &percent, CAN: &events.CAN{FuelL: &brim}},
	}
	points := watch.Points(list, 80)
	if points[0].Level != 81 || points[1].Level != 105 {
		t.Errorf("levels %v and %v, want 81 and 105", points[0].Level, points[1].Level)
	}
}
