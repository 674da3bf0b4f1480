package fleettest_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
)

// A vehicle is known of a time where it sent something on a day before that one, by UTC; one that began to send later counts as a sender alone.
func TestKnown(t *testing.T) {
	f := open(t)
	old, fresh, silent := f.vehicle("Old", "north"), f.vehicle("Fresh", "south"), f.vehicle("Silent", "north")
	f.device("d1", old.ID)
	f.device("d2", fresh.ID)
	f.device("d3", silent.ID)
	f.take(f.message("d1", 10), f.message("d2", 10))
	f.lines("demo", `UPDATE vehicles.vehicle_day SET day = day - 8 WHERE vehicle_id = '`+old.ID+`' RETURNING vehicle_id`)
	f.lines("demo", `UPDATE vehicles.vehicle_day SET day = day - 3 WHERE vehicle_id = '`+fresh.ID+`' RETURNING vehicle_id`)
	every, tomorrow := []string{old.ID, fresh.ID, silent.ID}, f.now.AddDate(0, 0, 1)
	for _, tc := range []struct {
		what  string
		ids   []string
		sees  scope.Scope
		since time.Time
		until time.Time
		want  fleetstatus.Known
	}{
		{"a week ago", every, all, f.now.AddDate(0, 0, -7), tomorrow, fleetstatus.Known{Sent: 2, Known: 1}},
		{"on the day on which it began", every, all, f.now.AddDate(0, 0, -8), tomorrow, fleetstatus.Known{Sent: 2}},
		{"of a time before the other began", every, all, f.now.AddDate(0, 0, -7), f.now.AddDate(0, 0, -4), fleetstatus.Known{Sent: 1, Known: 1}},
		{"of some", []string{fresh.ID}, all, f.now.AddDate(0, 0, -7), tomorrow, fleetstatus.Known{Sent: 1}},
		{"in one's own group", every, north, f.now.AddDate(0, 0, -7), tomorrow, fleetstatus.Known{Sent: 1, Known: 1}},
	} {
		if got, err := f.Known(t.Context(), "demo", tc.sees, tc.ids, tc.since, tc.until); err != nil || got != tc.want {
			t.Errorf("%s: %+v, %v; want %+v", tc.what, got, err, tc.want)
		}
	}
}
