package operationstest_test

import (
	"encoding/json"
	"math"
	"net/http"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/rows"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// driveTwice sends a reading a minute: an hour and a half with two trips and a stop between them. It returns the metres that lie between the readings at which the vehicle moved.
func (w *world) driveTwice(t *testing.T) (metres float64, begins time.Time) {
	t.Helper()
	w.now = time.Now().UTC().Truncate(time.Second)
	begins = w.now.Add(-50 * time.Minute)
	north, moved := 53.0, 0
	var list []events.Sample
	for i, kmh := range []float64{0, 60, 60, 60, 0, 0, 0, 0, 0, 0, 60, 60, 0} {
		north += kmh / 64 / 60
		lat, lng, on := north, -2.3574, true
		list = append(list, events.Sample{Time: begins.Add(time.Duration(i) * time.Minute).UnixMilli(), SpeedKmh: &kmh, Ignition: &on, Lat: &lat, Lng: &lng, GPSValid: true})
		if kmh > 0 {
			moved++
		}
	}
	must(t, w.store.MakePartition(t.Context(), begins))
	must(t, w.store.MakePartition(t.Context(), w.now))
	_, err := w.store.Take(t.Context(), "demo", []events.Telemetry{{DeviceID: "d1", ReceivedAt: w.now.UnixMilli(), Samples: list}})
	must(t, err)
	return float64(moved) / 64 * math.Pi / 180 * 6_371_000, begins
}

// driven has somebody drive hgv-1 for a time.
func (w *world) driven(t *testing.T, driver string, from, to time.Time) {
	t.Helper()
	must(t, w.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO vehicles.driver_assignment (org_id, vehicle_id, driver_id, driver_name, from_ms, to_ms) VALUES ('demo', 'hgv-1', ?, ?, ?, ?)`, driver, driver, from.UnixMilli(), to.UnixMilli()).Error
	}))
}

// asked reads the rows of a report.
func (w *world) asked(t *testing.T, as web.CallerInfo, report string, begins time.Time, more string) (found [][]any) {
	t.Helper()
	body := `{"from":"` + begins.Add(-time.Hour).Format(time.RFC3339) + `","to":"` + begins.Add(2*time.Hour).Format(time.RFC3339) + `"` + more + `}`
	answer := webtest.Do(t, w.Router, as, "POST /api/org/demo/vehicles/reports/"+report, body, nil)
	if answer.Code != http.StatusOK {
		t.Fatalf("%s = %d %s", report, answer.Code, answer.Body)
	}
	_, err := rows.Read(answer.Body, func(batch [][]any) error {
		found = append(found, batch...)
		return nil
	})
	must(t, err)
	return found
}

// TestReports_SayWhatTrackingSays compares reports with the trips that Tracking shows, and both with what was driven.
func TestReports_SayWhatTrackingSays(t *testing.T) {
	w := newWorld(t)
	metres, begins := w.driveTwice(t)
	see := caller("/demo/", "TrackVehicle", "createMileageReport", "createTripsReport", "createIgnitionEventsReport", "getVehiclePresence")
	answer := webtest.Do(t, w.Router, see, "GET /api/org/demo/vehicles/hgv-1/trips?start_time="+begins.Add(-time.Hour).Format(time.RFC3339)+"&end_time="+begins.Add(2*time.Hour).Format(time.RFC3339), "", nil)
	var tracking struct {
		Trips []struct {
			StartTime time.Time `json:"start_time"`
			DistanceM float64   `json:"distance_m"`
			IdleS     float64   `json:"idle_s"`
		}
	}
	must(t, json.Unmarshal(answer.Body.Bytes(), &tracking))
	var distance float64
	for _, one := range tracking.Trips {
		distance += one.DistanceM
	}
	if len(tracking.Trips) != 2 || math.Abs(distance-metres) > metres/500 {
		t.Fatalf("Tracking has %d trips of %.0f m, %.0f m were driven", len(tracking.Trips), distance, metres)
	}
	trips := w.asked(t, see, "trips", begins, "")
	w.driven(t, "Ann", begins, begins.Add(time.Minute))
	w.driven(t, "Bea", begins.Add(time.Minute), begins.Add(time.Hour))
	mileage := w.asked(t, see, "mileage", begins, `,"filters":{"time_granularity":"total"}`)
	if len(trips) != 2 || len(mileage) != 1 || mileage[0][2] != "Bea" || mileage[0][4] != 2.0 || math.Abs(mileage[0][5].(float64)-distance) > 0.01 {
		t.Fatalf("trips are %v, mileage is %v; Tracking says %.2f m", trips, mileage, distance)
	}
	for i, row := range trips {
		if row[0] != "hgv-1" || row[1] != "north" || math.Abs(row[5].(float64)-tracking.Trips[i].DistanceM) > 0.01 || row[6] != tracking.Trips[i].IdleS {
			t.Errorf("trip %d is %v, Tracking says %+v", i, row, tracking.Trips[i])
		}
	}
	if on := w.asked(t, see, "ignition", begins, ""); len(on) != 1 || on[0][4] != 720.0 {
		t.Errorf("the ignition was on in %v, want 12 minutes", on)
	}
	if none := w.asked(t, caller("/demo/south/", "createMileageReport"), "mileage", begins, ""); len(none) != 0 {
		t.Errorf("who sees another group is told %v", none)
	}
	if none := w.asked(t, see, "mileage", begins, `,"group_ids":["south"]`); len(none) != 0 {
		t.Errorf("another group has %v", none)
	}
	if all := w.asked(t, see, "fleet-status", begins, ""); len(all) != 2 {
		t.Errorf("the fleet status is %v, want both vehicles", all)
	}
	if answer := webtest.Do(t, w.Router, nobody, "POST /api/org/demo/vehicles/reports/mileage", `{"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}`, nil); answer.Code != http.StatusForbidden {
		t.Errorf("without the permission a report is %d, want %s", answer.Code, fault.Denied)
	}
}
