package speeding_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/events"
)

// fit says on which vehicle d1 has been since when, in Unix milliseconds; none: on none, ever.
func (r *road) fit(sequence uint64, assignments ...events.Assignment) {
	r.t.Helper()
	d := events.DeviceChanged{ID: "d1", Assignments: assignments}
	if len(assignments) > 0 {
		d.VehicleID = assignments[0].VehicleID
	}
	alertstest.Must(r.t, r.Fleet.ApplyDevice(r.t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: sequence, Data: d}))
}

// look raises what was found to be on a vehicle.
func (r *road) look() {
	r.t.Helper()
	raised, err := postgres.SpeedingStore{Store: r.Alerts, Vehicles: r.Fleet}.Fitted(r.t.Context())
	alertstest.Must(r.t, err)
	r.created = append(r.created, raised["demo"]...)
}

func TestFitted_WhatADeviceSaysBeforeItsVehicleIsKnownIsRaised(t *testing.T) {
	r := newRoad(t)
	r.fit(10)
	r.drive(14, 60)
	r.look()
	if len(r.created) != 0 {
		t.Fatal("speeding on no vehicle was raised")
	}
	r.fit(11, events.Assignment{VehicleID: "v-south", FromMs: r.begin})
	r.look()
	r.look() // again
	a, end := r.only()
	if a.VehicleID != "v-south" || end != -1 {
		t.Errorf("on vehicle %q, end %d; want v-south, open", a.VehicleID, end)
	}
	r.drive(11, 40)
	if _, end = r.only(); end != 14 {
		t.Errorf("it ended at %d, want 14", end)
	}
}

func TestFitted_WhatEndedMeanwhileIsRaisedAsItEnded(t *testing.T) {
	r := newRoad(t)
	r.fit(10)
	r.drive(14, 60)
	r.drive(11, 40)
	r.look()
	r.fit(11, events.Assignment{VehicleID: "v-south", FromMs: r.begin})
	r.look()
	if _, end := r.only(); end != 14 {
		t.Errorf("it ended at %d, want 14", end)
	}
}

func TestFitted_WhatWasBeforeTheFittingStaysNobodys(t *testing.T) {
	r := newRoad(t)
	r.fit(10)
	r.drive(14, 60)
	r.fit(11, events.Assignment{VehicleID: "v-south", FromMs: r.begin + 60_000})
	r.look()
	if len(r.created) != 0 {
		t.Error("speeding of before was raised")
	}
}

func TestFitted_AnEventOfADeviceGoesToItsVehicle(t *testing.T) {
	r := newRoad(t)
	r.fit(10)
	a := r.Alert("", "imualert", "severe_braking", time.Minute)
	if fresh := r.Take(a); len(fresh) != 1 {
		t.Fatalf("%d alerts were kept", len(fresh))
	}
	r.look()
	r.fit(11, events.Assignment{VehicleID: "v-south", FromMs: r.begin})
	r.look()
	found, _ := r.only()
	if found.VehicleID != "v-south" {
		t.Errorf("it is of vehicle %q", found.VehicleID)
	}
}
