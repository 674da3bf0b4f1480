package fence_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	admin = fencetest.Caller("0190c1a0-0000-7000-8000-00000000000a", "/demo/")
	north = fencetest.Caller("0190c1a0-0000-7000-8000-00000000000b", "/demo/north/")
	south = fencetest.Caller(fencetest.Known, "/demo/south/")
	now   = time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC)
)

const (
	circle  = `{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":120}`
	polygon = `{"type":"polygon","points":[{"lat":53,"lng":-2},{"lat":53,"lng":-1.9},{"lat":53.1,"lng":-1.9}]}`
)

func body(name, shape, more string) string {
	return fmt.Sprintf(`{"name":%q,"shape":%s,"triggers":{"enter":true}%s}`, name, shape, more)
}

func TestCreate_RefusesWhatIsWrong(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	corners := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`{"lat":%f,"lng":%f}`, 53+0.001*float64(i), -2+0.00001*float64(i*i))
		}
		return `{"type":"polygon","points":[` + strings.Join(list, ",") + `]}`
	}
	for _, tc := range []struct{ name, body, want string }{
		{"no name", body(" ", circle, ""), "Please enter a name for the geofence."},
		{"a name of 10,000 characters", body(strings.Repeat("n", 10_000), circle, ""), "body.name"},
		{"a name of 101 characters", body(strings.Repeat("é", 101), circle, ""), "100 characters at most"},
		{"no shape", `{"name":"Yard","triggers":{"enter":true}}`, "Please add a shape for this geofence."},
		{"no trigger", `{"name":"Yard","shape":` + circle + `,"triggers":{}}`, "A geofence must have at least one trigger!"},
		{"overlapping", body("Yard", `{"type":"polygon","points":[{"lat":53,"lng":-2},{"lat":53.1,"lng":-1.9},{"lat":53.1,"lng":-2},{"lat":53,"lng":-1.9}]}`, ""), "Please make sure the shape does not overlap."},
		{"501 corners", body("Yard", corners(501), ""), "500 corners at most"},
		{"radius 200 km", body("Yard", `{"type":"circle","center":{"lat":53.3,"lng":-2.4},"radius_m":200000}`, ""), "10 m to 100 km"},
		{"a latitude of 91", body("Yard", `{"type":"circle","center":{"lat":91,"lng":-2.4},"radius_m":200}`, ""), "body.shape.center.lat"},
		{"NaN", body("Yard", `{"type":"circle","center":{"lat":53,"lng":-2.4},"radius_m":NaN}`, ""), ""},
		{"a speed of nothing", `{"name":"Yard","shape":` + circle + `,"triggers":{"speed_above_kmh":0}}`, "body.triggers.speed_above_kmh"},
		{"a colour that is none", body("Yard", circle, `,"colour":"red"`), "#RRGGBB"},
		{"a period of no length", body("Yard", circle, `,"active_period":{"days":[1],"from":"08:00","to":"08:00","zone":"Europe/London"}`), "The period ends when it begins."},
		{"a zone that is none", body("Yard", circle, `,"active_period":{"days":[1],"from":"08:00","to":"09:00","zone":"Europe/Atlantis"}`), "There is no such time zone."},
		{"a time that is none", body("Yard", circle, `,"active_period":{"days":[1],"from":"8:00","to":"09:00","zone":"Europe/London"}`), "body.active_period.from"},
		{"a day twice", body("Yard", circle, `,"active_period":{"days":[1,1],"from":"08:00","to":"09:00","zone":"Europe/London"}`), "each once"},
	} {
		status := 422
		if tc.name == "NaN" {
			status = 400 // no JSON
		}
		s := webtest.Scenario{Name: tc.name, As: admin, Request: "POST /api/org/demo/geofences", Body: tc.body, WantStatus: status}
		if tc.want != "" {
			s.WantBody = []string{tc.want}
		}
		s.Run(t, w.Router)
	}
	webtest.Scenario{Name: "a vehicle out of sight", As: north, Request: "POST /api/org/demo/geofences", Body: body("Yard", circle, `,"vehicle_ids":["v-south"]`), WantStatus: 404, WantBody: []string{"1 vehicle assignment could not be updated"}}.Run(t, w.Router)
	webtest.Scenario{Name: "two of three out of sight", As: north, Request: "POST /api/org/demo/geofences", Body: body("Yard", circle, `,"vehicle_ids":["v-south","v-north","gone"]`), WantStatus: 404, WantBody: []string{"2 vehicle assignments could not be updated"}}.Run(t, w.Router)
	webtest.Scenario{Name: "a group out of sight", As: north, Request: "POST /api/org/demo/geofences", Body: body("Yard", circle, `,"group_ids":["demo"]`), WantStatus: 404}.Run(t, w.Router)
}

func TestFence_FromMakingToDeleting(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	id := w.Create(north, body(`Yard <img src=x onerror=alert(1)>`, circle, `,"vehicle_ids":["v-north"],"active_period":{"days":[7,1],"from":"22:00","to":"06:00","zone":"Europe/London"}`))
	path := "/api/org/demo/geofences/" + id
	for _, s := range []webtest.Scenario{
		{Name: "read", As: admin, Request: "GET " + path, WantStatus: 200, WantBody: []string{`"geofence":[{`, `"colour":"#1976D2B3"`, `"days":[1,7]`, `"vehicle_ids":["v-north"]`, `"may_edit":true`}},
		{Name: "out of sight", As: south, Request: "GET " + path, WantStatus: 404},
		{Name: "rename", As: north, Request: "PUT " + path, Body: `{"name":"Depot","version":1}`, WantStatus: 200, WantBody: []string{`"name":"Depot"`, `"version":2`, `"radius_m":120`}},
		{Name: "somebody else was first", As: admin, Request: "PUT " + path, Body: `{"name":"Works","version":1}`, WantStatus: 409},
		{Name: "a circle stays one", As: north, Request: "PUT " + path, Body: `{"shape":` + polygon + `}`, WantStatus: 422, WantBody: []string{"A polygon cannot become a circle"}},
		{Name: "always active", As: north, Request: "PUT " + path, Body: `{"active_period":{"days":[]}}`, WantStatus: 200, WantBody: []string{`"active_period":null`}},
		{Name: "watch more", As: admin, Request: "PUT " + path + "/vehicles", Body: `{"attribute":"vehicles","action":"add","vehicle_ids":["v-south"]}`, WantStatus: 200, WantBody: []string{`"vehicle_ids":["v-north","v-south"]`}},
		{Name: "the verb wins", As: admin, Request: "DELETE " + path + "/vehicles", Body: `{"attribute":"vehicles","action":"add","vehicle_ids":["v-north"]}`, WantStatus: 200, WantBody: []string{`"vehicle_ids":["v-south"]`}},
		{Name: "a vehicle that is there may stay", As: north, Request: "PUT " + path, Body: `{"vehicle_ids":["v-south","v-north"]}`, WantStatus: 200, WantBody: []string{`"vehicle_ids":["v-north","v-south"]`}},
		{Name: "share", As: north, Request: "PUT " + path + "/share/user/" + fencetest.Known, WantStatus: 200, WantBody: []string{fencetest.Known}},
		{Name: "share with a stranger", As: north, Request: "PUT " + path + "/share/user/0190c1a0-0000-7000-8000-00000000000f", WantStatus: 404},
		{Name: "shared to look at", As: south, Request: "GET " + path, WantStatus: 200, WantBody: []string{`"may_edit":false`}},
		{Name: "not to change", As: south, Request: "PUT " + path, Body: `{"name":"Mine"}`, WantStatus: 403},
		{Name: "not to delete", As: south, Request: "DELETE " + path, WantStatus: 403},
		{Name: "listed", As: south, Request: "GET /api/org/demo/geofences?q=dep&filter=trigger:eq:enter", WantStatus: 200, WantBody: []string{`"name":"Depot"`, `"total_records":1`, `"vehicle_count":1`}},
		{Name: "on the map", As: north, Request: "GET /api/org/demo/geofences/map?west=-3&south=53&east=-2&north=54", WantStatus: 200, WantBody: []string{`"name":"Depot"`, `"more":false`}},
		{Name: "not on that part of it", As: north, Request: "GET /api/org/demo/geofences/map?west=3&south=53&east=4&north=54", WantStatus: 200, NotBody: []string{"Depot"}},
		{Name: "unshare", As: north, Request: "DELETE " + path + "/unshare/user/" + fencetest.Known, WantStatus: 200, NotBody: []string{fencetest.Known}},
		{Name: "hidden again", As: south, Request: "GET " + path, WantStatus: 404},
		{Name: "mail", As: north, Request: "PUT /api/org/demo/geofences/email_list/alerts", Body: `[{"geofence_id":"` + id + `","alert_email_list":[{"alert_type":"boundary_geo_alert","emails":["gate@works.test","GATE@works.test"]}]}]`, WantStatus: 200, WantBody: []string{`["gate@works.test"]`}},
		{Name: "mail nobody", As: north, Request: "PUT /api/org/demo/geofences/email_list/alerts", Body: `[{"geofence_id":"` + id + `","alert_email_list":[{"alert_type":"boundary_geo_alert","emails":["gate@"]}]}]`, WantStatus: 422, WantBody: []string{"This field must be a valid email.", "body[0].alert_email_list[0].emails"}},
		{Name: "who is mailed", As: north, Request: "GET " + path + "/email_list/alerts", WantStatus: 200, WantBody: []string{`"alert_email_list":[{"alert_type":"boundary_geo_alert","emails":["gate@works.test"]}]`}},
		{Name: "disable", As: north, Request: "PUT " + path, Body: `{"disabled":true}`, WantStatus: 200, WantBody: []string{`"disabled":true`}},
		{Name: "delete", As: north, Request: "DELETE " + path, WantStatus: 204},
		{Name: "gone", As: north, Request: "GET " + path, WantStatus: 404},
		{Name: "gone from the list", As: admin, Request: "GET /api/org/demo/geofences", WantStatus: 200, WantBody: []string{`"geofences":[]`}},
	} {
		s.Run(t, w.Router)
	}
}

// TestChange_NeedsThePermissionOfWhatChanges has one who may edit alone not disable, and the reverse.
func TestChange_NeedsThePermissionOfWhatChanges(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	path := "PUT /api/org/demo/geofences/" + w.Create(admin, body("Yard", circle, ""))
	editor, switcher := admin, admin
	editor.Permissions, switcher.Permissions = []string{"editGeofence"}, []string{"disableGeofence"}
	webtest.Scenario{Name: "edit", As: editor, Request: path, Body: `{"name":"Depot"}`, WantStatus: 200}.Run(t, w.Router)
	webtest.Scenario{Name: "editor disables", As: editor, Request: path, Body: `{"disabled":true}`, WantStatus: 403}.Run(t, w.Router)
	webtest.Scenario{Name: "disable", As: switcher, Request: path, Body: `{"disabled":true}`, WantStatus: 200}.Run(t, w.Router)
	webtest.Scenario{Name: "switcher edits", As: switcher, Request: path, Body: `{"name":"Works"}`, WantStatus: 403}.Run(t, w.Router)
}

func TestMap_AsItWas(t *testing.T) {
	w := fencetest.New(t, dbtest.Open(t, "plugins/geofences"), now)
	moved, gone := w.Create(admin, body("Moved", circle, "")), w.Create(north, body("Gone", polygon, ""))
	created := now.UnixMilli()
	w.Time = now.Add(time.Hour)
	webtest.Do(t, w.Router, admin, "PUT /api/org/demo/geofences/"+moved, `{"shape":{"type":"circle","center":{"lat":10,"lng":20},"radius_m":120},"name":"Moved away"}`, nil)
	webtest.Do(t, w.Router, north, "DELETE /api/org/demo/geofences/"+gone, "", nil)
	at := func(after time.Duration) string { return fmt.Sprintf("&at_ms=%d", created+after.Milliseconds()) }
	here, there := "GET /api/org/demo/geofences/map?west=-3&south=52&east=-1&north=54", "GET /api/org/demo/geofences/map?west=19&south=9&east=21&north=11"
	for _, s := range []webtest.Scenario{
		{Name: "before they were made", As: admin, Request: here + at(-time.Minute), WantStatus: 200, WantBody: []string{`{"geofences":[],"more":false}`}},
		{Name: "then", As: admin, Request: here + at(time.Minute), WantStatus: 200, WantBody: []string{`"name":"Moved"`, `"lat":53.3`, `"name":"Gone"`, `"disabled":false`}},
		{Name: "then, elsewhere", As: admin, Request: there + at(time.Minute), WantStatus: 200, WantBody: []string{`{"geofences":[],"more":false}`}},
		{Name: "after it was moved, and the other deleted", As: admin, Request: here + at(2*time.Hour), WantStatus: 200, WantBody: []string{`{"geofences":[],"more":false}`}},
		{Name: "after it was moved, there", As: admin, Request: there + at(2*time.Hour), WantStatus: 200, WantBody: []string{`"name":"Moved away"`}},
		{Name: "now", As: admin, Request: here, WantStatus: 200, WantBody: []string{`{"geofences":[],"more":false}`}},
		{Name: "somebody else", As: south, Request: here + at(time.Minute), WantStatus: 200, WantBody: []string{`{"geofences":[],"more":false}`}},
		{Name: "no time", As: admin, Request: here + "&at_ms=-1", WantStatus: 422},
	} {
		s.Run(t, w.Router)
	}
}
