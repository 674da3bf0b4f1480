package operationstest_test

import (
	"encoding/json"
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web/webtest"
)

func TestDevices(t *testing.T) {
	w := newWorld(t)
	w.status(t)
	const all, d1 = "/api/org/demo/devices", "/api/org/demo/devices/id/d1"
	w.run(t, []webtest.Scenario{
		{Name: "info", As: admin, Request: "GET " + d1 + "/info", WantStatus: 200, WantBody: []string{
			`"id":"d1"`, `"model":"JH8"`, `"firmwareVersion":"01.01.56"`, `"dmsChannel":2`, `{"id":2,"name":"Cab","enabled":false}`, `"configs":{"imu":`, `"status_at":"2025-11-21T14:32:07.000Z"`,
		}},
		{Name: "info before it said anything", As: admin, Request: "GET /api/org/demo/devices/id/spare/info", WantStatus: 200, WantBody: []string{`"name":"CH4"`, `"configs":{}`, `"status_at":null`}},
		{Name: "info without the permission", As: viewer, Request: "GET " + d1 + "/info", WantStatus: 403},
		{Name: "info of another organisation's", As: rival, Request: "GET /api/org/rival/devices/id/d1/info", WantStatus: 404},
		{Name: "the list", As: manager, Request: "GET " + all, WantStatus: 200, WantBody: []string{`"device_id":"d1"`, `"device_id":"spare"`}},
		{Name: "a new one", As: admin, Request: "POST " + all, Body: `{"device_id":"d3","model":"JH4"}`, WantStatus: 201, WantBody: []string{`"key":"`}},
		{Name: "the same id", As: admin, Request: "POST " + all, Body: `{"device_id":"d3"}`, WantStatus: 409},
		{Name: "an id that is living elsewhere, of which nobody here learns", As: rival, Request: "POST /api/org/rival/devices", Body: `{"device_id":"d3"}`, WantStatus: 201},
		{Name: "an id that is no topic", As: admin, Request: "POST " + all, Body: `{"device_id":"a/b"}`, WantStatus: 422, WantBody: []string{"body.device_id"}},
		{Name: "no id", As: admin, Request: "POST " + all, Body: `{}`, WantStatus: 422, WantBody: []string{"This field is required."}},
		{Name: "creating without the permission", As: viewer, Request: "POST " + all, Body: `{"device_id":"d4"}`, WantStatus: 403},
		{Name: "disable", As: admin, Request: "PUT " + d1, Body: `{"disabled":true}`, WantStatus: 200, WantBody: []string{`"disabled":true`}, NotBody: []string{`"key"`}},
		{Name: "a new key", As: admin, Request: "POST " + d1 + "/key", WantStatus: 200, WantBody: []string{`"key":"`}},
		{Name: "delete", As: admin, Request: "DELETE " + d1, WantStatus: 204},
		{Name: "again", As: admin, Request: "DELETE " + d1, WantStatus: 404},
		{Name: "a guest", Request: "GET " + all, WantStatus: 401},
	})
	answer := webtest.Do(t, w, admin, "POST "+all, `{"device_id":"d1","model":"D700"}`, nil)
	var back struct{ Key string }
	must(t, json.Unmarshal(answer.Body.Bytes(), &back))
	d, err := w.store.Device(t.Context(), "demo", scope.Everything, "d1")
	must(t, err)
	if answer.Code != 201 || len(back.Key) != 64 || device.KeyDigest(back.Key) != d.KeySHA256 {
		t.Errorf("a device that comes back answers %d and key %q, kept as %s", answer.Code, back.Key, d.KeySHA256)
	}
}

func TestAssignments(t *testing.T) {
	w := newWorld(t)
	const van, hgv = "/api/org/demo/vehicles/van-1/devices/", "/api/org/demo/vehicles/hgv-1/devices/"
	w.run(t, []webtest.Scenario{
		{Name: "a spare device", As: admin, Request: "PUT " + van + "spare", WantStatus: 200, WantBody: []string{`"device_id":"spare","is_defaultdevice":true`}},
		{Name: "another default", As: admin, Request: "PUT " + hgv + "d2", Body: `{"is_defaultdevice":true}`, WantStatus: 200, WantBody: []string{`"device_id":"d1","is_defaultdevice":false`, `"device_id":"d2","is_defaultdevice":true`}},
		{Name: "moved", As: admin, Request: "PUT " + van + "d2", Body: `{"from":"2025-11-21T14:30:00Z"}`, WantStatus: 200, WantBody: []string{`"device_id":"d2","is_defaultdevice":false`}},
		{Name: "the other one is the default now", As: admin, Request: "GET /api/org/demo/vehicles/hgv-1", WantStatus: 200, WantBody: []string{`{"device_id":"d1","is_defaultdevice":true}`}},
		{Name: "the history", As: admin, Request: "GET /api/org/demo/vehicles/hgv-1/devices", WantStatus: 200, WantBody: []string{`{"device_id":"d2","from":"2025-11-21T13:32:07.000Z","to":"2025-11-21T14:30:00.000Z","is_defaultdevice":false}`}},
		{Name: "before it was elsewhere", As: admin, Request: "PUT " + hgv + "d2", Body: `{"from":"2025-11-21T14:00:00Z"}`, WantStatus: 409},
		{Name: "at no time", As: admin, Request: "PUT " + hgv + "d2", Body: `{"from":"soon"}`, WantStatus: 422, WantBody: []string{"body.from"}},
		{Name: "a device of a vehicle out of scope", As: manager, Request: "PUT " + hgv + "d2", WantStatus: 404},
		{Name: "a vehicle out of scope", As: manager, Request: "PUT " + van + "d1", WantStatus: 404},
		{Name: "off", As: admin, Request: "DELETE " + van + "d2", WantStatus: 204},
		{Name: "off again", As: admin, Request: "DELETE " + van + "d2", WantStatus: 404},
		{Name: "without the permission", As: viewer, Request: "PUT " + van + "d1", WantStatus: 403},
		{Name: "off without the permission", As: viewer, Request: "DELETE " + van + "d1", WantStatus: 403},
	})
}

func TestFaults(t *testing.T) {
	w := newWorld(t)
	w.status(t, events.DeviceFault{Type: "storage", Status: "error", Text: "dirty bit set", Context: events.FaultContext{Medium: "sd", ID: "1"}},
		events.DeviceFault{Type: "camera", Status: "lost", Text: "No signal", Context: events.FaultContext{Channel: 3}})
	const ask = "GET /api/org/demo/vehicles/"
	w.run(t, []webtest.Scenario{
		{Name: "all", As: viewer, Request: ask + "faults", WantStatus: 200, WantBody: []string{
			`{"Faults":[{"vehicle_id":"hgv-1","vehicle_name":"hgv-1","vehicle_type":"truck","node":"north","group":"North","faults":[{"type":"storage","text":"Disk Corrupted","status":"error","context":{"medium":"sd","id":"1"},"device_id":"d1"`, `"channel":3`,
		}},
		{Name: "of a type", As: viewer, Request: ask + "faults/camera", WantStatus: 200, WantBody: []string{"No signal"}, NotBody: []string{"Disk"}},
		{Name: "of a type that nobody has", As: viewer, Request: ask + "faults/gps", WantStatus: 200, WantBody: []string{`{"Faults":[],`}},
		{Name: "of no type", As: viewer, Request: ask + "faults/wheels", WantStatus: 422},
		{Name: "of a vehicle", As: manager, Request: ask + "hgv-1/faults", WantStatus: 200, WantBody: []string{"Disk Corrupted", "No signal"}},
		{Name: "of a vehicle and a type", As: manager, Request: ask + "hgv-1/faults/storage", WantStatus: 200, NotBody: []string{"No signal"}},
		{Name: "of a vehicle that has none", As: viewer, Request: ask + "van-1/faults", WantStatus: 200, WantBody: []string{`"vehicle_id":"van-1"`}},
		{Name: "of a vehicle out of scope", As: manager, Request: ask + "van-1/faults", WantStatus: 404},
		{Name: "another organisation", As: rival, Request: "GET /api/org/rival/vehicles/faults", WantStatus: 200, WantBody: []string{`{"Faults":[],`}},
		{Name: "without the permission", As: nobody, Request: ask + "faults", WantStatus: 403},
	})
}
