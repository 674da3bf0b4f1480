package fleettest_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/moment"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/fleet"
)

// TestMoment says where vehicles were, of what is packed as of what is not, for who may see them.
func TestMoment(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(14 * time.Hour)
	v, quiet := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "north")
	f.device("d1", v.ID)
	f.device("d2", quiet.ID)
	w := (&way{atMs: f.ago(13 * time.Hour), lat: 53}).drive(36, 300) // 50 minutes, a reading each ten seconds
	f.take(f.says("d1", w.list...))
	moments := moment.NewStore(f.db)
	look := func(visible scope.Scope, atMs int64) map[string]moment.Stand {
		t.Helper()
		list, err := moments.At(t.Context(), "demo", visible, atMs, false)
		must(t, err)
		byID := map[string]moment.Stand{}
		for _, one := range list {
			byID[one.ID] = one
		}
		return byID
	}
	check := func(when string) {
		t.Helper()
		for _, tc := range []struct {
			what   string
			atMs   int64
			lat    float64 // 0: nowhere
			status fleet.Presence
		}{
			{"before anything", w.list[0].Time - 1, 0, fleet.Offline},
			{"at a reading", w.list[90].Time, *w.list[90].Lat, fleet.Moving},
			{"between two", w.list[90].Time + 9_000, *w.list[90].Lat, fleet.Moving},
			{"long after", w.list[299].Time + time.Hour.Milliseconds(), *w.list[299].Lat, fleet.Offline},
			{"in the next six hours", w.list[299].Time + 7*time.Hour.Milliseconds(), *w.list[299].Lat, fleet.Offline},
		} {
			got := look(all, tc.atMs)
			one := got[v.ID]
			lat := 0.0
			if one.Place != nil {
				lat = one.Place.Lat
			}
			// What is kept of a packed span is right to fifteen seconds, 150 m at this speed.
			if off := lat - tc.lat; off > 1e-9 || off < -0.0015 || one.Status(tc.atMs) != tc.status || len(got) != 2 {
				t.Errorf("%s, %s: %d vehicles, at %f and %s; want %f and %s", when, tc.what, len(got), lat, one.Status(tc.atMs), tc.lat, tc.status)
			}
			if other := got[quiet.ID]; other.Reading != nil || other.Status(tc.atMs) != fleet.Offline {
				t.Errorf("%s, %s: a vehicle that said nothing is %+v", when, tc.what, other)
			}
		}
	}
	check("open")
	equal(t, "samples packed", f.pack(), 300)
	check("packed")
	check("read before")
	f.take(f.message("d1", 600, 30)) // of ten minutes ago
	if got := look(all, f.now.UnixMilli())[v.ID]; got.Reading == nil || got.Reading.TimeMs < f.ago(time.Hour) {
		t.Errorf("the newest is %+v", got.Reading)
	}
	if got := look(scope.Scope{Path: "/demo/south/"}, w.list[90].Time); len(got) != 0 {
		t.Errorf("somebody else sees %v", got)
	}
}

// TestMoment_details says who drove a vehicle then, in which group it was, and how it came there; open or packed.
func TestMoment_details(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(-10 * time.Hour) // the afternoon of yesterday: the vehicle changes its group after it
	v := f.vehicle("HGV-1", "north")
	f.device("d1", v.ID)
	w := (&way{atMs: f.ago(8*time.Hour + 10*time.Minute), lat: 53}).drive(36, 300) // from before six o'clock, where a span ends
	f.take(f.says("d1", w.list...))
	must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO vehicles.driver_assignment (org_id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES ('demo', ?, 'p1', 'Gareth Pugh', ?, ?)`, v.ID, w.list[0].Time, w.list[200].Time).Error
	}))
	must(t, f.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`UPDATE vehicles.vehicle SET group_id = 'south' WHERE id = ?`, v.ID).Error
	}))
	moments := moment.NewStore(f.db)
	check := func(when string) {
		t.Helper()
		for _, tc := range []struct {
			atMs          int64
			driver, group string
			trail         int
		}{{w.list[100].Time, "Gareth Pugh", "North", 17}, {w.list[250].Time, "", "North", 18}, {w.list[299].Time + 3_600_000, "", "North", 0}} {
			list, err := moments.At(t.Context(), "demo", all, tc.atMs, true)
			must(t, err)
			got := list[0]
			if got.Driver != tc.driver || got.GroupLabel != tc.group || len(got.Trail) < tc.trail-2 || len(got.Trail) > tc.trail+2 {
				t.Errorf("%s: driver %q, group %q, %d places; want %+v", when, got.Driver, got.GroupLabel, len(got.Trail), tc)
			}
			for i := 1; i < len(got.Trail); i++ {
				if step := got.Trail[i].Lat - got.Trail[i-1].Lat; step <= 0 || step > 0.007 {
					t.Errorf("%s: the trail goes by %f", when, step)
				}
			}
		}
	}
	check("open")
	equal(t, "samples packed", f.pack(), 300)
	check("packed")
	list, err := moments.At(t.Context(), "demo", all, time.Now().UnixMilli(), false)
	must(t, err)
	equal(t, "the group of now", list[0].GroupLabel, "South")

	counts, err := moments.Counts(t.Context(), "demo", all, w.list[0].Time-1_800_000, w.list[299].Time+1_800_000)
	must(t, err)
	moving := 0
	for _, one := range counts {
		moving += one.Moving
	}
	if len(counts) != 7 || moving != 3 && moving != 4 {
		t.Errorf("= %+v", counts)
	}
}
