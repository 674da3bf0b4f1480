package operationstest_test

import (
	"testing"

	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestVehicles_read(t *testing.T) {
	w := newWorld(t)
	support := web.CallerInfo{UserID: "s", OrgID: "demo", HomeOrgID: "else", Scope: web.Scope{All: true}, Permissions: everything}
	w.run(t, []webtest.Scenario{
		{Name: "types", As: nobody, Request: "GET /api/vehicleType", WantStatus: 200, WantBody: []string{`"VehicleTypes":[{"id":"car","name":"Car"}`, `"bintruck"`}},
		{
			Name: "the list", As: viewer, Request: "GET /api/org/demo/vehicles", WantStatus: 200,
			WantBody: []string{`"vehicle_name":"hgv-1"`, `"vehicle_name":"van-1"`, `"page_count":1`, `"total_records":2`, `{"device_id":"d1","is_defaultdevice":true}`}, NotBody: []string{`"firmware"`},
		},
		{Name: "verbose", As: viewer, Request: "GET /api/org/demo/vehicles/verbose?page_num=1", WantStatus: 200, WantBody: []string{`"model":"D700"`, `"from":"2025-11-21T13:32:07.000Z"`}},
		{Name: "a page after the last", As: viewer, Request: "GET /api/org/demo/vehicles?page_num=2", WantStatus: 200, WantBody: []string{`"Vehicles":[]`}},
		{Name: "page 0", As: viewer, Request: "GET /api/org/demo/vehicles?page_num=0", WantStatus: 422},
		{Name: "a subtree", As: manager, Request: "GET /api/org/demo/vehicles", WantStatus: 200, NotBody: []string{"van-1"}},
		{Name: "a driver", As: aDriver, Request: "GET /api/org/demo/vehicles", WantStatus: 200, WantBody: []string{"hgv-1"}, NotBody: []string{"van-1"}},
		{Name: "support", As: support, Request: "GET /api/org/demo/vehicles/van-1", WantStatus: 200, WantBody: []string{`"group":"South"`, `"node":"south"`}},
		{Name: "a vehicle", As: viewer, Request: "GET /api/org/demo/vehicles/hgv-1/verbose", WantStatus: 200, WantBody: []string{`"VIN":""`, `"year":null`}},
		{Name: "out of scope", As: manager, Request: "GET /api/org/demo/vehicles/van-1", WantStatus: 404},
		{Name: "another organisation's", As: rival, Request: "GET /api/org/rival/vehicles/hgv-1", WantStatus: 404},
		{Name: "in another organisation", As: rival, Request: "GET /api/org/demo/vehicles/hgv-1", WantStatus: 404},
		{Name: "without the permission", As: nobody, Request: "GET /api/org/demo/vehicles", WantStatus: 403},
		{Name: "a guest", Request: "GET /api/org/demo/vehicles", WantStatus: 401},
	})
}

func TestVehicles_create(t *testing.T) {
	w := newWorld(t)
	w.tree["new"] = group.Group{ID: "new", ParentID: "demo", Label: "New", Path: "/demo/new/"}
	const ask = "POST /api/org/demo/vehicles"
	full := `{"vehicle_name":" HGV-017 ","vehicle_type":"truck","node":"south","make":"Scania","model":"R450","fuel":"diesel","displacement":12742,"year":2026,"VIN":"yS2R4X20005399401","notes":"n","key":"PN71 KXD"}`
	w.run(t, []webtest.Scenario{
		{Name: "a vehicle", As: admin, Request: ask, Body: full, WantStatus: 201, WantBody: []string{`"vehicle_name":"HGV-017"`, `"VIN":"YS2R4X20005399401"`, `"displacement":12742`, `"version":1`}},
		{Name: "its key again", As: admin, Request: ask, Body: full, WantStatus: 409, WantBody: []string{"Another vehicle has this key."}},
		{Name: "in the caller's own group", As: manager, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car"}`, WantStatus: 201, WantBody: []string{`"node":"north"`}},
		{Name: "in a group whose event is on the way", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","node":"new"}`, WantStatus: 201, WantBody: []string{`"group":"New"`}},
		{Name: "in a group out of scope", As: manager, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","node":"south"}`, WantStatus: 404},
		{Name: "in no group", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","node":"nowhere"}`, WantStatus: 404},
		{
			Name: "nothing", As: admin, Request: ask, Body: `{}`, WantStatus: 422,
			WantBody: []string{`{"location":"body.vehicle_name","message":"This field is required."}`, `{"location":"body.vehicle_type","message":"This field is required."}`},
		},
		{Name: "a blank name", As: admin, Request: ask, Body: `{"vehicle_name":"  ","vehicle_type":"car"}`, WantStatus: 422, WantBody: []string{"body.vehicle_name"}},
		{Name: "a wrong type", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"tank"}`, WantStatus: 422, WantBody: []string{"body.vehicle_type"}},
		{Name: "a short VIN", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","VIN":"123"}`, WantStatus: 422, WantBody: []string{"This field must be at least 17 characters."}},
		{Name: "a long VIN", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","VIN":"123456789012345678"}`, WantStatus: 422, WantBody: []string{"body.VIN"}},
		{Name: "a year of long ago", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","year":1899}`, WantStatus: 422, WantBody: []string{"This field must be greater than 1900."}},
		{Name: "a year to come", As: admin, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car","year":2027}`, WantStatus: 422, WantBody: []string{"This field must be lower than 2026."}},
		{Name: "a name that is a number", As: admin, Request: ask, Body: `{"vehicle_name":7}`, WantStatus: 422, WantBody: []string{"body.vehicle_name"}},
		{Name: "without the permission", As: viewer, Request: ask, Body: full, WantStatus: 403},
		{Name: "a guest", Request: ask, Body: full, WantStatus: 401},
		{Name: "a driver, who has no group", As: web.CallerInfo{UserID: "d", OrgID: "demo", Permissions: everything}, Request: ask, Body: `{"vehicle_name":"a","vehicle_type":"car"}`, WantStatus: 404},
	})
}

func TestVehicles_change(t *testing.T) {
	w := newWorld(t)
	const ask = "PUT /api/org/demo/vehicles/hgv-1"
	mover := caller("/demo/", "moveVehicleToGroup")
	w.run(t, []webtest.Scenario{
		{Name: "what is said", As: admin, Request: ask, Body: `{"notes":"tail lift","year":2020,"version":1}`, WantStatus: 200, WantBody: []string{`"notes":"tail lift"`, `"year":2020`, `"key":"key-hgv-1"`, `"version":2`}},
		{Name: "null clears", As: admin, Request: ask + "/verbose", Body: `{"year":null}`, WantStatus: 200, WantBody: []string{`"year":null`, `"notes":"tail lift"`, `"model":"D700"`}},
		{Name: "an old version", As: admin, Request: ask, Body: `{"notes":"x","version":1}`, WantStatus: 409},
		{Name: "another's key", As: admin, Request: ask, Body: `{"key":"key-van-1"}`, WantStatus: 409},
		{Name: "no name", As: admin, Request: ask, Body: `{"vehicle_name":""}`, WantStatus: 422, WantBody: []string{"This field is required."}},
		{Name: "a year that is text", As: admin, Request: ask, Body: `{"year":"new"}`, WantStatus: 422, WantBody: []string{"body.year"}},
		{Name: "too large a year", As: admin, Request: ask, Body: `{"year":99999999999}`, WantStatus: 422},
		{Name: "another group, who may only move", As: mover, Request: ask, Body: `{"node":"south"}`, WantStatus: 200, WantBody: []string{`"node":"south"`}},
		{Name: "notes, who may only move", As: mover, Request: ask, Body: `{"notes":"x"}`, WantStatus: 403},
		{Name: "disabling, who may only move", As: mover, Request: ask, Body: `{"disabled":true}`, WantStatus: 403},
		{Name: "out of scope now", As: manager, Request: ask, Body: `{"notes":"x"}`, WantStatus: 404},
		{Name: "not there", As: admin, Request: "PUT /api/org/demo/vehicles/none", Body: `{"notes":"x"}`, WantStatus: 404},
		{Name: "who may nothing", As: viewer, Request: ask, Body: `{"notes":"x"}`, WantStatus: 403},
		{Name: "a guest", Request: ask, Body: `{}`, WantStatus: 401},
	})
	if len(w.marked) == 0 {
		t.Error("nobody was told that the vehicle looks different")
	}
}

func TestVehicles_moveAndDelete(t *testing.T) {
	w := newWorld(t)
	const ask = "POST /api/org/demo/tree/nodes/south/vehicles"
	w.run(t, []webtest.Scenario{
		{Name: "to a group out of scope", As: manager, Request: ask, Body: `{"vehicle_ids":["hgv-1"]}`, WantStatus: 404},
		{Name: "one of them out of scope", As: manager, Request: "POST /api/org/demo/tree/nodes/north/vehicles", Body: `{"vehicle_ids":["hgv-1","van-1"]}`, WantStatus: 404},
		{Name: "both", As: admin, Request: ask, Body: `{"vehicle_ids":["hgv-1","van-1"]}`, WantStatus: 200, WantBody: []string{`"moved":2`}},
		{Name: "none", As: admin, Request: ask, Body: `{"vehicle_ids":[]}`, WantStatus: 422},
		{Name: "without the permission", As: viewer, Request: ask, Body: `{"vehicle_ids":["hgv-1"]}`, WantStatus: 403},
		{Name: "delete out of scope", As: manager, Request: "DELETE /api/org/demo/vehicles/hgv-1", WantStatus: 404},
		{Name: "delete without the permission", As: viewer, Request: "DELETE /api/org/demo/vehicles/hgv-1", WantStatus: 403},
		{Name: "delete", As: admin, Request: "DELETE /api/org/demo/vehicles/hgv-1", WantStatus: 204},
		{Name: "again", As: admin, Request: "DELETE /api/org/demo/vehicles/hgv-1", WantStatus: 404},
		{Name: "gone", As: admin, Request: "GET /api/org/demo/vehicles/hgv-1", WantStatus: 404},
		{Name: "its device is free", As: admin, Request: "GET /api/org/demo/devices", WantStatus: 200, WantBody: []string{`"device_id":"d1","model":"D700","firmware":"","disabled":false,"vehicle_id":""`}},
	})
}
