package operationstest_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/place"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

// drive has d1 send a sample a minute ago, at a speed.
func (w *world) drive(t *testing.T, kmh float64) {
	t.Helper()
	lat, lng, heading, odometer, ignition, signal := 53.2014, -2.3574, 12.0, 412033400.0, true, 4
	at := w.now.Add(-time.Minute)
	must(t, w.store.MakePartition(t.Context(), at))
	_, err := w.store.Take(t.Context(), "demo", []events.Telemetry{{DeviceID: "d1", ReceivedAt: w.now.UnixMilli(), Samples: []events.Sample{{
		Time: at.UnixMilli(), Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &kmh, HeadingDeg: &heading, Ignition: &ignition, OdometerM: &odometer, Signal: &signal,
	}}}})
	must(t, err)
}

func TestPresence(t *testing.T) {
	w := newWorld(t)
	w.now = time.Now().UTC().Truncate(time.Second)
	const ask = "GET /api/org/demo/vehicles/presence"
	w.run(t, []webtest.Scenario{{Name: "never heard of", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{
		`"device_id":"d1"`, `"status":"OFFLINE","status_code":4,"statusText":"Offline"`, `"coordinates":null`, `"last_seen":null`, `"place":"Not known"`,
	}}})
	w.drive(t, 88.5)
	seen := w.now.Add(-time.Minute).Format("2006-01-02T15:04:05.000Z")
	w.run(t, []webtest.Scenario{
		{Name: "of one vehicle", As: viewer, Request: "GET /api/org/demo/vehicles/presence?vehicle_ids=van-1,none", WantStatus: 200, WantBody: []string{`{"Presences":[]}`}},
		{Name: "the groups", As: manager, Request: "GET /api/org/demo/vehicles/groups", WantStatus: 200, WantBody: []string{`{"Groups":[{"id":"north","parent_id":"demo","label":"North","depth":1}]}`}},
		{Name: "driving", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{
			`"id":"d1","device_id":"d1","vehicle_id":"hgv-1","name":"hgv-1","type":"truck","node":"north","is_defaultdevice":true,"coordinates":{"lat":53.2014,"lng":-2.3574}`,
			`"colour":"green","direction":12,"mileage":412033.4,"status":"MOVING","status_code":1,"statusText":"Driving","speed":88.5,"speed_limit":null`,
			`"last_seen":"` + seen + `"`, `"acc":true,"faults":0,"network_signal":4`, `{"id":1,"name":"CH1","enabled":true}`, `"place":"Not known","country":"","zone":""`,
		}},
		{Name: "the driver", As: aDriver, Request: ask, WantStatus: 200, WantBody: []string{`"d1"`}},
		{Name: "another organisation", As: rival, Request: "GET /api/org/rival/vehicles/presence", WantStatus: 200, WantBody: []string{`{"Presences":[]}`}},
		{Name: "without the permission", As: nobody, Request: ask, WantStatus: 403},
		{Name: "a guest", Request: ask, WantStatus: 401},
	})
	_, err := w.store.SavePlaces(t.Context(), []place.Place{{Cell: presence.Cell(53.2014, -2.3574), Label: "Holmes Chapel, Cheshire East", Country: "GB", Zone: "America/New_York"}})
	must(t, err)
	newYork := w.now.Add(-time.Minute).In(presence.Location("America/New_York")).Format("2006-01-02T15:04:05")
	w.run(t, []webtest.Scenario{{Name: "its place", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{
		`"last_seen_local_time":"` + newYork + `"`, `"place":"Holmes Chapel, Cheshire East","country":"GB"`,
	}}})
	w.now = w.now.Add(10 * time.Minute)
	w.run(t, []webtest.Scenario{
		{Name: "silent for ten minutes", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{`"colour":"grey"`, `"status":"OFFLINE"`}, NotBody: []string{`"MOVING"`}},
		{Name: "a vehicle that is disabled", As: admin, Request: "PUT /api/org/demo/vehicles/hgv-1", Body: `{"disabled":true}`, WantStatus: 200},
		{Name: "has no presence", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{`{"Presences":[]}`}},
	})
}

func TestSamples(t *testing.T) {
	w := newWorld(t)
	w.now = time.Now().UTC().Truncate(time.Second)
	must(t, w.store.Assign(t.Context(), "demo", scope.Everything, "van-1", "spare", w.now.UnixMilli(), false))
	w.drive(t, 60)
	at := func(d time.Duration) string { return w.now.Add(d).Format("2006-01-02T15:04:05Z") }
	ask := "GET /api/org/demo/vehicles/hgv-1/samples?start_time=" + at(-time.Hour) + "&end_time=" + at(0)
	w.run(t, []webtest.Scenario{
		{Name: "a track", As: viewer, Request: ask, WantStatus: 200, WantBody: []string{`"Samples":[{"time":`, `"speed_kmh":60`, `"device_id":"d1"`, `"more":false`}},
		{Name: "before it", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/samples?start_time=" + at(-2*time.Hour) + "&end_time=" + at(-time.Hour), WantStatus: 200, WantBody: []string{`"Samples":[]`}},
		{Name: "in Unix seconds", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/samples?start_time=1700000000&end_time=1700000060", WantStatus: 200},
		{Name: "backwards", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/samples?start_time=1700000060&end_time=1700000000", WantStatus: 422, WantBody: []string{"start time is greater than end time"}},
		{Name: "of half a year", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/samples?start_time=1700000000&end_time=1717000000", WantStatus: 422},
		{Name: "no time", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/samples?start_time=then&end_time=now", WantStatus: 422, WantBody: []string{"query.start_time"}},
		{Name: "too many", As: viewer, Request: ask + "&limit=10001", WantStatus: 422},
		{Name: "out of scope", As: caller("/demo/south/", "TrackVehicle"), Request: ask, WantStatus: 404},
		{Name: "without the permission", As: nobody, Request: ask, WantStatus: 403},
	})
}
