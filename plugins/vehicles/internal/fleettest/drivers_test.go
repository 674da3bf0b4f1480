package fleettest_test

import (
	"errors"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/sdk/store"
)

// TestDrives_areTold looks at the events of drives: each that begins, and each that another one, a person or the vehicle's end ends.
func TestDrives_areTold(t *testing.T) {
	f := open(t)
	a, b := f.vehicle("HGV-1", "north"), f.vehicle("HGV-2", "north")
	drive := func(vehicleID, who string, ago time.Duration) driver.Drive {
		t.Helper()
		d, err := f.Drive(t.Context(), "demo", all, driver.Drive{VehicleID: vehicleID, DriverID: who, DriverName: who, FromMs: f.ago(ago)})
		must(t, err)
		return d
	}
	first := drive(a.ID, "gareth", 3*time.Hour)
	drive(b.ID, "gareth", 2*time.Hour) // leaves the first vehicle
	last := drive(b.ID, "lucy", time.Hour)
	must(t, f.EndDrive(t.Context(), "demo", all, b.ID, last.ID, f.ago(0)))
	must(t, f.EndDrive(t.Context(), "demo", all, b.ID, last.ID, f.ago(0))) // it was a mistake
	if err := f.EndDrive(t.Context(), "demo", all, b.ID, last.ID, f.ago(0)); !errors.Is(err, store.ErrNoRow) {
		t.Errorf("a third time: %v", err)
	}
	drive(a.ID, "ann", time.Minute)
	must(t, f.RemoveVehicle(t.Context(), "demo", all, a.ID))
	equal(t, "events", text(f.lines("demo", `
		SELECT (data->>'driver_id') || CASE WHEN (data->>'deleted')::boolean THEN ' is out' WHEN data ? 'to_ms' THEN ' ends' ELSE ' begins' END FROM vehicles.outbox WHERE subject = 'event.vehicles.assignment' ORDER BY seq`)),
		"[gareth begins gareth ends gareth begins gareth ends lucy begins lucy ends lucy is out ann begins ann ends]")
	equal(t, "ends of the first drive", text(f.lines("demo", `
		SELECT data->>'to_ms' FROM vehicles.outbox WHERE data->>'id' = '`+first.ID+`' AND data ? 'to_ms'`)), text([]int64{f.ago(2 * time.Hour)}))
}
