package operationstest_test

import (
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

func TestVehicles_list(t *testing.T) {
	w := newWorld(t)
	year, cc := 2021, 12742
	_, err := w.store.AddVehicle(t.Context(), "demo", scope.Everything, vehicle.Vehicle{
		Name: "scania, red: 1", Type: "truck", GroupID: "south", Make: "Scania", Model: "R450", Fuel: "diesel", Year: &year, Displacement: &cc, Notes: "tail lift",
	})
	must(t, err)
	const ask = "GET /api/org/demo/vehicles?"
	w.run(t, []webtest.Scenario{
		{Name: "a page of one", As: viewer, Request: ask + "page_num=2&page_size=1&sort=-vehicle_name", WantStatus: 200, WantBody: []string{"scania", `"page_count":3`, `"total_records":3`}, NotBody: []string{"hgv-1", "van-1"}},
		{Name: "of a make, by year", As: viewer, Request: ask + "filter=make:contains:SCAN&sort=-year", WantStatus: 200, WantBody: []string{"R450", `"total_records":1`}},
		{Name: "a name with the signs of filters", As: viewer, Request: ask + `filter=vehicle_name:in:scania%5C%2C%20red%5C%3A%201,hgv-1`, WantStatus: 200, WantBody: []string{`"total_records":2`}},
		{Name: "without a year", As: viewer, Request: ask + "filter=year:empty:true", WantStatus: 200, WantBody: []string{`"total_records":2`}},
		{Name: "quick search in group and notes", As: viewer, Request: ask + "q=south%20lift", WantStatus: 200, WantBody: []string{`"total_records":1`}},
		{Name: "a group", As: viewer, Request: ask + "filter=node:eq:north", WantStatus: 200, WantBody: []string{"hgv-1", `"total_records":1`}},
		{Name: "only what is in scope", As: manager, Request: ask + "q=scania", WantStatus: 200, WantBody: []string{`"total_records":0`, `"Vehicles":[]`}},
		{Name: "a field that there is not", As: viewer, Request: ask + "filter=wheels:eq:4", WantStatus: 422, WantBody: []string{"query.filter[0]"}},
		{Name: "a sort that there is not", As: viewer, Request: ask + "sort=wheels", WantStatus: 422, WantBody: []string{"query.sort"}},
	})
}

func TestDrivers(t *testing.T) {
	w := newWorld(t)
	for id, name := range map[string]string{"gareth": "Gareth Pugh", "lucy": "Lucy Barlow"} {
		must(t, w.store.ApplyUser(t.Context(), "demo", events.UserChanged{ID: id, Name: name, Role: "DRIVER"}, 5))
	}
	for id, u := range map[string]events.UserChanged{"nora": {Name: "Nora North", GroupID: "north"}, "sue": {Name: "Sue South", GroupID: "south"}} {
		u.ID, u.Role = id, "DRIVER"
		must(t, w.store.ApplyUser(t.Context(), "demo", u, 5))
	}
	must(t, w.store.ApplyUser(t.Context(), "demo", events.UserChanged{ID: "boss", Name: "B", Role: "ORG_ADMIN"}, 6))
	must(t, w.store.ApplyUser(t.Context(), "demo", events.UserChanged{ID: "lucy", Name: "Old", Role: "DRIVER"}, 4))
	const ask = "POST /api/org/demo/vehicles/hgv-1/drivers"
	history := `{"FromDate":"2025-11-21T00:00:00","ToDate":"2025-11-21T23:00:00","timezoneOffset":60}`
	w.run(t, []webtest.Scenario{
		{Name: "who drives", As: viewer, Request: "GET /api/org/demo/drivers", WantStatus: 200, WantBody: []string{`{"Drivers":[{"id":"gareth","name":"Gareth Pugh"},{"id":"lucy","name":"Lucy Barlow"},{"id":"nora","name":"Nora North"},{"id":"sue","name":"Sue South"}]}`}},
		{Name: "of one's own depot", As: manager, Request: "GET /api/org/demo/drivers", WantStatus: 200, WantBody: []string{`{"Drivers":[{"id":"nora","name":"Nora North"}]}`}},
		{Name: "of one's own vehicles", As: aDriver, Request: "GET /api/org/demo/drivers", WantStatus: 200, WantBody: []string{`{"Drivers":[]}`}},
		{Name: "of another depot", As: manager, Request: ask, Body: `{"driver_id":"sue"}`, WantStatus: 404},
		{Name: "an hour ago", As: admin, Request: ask, Body: `{"driver_id":"gareth","from":"2025-11-21T13:32:07Z"}`, WantStatus: 201, WantBody: []string{`"driver_name":"Gareth Pugh"`, `"to":null`}},
		{Name: "another, who ends it", As: admin, Request: ask, Body: `{"driver_id":"lucy"}`, WantStatus: 201, WantBody: []string{`"from":"2025-11-21T14:32:07.000Z"`}},
		{Name: "over both", As: admin, Request: ask, Body: `{"driver_id":"x","driver_name":"X","from":"2025-11-21T13:00:00Z","to":"2025-11-21T14:00:00Z"}`, WantStatus: 409},
		{Name: "of a partner, before", As: admin, Request: ask, Body: `{"driver_id":"x","driver_name":"X","from":"2025-11-20T13:00:00Z","to":"2025-11-20T14:00:00Z"}`, WantStatus: 201},
		{Name: "backwards", As: admin, Request: ask, Body: `{"driver_id":"x","driver_name":"X","from":"2025-11-20T13:00:00Z","to":"2025-11-20T12:00:00Z"}`, WantStatus: 422},
		{Name: "nobody", As: admin, Request: ask, Body: `{"driver_id":"boss"}`, WantStatus: 404},
		{Name: "without the permission", As: viewer, Request: ask, Body: `{"driver_id":"lucy"}`, WantStatus: 403},
		{Name: "out of scope", As: manager, Request: "POST /api/org/demo/vehicles/van-1/drivers", Body: `{"driver_id":"lucy"}`, WantStatus: 404},
		{Name: "without a group, by what was driven", As: manager, Request: "GET /api/org/demo/drivers", WantStatus: 200, WantBody: []string{"gareth", "lucy", "nora"}, NotBody: []string{"sue"}},
		{Name: "at a time", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/drivers?start_time=2025-11-21T14:00:00Z&end_time=2025-11-21T14:00:00Z", WantStatus: 200, WantBody: []string{"Gareth Pugh"}, NotBody: []string{"Lucy"}},
		{Name: "now, for a partner", As: viewer, Request: "GET /api/GetCurrentVehicleAssignment", WantStatus: 200, WantBody: []string{`"lstCurrentVehicleAssignment":[{"VehicleName":"hgv-1","VehicleID":"hgv-1","DriverName":"Lucy Barlow"`}},
		{
			Name: "of a day, for a partner", As: viewer, Request: "POST /api/ListAllAssignVehicleHistory", Body: history, WantStatus: 200,
			WantBody: []string{`"DriverName":"Gareth Pugh","DriverId":"gareth","RegistrationNumber":"key-hgv-1","FromUnixTime":1763731927,"ToUnixTime":1763735527,"timezoneOffset":60`}, NotBody: []string{`"X"`},
		},
		{
			Name: "by Unix seconds, for a partner", As: viewer, Request: "POST /api/ListAllAssignVehicleHistory", Body: `{"FromDate":1763676000,"ToDate":1763758800}`, WantStatus: 200,
			WantBody: []string{`"DriverName":"Gareth Pugh"`},
		},
		{Name: "of another organisation", As: rival, Request: "POST /api/ListAllAssignVehicleHistory", Body: history, WantStatus: 200, WantBody: []string{`"lstAssignedVehicleHistory":[]`}},
		{Name: "presence names the driver", As: viewer, Request: "GET /api/org/demo/vehicles/presence", WantStatus: 200, WantBody: []string{`"driver":"Lucy Barlow"`}},
	})
}

func TestFleetStatus(t *testing.T) {
	w := newWorld(t)
	must(t, w.store.MakePartition(t.Context(), time.Now()))
	w.run(t, []webtest.Scenario{
		{Name: "counts", As: viewer, Request: "GET /api/org/demo/vehicles/status", WantStatus: 200, WantBody: []string{`"total":2`, `"now":{"moving":0`, `"never":2`, `"previous_7_days"`}},
		{Name: "without the permission", As: nobody, Request: "GET /api/org/demo/vehicles/status", WantStatus: 403},
	})
}

func TestLeaving(t *testing.T) {
	w := newWorld(t)
	w.run(t, []webtest.Scenario{
		{Name: "a device comes off", As: admin, Request: "DELETE /api/org/demo/vehicles/hgv-1/devices/d2", WantStatus: 204},
		{Name: "a vehicle goes", As: admin, Request: "DELETE /api/org/demo/vehicles/hgv-1", WantStatus: 204},
	})
	if !slices.Contains(w.left, "d2") || !slices.Contains(w.marked, "d1") {
		t.Errorf("left %v, marked %v: browsers would keep what is gone", w.left, w.marked)
	}
}

// TestLocalTimes are times without an offset: of the organisation's clock while nobody knows where the vehicle is, and for what is about no vehicle.
func TestLocalTimes(t *testing.T) {
	w := newWorld(t)
	w.zone = "Asia/Tokyo"
	w.run(t, []webtest.Scenario{
		{Name: "a device is fitted", As: admin, Request: "PUT /api/org/demo/vehicles/van-1/devices/spare", Body: `{"from":"2025-11-21T20:00:00"}`, WantStatus: 200, WantBody: []string{`"from":"2025-11-21T11:00:00.000Z"`}},
		{Name: "a driver is assigned", As: admin, Request: "POST /api/org/demo/vehicles/van-1/drivers", Body: `{"driver_id":"x","driver_name":"X","from":"2025-11-21T20:00:00"}`, WantStatus: 201, WantBody: []string{`"from":"2025-11-21T11:00:00.000Z"`}},
		{
			Name: "who drove, for a partner", As: viewer, Request: "POST /api/ListAllAssignVehicleHistory", Body: `{"FromDate":"2025-11-21T19:59:00","ToDate":"2025-11-21T20:01:00"}`, WantStatus: 200,
			WantBody: []string{`"DriverName":"X"`, `"timezoneOffset":540`},
		},
	})
}
