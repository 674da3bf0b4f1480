package intake_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/fencetest"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web/webtest"
)

// TestReport_OfChosenGeofences has a vehicle stay in two geofences, and asks about each of them and both.
func TestReport_OfChosenGeofences(t *testing.T) {
	s := newSite(t)
	first := s.Create(admin, yard)
	second := s.Create(fencetest.Caller("0190c1a0-0000-7000-8000-00000000000c", "/demo/south/"), yard)
	s.tell("d1", fix(0, inside, 40), fix(10, inside, 40), fix(20, inside, 40))
	s.tell("d2", fix(0, inside, 40), fix(10, inside, 40), fix(20, inside, 40))
	reader := admin
	reader.Permissions = append([]string{"createGeofenceReport"}, reader.Permissions...)
	south := fencetest.Caller("0190c1a0-0000-7000-8000-00000000000d", "/demo/south/")
	south.Permissions = []string{"createGeofenceReport"}
	const request = "POST /api/org/demo/geofences/report"
	body := func(filters string) string {
		return `{"from":"2026-07-20T00:00:00Z","to":"2026-07-22T00:00:00Z","zone":"UTC"` + filters + `}`
	}
	for _, one := range []webtest.Scenario{
		{Name: "all of them", As: reader, Request: request, Body: body(""), WantStatus: 200, WantBody: []string{`"count":3`}},
		{Name: "none chosen", As: reader, Request: request, Body: body(`,"filters":{"geofence_ids":[]}`), WantStatus: 200, WantBody: []string{`"count":3`}},
		{Name: "one", As: reader, Request: request, Body: body(`,"filters":{"geofence_ids":["` + first + `"]}`), WantStatus: 200, WantBody: []string{`"count":2`}},
		{Name: "the other", As: reader, Request: request, Body: body(`,"filters":{"geofence_ids":["` + second + `"]}`), WantStatus: 200, WantBody: []string{`"v-south"`, `"count":1`}},
		{Name: "one that is not there", As: reader, Request: request, Body: body(`,"filters":{"geofence_ids":["none"]}`), WantStatus: 200, WantBody: []string{`"count":0`}},
		{Name: "one out of sight", As: south, Request: request, Body: body(`,"filters":{"geofence_ids":["` + first + `"]}`), WantStatus: 200, WantBody: []string{`"count":0`}},
		{Name: "no ids", As: reader, Request: request, Body: body(`,"filters":{"geofence_ids":[7]}`), WantStatus: 422, WantBody: []string{"body.filters.geofence_ids"}},
		{Name: "without the permission", As: admin, Request: request, Body: body(""), WantStatus: 403},
		{Name: "the choices", As: reader, Request: "GET /api/org/demo/geofences/choices", WantStatus: 200, WantBody: []string{`"value":"` + first + `"`, `"value":"` + second + `"`}},
		{Name: "the choices in sight", As: south, Request: "GET /api/org/demo/geofences/choices", WantStatus: 200, WantBody: []string{`"choices":[{"value":"` + second + `"`}},
	} {
		one.Run(t, s.Router)
	}
}

// TestReport_OfAGeofenceThatIsGone has a geofence deleted while a vehicle is inside: a report that is scheduled on it goes on and tells the visits of before, as do
// the list of visits and the table beside a track, in the reader's language; nobody can open it any more.
func TestReport_OfAGeofenceThatIsGone(t *testing.T) {
	s := newSite(t)
	id := s.Create(admin, yard)
	s.tell("d1", fix(0, outside, 40), fix(10, inside, 40), fix(20, inside, 40))
	s.Time = begin.Add(25 * time.Second)
	reader := admin
	reader.Permissions = append([]string{"createGeofenceReport"}, reader.Permissions...)
	report := webtest.Scenario{
		As: reader, Request: "POST /api/org/demo/geofences/report", Body: `{"from":"2026-07-20T00:00:00Z","to":"2026-07-22T00:00:00Z","zone":"UTC","filters":{"geofence_ids":["` + id + `"]}}`,
		Name: "while it is there", WantStatus: 200, WantBody: []string{`"v-north"`, `"count":1`},
	}
	report.Run(t, s.Router)
	shared, stranger := fencetest.Caller(fencetest.Known, "/demo/north/"), fencetest.Caller("0190c1a0-0000-7000-8000-00000000000e", "/demo/north/")
	webtest.Scenario{Name: "it is shared", As: admin, Request: "PUT /api/org/demo/geofences/" + id + "/share/user/" + fencetest.Known, WantStatus: 200}.Run(t, s.Router)
	webtest.Scenario{Name: "it is deleted", As: admin, Request: "DELETE /api/org/demo/geofences/" + id, WantStatus: 204}.Run(t, s.Router)
	if got, want := s.visits("v-north"), "10-25 fence 0 enter@10"; got != want {
		t.Errorf("the visit is %s, want %s", got, want)
	}
	german := reader
	german.Locale = "de-DE"
	if err := texts.Add(os.DirFS("../../texts")); err != nil {
		t.Fatal(err)
	}
	const visits = "GET /api/org/demo/geofences/visits"
	for _, one := range []webtest.Scenario{
		{Name: "report", As: reader, Request: report.Request, Body: report.Body, WantStatus: 200, WantBody: []string{`"Yard (deleted)"`, `"count":1`}},
		{Name: "report in German", As: german, Request: report.Request, Body: report.Body, WantStatus: 200, WantBody: []string{`"Yard (gelöscht)"`}},
		{Name: "beside the track", As: reader, Request: "POST /api/org/demo/geofences/track", Body: `{"from":"2026-07-20T00:00:00Z","to":"2026-07-22T00:00:00Z","zone":"UTC","vehicle_ids":["v-north"]}`, WantStatus: 200, WantBody: []string{`"Yard (deleted)"`}},
		{Name: "visits", As: reader, Request: visits, WantStatus: 200, WantBody: []string{`"Yard (deleted)"`, `"geofence_deleted":true`, `"total_records":1`}},
		{Name: "visits, shared with", As: shared, Request: visits, WantStatus: 200, WantBody: []string{`"Yard (deleted)"`}},
		{Name: "visits, out of sight", As: stranger, Request: visits, WantStatus: 200, WantBody: []string{`"visits":[]`}},
		{Name: "choices", As: reader, Request: "GET /api/org/demo/geofences/choices", WantStatus: 200, WantBody: []string{`"choices":[{"value":"` + id + `","label":"Yard (deleted)"}]`}},
		{Name: "list", As: reader, Request: "GET /api/org/demo/geofences", WantStatus: 200, WantBody: []string{`"geofences":[]`}},
		{Name: "open", As: reader, Request: "GET /api/org/demo/geofences/" + id, WantStatus: 404},
		{Name: "open, shared with", As: shared, Request: "GET /api/org/demo/geofences/" + id, WantStatus: 404},
		{Name: "vehicles now", As: reader, Request: "GET /api/org/demo/geofences/now?ids=" + id, WantStatus: 200, WantBody: []string{`"geofences":[]`}},
	} {
		one.Name = "after it is gone: " + one.Name
		one.Run(t, s.Router)
	}
}

// TestChoices_LeaveOutWhatNobodyVisited has a geofence deleted that nobody was in.
func TestChoices_LeaveOutWhatNobodyVisited(t *testing.T) {
	s := newSite(t)
	id := s.Create(admin, yard)
	webtest.Scenario{Name: "it is deleted", As: admin, Request: "DELETE /api/org/demo/geofences/" + id, WantStatus: 204}.Run(t, s.Router)
	reader := admin
	reader.Permissions = []string{"createGeofenceReport"}
	webtest.Scenario{Name: "choices", As: reader, Request: "GET /api/org/demo/geofences/choices", WantStatus: 200, WantBody: []string{`"choices":[]`}}.Run(t, s.Router)
}

// TestDays sums up visits by day: one that spans midnight counts on the day on which it began, and its time on both.
func TestDays(t *testing.T) {
	s := newSite(t)
	id := s.Create(admin, yard)
	midnight := time.Date(begin.Year(), begin.Month(), begin.Day()+1, 0, 0, 0, 0, time.UTC)
	at := func(minutes int, lng float64) events.Sample {
		return fix(int(midnight.Sub(begin)/time.Second)+60*minutes, lng, 30)
	}
	s.tell("d1", at(-40, outside), at(-31, inside), at(-30, inside), at(-29, outside), at(-28, outside), // 2 minutes
		at(-11, outside), at(-10, inside), at(-5, inside), at(0, inside), at(5, inside), at(15, inside), at(20, outside), at(21, outside)) // 10 and 20 minutes
	s.tell("d2", at(30, outside), at(31, inside), at(32, inside))
	s.judgeLate()
	s.Time = midnight.Add(91 * time.Minute)
	day := func(offset int) string { return midnight.AddDate(0, 0, offset).Format(time.DateOnly) }
	row := func(day string, visits, vehicles, insideS int) string {
		return fmt.Sprintf(`{"day":%q,"geofence_id":%q,"geofence":"Yard","visits":%d,"vehicles":%d,"inside_s":%d,"geofence_deleted":false}`, day, id, visits, vehicles, insideS)
	}
	const request = "GET /api/org/demo/geofences/visits/days"
	for _, tc := range []webtest.Scenario{
		{Name: "by days of UTC", As: admin, Request: request, WantStatus: 200, WantBody: []string{`"days":[` + row(day(0), 1, 2, 1200+3600) + "," + row(day(-1), 2, 1, 120+600) + "]"}},
		{Name: "by days of another zone", As: admin, Request: request + "?zone=America/New_York", WantStatus: 200, WantBody: []string{`"days":[` + row(day(-1), 3, 2, 120+1800+3600) + "]"}},
		{Name: "today alone", As: admin, Request: request + "?days=1", WantStatus: 200, WantBody: []string{`"days":[` + row(day(0), 1, 2, 1200+3600) + "]"}},
		{Name: "of another geofence", As: admin, Request: request + "?geofence_id=none", WantStatus: 404},
		{Name: "of somebody who sees neither", As: fencetest.Caller("0190c1a0-0000-7000-8000-00000000000c", "/demo/south/"), Request: request, WantStatus: 200, WantBody: []string{`"days":[]`}},
		{Name: "a zone that is none", As: admin, Request: request + "?zone=Europe/Atlantis", WantStatus: 422, WantBody: []string{"There is no such time zone."}},
		{Name: "32 days", As: admin, Request: request + "?days=32", WantStatus: 422},
	} {
		tc.Run(t, s.Router)
	}
}
