package fleettest_test

import (
	"slices"
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
)

// Who sends a reading is told of today and the day before, of the vehicles that the caller sees, and each reading by itself.
func TestSenders(t *testing.T) {
	f := open(t)
	tank, battery, quiet := f.vehicle("Tank", "north"), f.vehicle("Battery", "south"), f.vehicle("Quiet", "north")
	f.device("d1", tank.ID)
	f.device("d2", battery.ID)
	f.device("d3", quiet.ID)
	litres, charge := 80.0, 61.0
	first, second := f.message("d1", 10), f.message("d2", 10)
	f.take(f.message("d1", 20), f.message("d3", 20)) // says nothing of itself yet
	first.Samples[0].CAN, second.Samples[0].CAN = &events.CAN{FuelL: &litres}, &events.CAN{SocPercent: &charge}
	f.take(first, second)
	for _, tc := range []struct {
		what   string
		fields []string
		sees   scope.Scope
		want   []string
		total  int
	}{
		{"a level", []string{"fuel_percent", "fuel_l"}, all, []string{tank.ID}, 3},
		{"a charge", []string{"soc_percent"}, all, []string{battery.ID}, 3},
		{"either", []string{"soc_percent", "fuel_l"}, all, []string{tank.ID, battery.ID}, 3},
		{"a belt", []string{"driver_belt"}, all, nil, 3},
		{"in one's own group", []string{"soc_percent", "fuel_l"}, north, []string{tank.ID}, 2},
	} {
		ids, total, err := f.Senders(t.Context(), "demo", tc.sees, events.SaidOf(tc.fields))
		must(t, err)
		slices.Sort(ids)
		slices.Sort(tc.want)
		if !slices.Equal(ids, tc.want) || total != tc.total {
			t.Errorf("%s: %v of %d, want %v of %d", tc.what, ids, total, tc.want, tc.total)
		}
	}
	f.lines("demo", `UPDATE vehicles.vehicle_day SET day = day - 2 RETURNING vehicle_id`)
	if ids, _, err := f.Senders(t.Context(), "demo", all, events.SaidOf([]string{"fuel_l"})); err != nil || len(ids) != 0 {
		t.Errorf("what was sent days ago counts: %v, %v", ids, err)
	}
}
