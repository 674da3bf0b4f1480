package usage

import "testing"

// TestExtremes: a vehicle whose litres come from the level of a tank of unknown size is neither the best nor the worst, however far it went.
func TestExtremes(t *testing.T) {
	row := func(id string, per100, metres float64, byLevel, assumed bool) Row {
		return Row{VehicleID: id, Per100: &per100, DistanceM: metres, ByLevel: byLevel, TankAssumed: assumed}
	}
	rows := []Row{
		row("guess", 2.5, 90_000, true, true), row("short", 5, 49_000, false, false), row("good", 10, 49_500, false, true), row("middle", 20, 60_000, true, false), row("bad", 30, 60_000, false, true),
	}
	if best, worst := extremes(rows, "Imperial GB"); best != "short" || worst != "bad" {
		t.Errorf("of 30 miles and more %s is the best and %s the worst", best, worst)
	}
	if best, worst := extremes(rows, "Metric"); best != "middle" || worst != "bad" {
		t.Errorf("of 50 km and more %s is the best and %s the worst", best, worst)
	}
	if best, worst := extremes(rows[:2], "Metric"); best != "" || worst != "" {
		t.Errorf("of no two %q is the best and %q the worst", best, worst)
	}
}
