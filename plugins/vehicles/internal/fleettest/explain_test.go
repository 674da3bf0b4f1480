package fleettest_test

import (
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

// TestQueriesUseIndexes explains, as the runtime role and under row-level security, what the listed operations ask, on
// tables large enough that a walk over one would be a mistake.
func TestQueriesUseIndexes(t *testing.T) {
	f := open(t)
	f.now = f.now.Truncate(24 * time.Hour).Add(12 * time.Hour) // at midnight today's table is all but empty, and is better walked over
	f.grow()
	day := f.now.UTC().Format("20060102")
	for _, tc := range []struct {
		name string
		want []string // indexes that the plan uses
		ask  func(s fleettest.Stores) error
	}{
		{"one vehicle", []string{"vehicle_pkey"}, func(s fleettest.Stores) error { _, err := s.Vehicle(t.Context(), "o7", north, "v7"); return err }},
		{"a page of vehicles", []string{"vehicle_by_name"}, func(s fleettest.Stores) error {
			_, _, err := s.Vehicles(t.Context(), "o7", all, query(t, vehicle.VehicleFields, web.ListQuery{}))
			return err
		}},
		{"a subtree of vehicles", []string{"vehicle_by_"}, func(s fleettest.Stores) error {
			_, _, err := s.Vehicles(t.Context(), "o7", south, query(t, vehicle.VehicleFields, web.ListQuery{Sort: "-year", Search: "v1", Filter: []string{"make:contains:x"}}))
			return err
		}},
		{"presence of all", []string{"assignment_"}, func(s fleettest.Stores) error { _, err := s.Presences(t.Context(), "o7", all); return err }},
		{"presence of a few", []string{"assignment_", "presence_pkey"}, func(s fleettest.Stores) error {
			_, err := s.PresencesOf(t.Context(), "o7", []string{"o7-d7"})
			return err
		}},
		{"one device", []string{"device_pkey"}, func(s fleettest.Stores) error { _, err := s.Device(t.Context(), "o7", all, "o7-d7"); return err }},
		{"faults", []string{"device_with_faults"}, func(s fleettest.Stores) error {
			_, _, err := s.Faults(t.Context(), "o7", all, "", query(t, device.FaultFields, web.ListQuery{Sort: "-reported_at", Filter: []string{"type:eq:camera"}}))
			return err
		}},
		{"the fleet's days", []string{"vehicle_day_"}, func(s fleettest.Stores) error { _, err := s.FleetPast(t.Context(), "o7", all); return err }},
		{"since when vehicles are known", []string{"vehicle_day_pkey", "vehicle_pkey"}, func(s fleettest.Stores) error {
			_, err := s.Known(t.Context(), "o7", all, []string{"v7", "v8"}, f.now.AddDate(0, 0, -7), f.now)
			return err
		}},
		{"who drove", []string{"driver_assignment_"}, func(s fleettest.Stores) error {
			_, err := s.Drives(t.Context(), "o7", all, "v7", f.ago(time.Hour), f.now.UnixMilli())
			return err
		}},
		{"a track", []string{"sample_" + day + "_pkey", "assignment_by_vehicle"}, func(s fleettest.Stores) error {
			_, err := s.Samples(t.Context(), "o7", all, "v7", f.ago(time.Hour), f.now.UnixMilli(), 100)
			return err
		}},
		{"trips", []string{"sample_" + day + "_pkey", "assignment_by_vehicle"}, func(s fleettest.Stores) error {
			_, err := s.Trips(t.Context(), "o7", all, "v7", f.ago(time.Hour), f.now.UnixMilli())
			return err
		}},
		{"spans", []string{"sample_" + day + "_pkey", "assignment_by_vehicle"}, func(s fleettest.Stores) error {
			_, err := s.Track(t.Context(), "o7", all, "v7", f.ago(time.Hour), f.now.UnixMilli(), 100)
			return err
		}},
		{"who fell silent", []string{"presence_by_heard"}, func(s fleettest.Stores) error {
			_, err := s.HeardBetween(t.Context(), f.ago(10*time.Second), f.ago(5*time.Second))
			return err
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			plans := dbtest.Explain(f.db)
			if err := tc.ask(fleettest.NewStores(plans, time.Now)); err != nil && !strings.Contains(err.Error(), store.ErrNoRow.Error()) {
				t.Fatal(err)
			}
			plans.Uses(t, tc.want...)
			plans.WalksNone(t, "vehicle", "device", "assignment", "presence", `sample\S*`)
		})
	}
}
