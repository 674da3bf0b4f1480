package api_test

import (
	"slices"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/drivers"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func (w *world) drives(id, vehicle, driver string, from, to time.Duration) {
	w.t.Helper()
	d := events.DriverAssignmentChanged{ID: id, VehicleID: vehicle, DriverID: driver, DriverName: "Driver " + driver, FromMs: w.now.Add(-from).UnixMilli()}
	if to != 0 {
		d.ToMs = w.now.Add(-to).UnixMilli()
	}
	copied := drivers.New(w.db, nil, time.Now)
	must(w.t, copied.Take(w.t.Context(), events.Event[events.DriverAssignmentChanged]{OrgID: "demo", Data: d}))
}

func asDriver(id string) web.CallerInfo {
	return web.CallerInfo{UserID: id, Role: "DRIVER", OrgID: "demo", Permissions: []string{"listAlerts", "viewAlertInfo"}, Scope: web.Scope{VehicleIDs: []string{"v-north"}}}
}

// TestDriver_OfTheTime has drives entered before and after alerts, and their ends come before their beginnings.
func TestDriver_OfTheTime(t *testing.T) {
	w := newWorld(t)
	early, late := w.raise("e1", "collision", 40*time.Minute), w.raise("e2", "imualert", 10*time.Minute, "harsh_left_turn")
	w.drives("1", "v-north", "dora", 50*time.Minute, 30*time.Minute)
	w.drives("1", "v-north", "dora", 50*time.Minute, 0) // comes late: an end that was said once stays
	w.drives("2", "v-south", "dora", 30*time.Minute, 0)
	got := map[string]any{}
	for _, field := range []string{"alert_id", "driver_name", "driver_id"} {
		values, _ := w.found(admin, "page_num=1", `{}`, field)
		got[field] = values
	}
	if !slices.Equal(got["alert_id"].([]any), []any{late, early}) || !slices.Equal(got["driver_name"].([]any), []any{"", "Driver dora"}) || !slices.Equal(got["driver_id"].([]any), []any{"", "dora"}) {
		t.Errorf("drivers are %v", got)
	}
	w.drives("3", "v-north", "lars", 20*time.Minute, 0) // entered afterwards
	if names, _ := w.found(admin, "page_num=1", `{}`, "driver_id"); !slices.Equal(names, []any{"lars", "dora"}) {
		t.Errorf("drivers are %v", names)
	}
}

// TestDriver_SeesOwnFlaggedAlerts is all that a driver sees.
func TestDriver_SeesOwnFlaggedAlerts(t *testing.T) {
	w := newWorld(t)
	dora, lars, nobody := w.raise("e1", "collision", 40*time.Minute), w.raise("e2", "imualert", 10*time.Minute), w.raise("e3", "imualert", 55*time.Minute)
	w.drives("1", "v-north", "dora", 50*time.Minute, 30*time.Minute)
	w.drives("2", "v-north", "lars", 30*time.Minute, 0)
	sees := func(driver string, want ...any) {
		t.Helper()
		if got, _ := w.found(asDriver(driver), "page_num=1", `{}`, "alert_id"); !slices.Equal(got, want) {
			t.Errorf("%s sees %v, want %v", driver, got, want)
		}
	}
	sees("dora")
	w.pushed = nil
	for _, id := range []string{dora, lars, nobody} {
		webtest.Scenario{Name: "flag", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(id, `"comment":"look"`), WantStatus: 200}.Run(t, w.Router)
	}
	sees("dora", dora, nobody)
	sees("lars", lars, nobody)
	for _, s := range []webtest.Scenario{
		{Name: "own", As: asDriver("dora"), Request: "GET /api/org/demo/alerts/" + dora, WantStatus: 200},
		{Name: "another's", As: asDriver("dora"), Request: "GET /api/org/demo/alerts/" + lars, WantStatus: 404},
		{Name: "flagged", As: asDriver("lars"), Request: "GET /api/DriverScoreCoaching/flagged_alerts", WantStatus: 200, WantBody: []string{lars}, NotBody: []string{dora}},
	} {
		s.Run(t, w.Router)
	}
	var told []string
	for _, p := range w.pushed {
		for _, item := range p.Items {
			told = append(told, item.UserID+" "+item.Path+" "+item.VehicleID)
		}
	}
	if want := []string{" /demo/north/ ", "dora  ", " /demo/north/ ", "lars  ", " /demo/north/ v-north"}; !slices.Equal(told, want) {
		t.Errorf("told are %q, want %q", told, want)
	}
	webtest.Scenario{Name: "unflag", As: admin, Request: "PUT /api/DriverScoreCoaching/flagged_alerts", Body: `{"action":"unflag","alertID":["` + dora + `"]}`, WantStatus: 200}.Run(t, w.Router)
	sees("dora", nobody)
}

// TestRate_CountsInTheScore looks at the tags that ratings leave.
func TestRate_CountsInTheScore(t *testing.T) {
	w := newWorld(t)
	braking, turn := w.raise("e1", "imualert", 40*time.Minute, "severe_braking"), w.raise("e2", "imualert", 39*time.Minute, "harsh_left_turn")
	unknown, smoking := w.raise("e3", "imualert", 20*time.Minute, "harsh_braking"), w.raise("e4", "dmssmokingalert", 38*time.Minute)
	w.drives("1", "v-north", "dora", 50*time.Minute, 30*time.Minute)
	for id, quality := range map[string]string{braking: "badDriving", turn: "misdemeanour", unknown: "badDriving", smoking: "badDriving"} {
		webtest.Scenario{Name: "rate", As: admin, Request: "PUT /api/org/demo/alerts/" + id + "/quality", Body: `{"user_driving_quality":"` + quality + `"}`, WantStatus: 200, WantBody: []string{quality}}.Run(t, w.Router)
	}
	want := []string{"dora HarshBraking 3 2026-07-21T13:52:07.000", "dora HarshSteering 2 2026-07-21T13:53:07.000"}
	if got := w.tags(); !slices.Equal(got, want) {
		t.Errorf("tags are %q, want %q", got, want)
	}
	webtest.Scenario{Name: "remove", As: admin, Request: "PUT /api/org/demo/alerts/" + braking + "/quality", Body: `{"user_driving_quality":"none"}`, WantStatus: 200}.Run(t, w.Router)
	if got := w.tags(); got[0] != "dora HarshBraking 5 2026-07-21T13:52:07.000" {
		t.Errorf("the removed tag is %s", got[0])
	}
	webtest.Scenario{
		Name: "by hand", As: admin, Request: "POST /api/driverScoreEnhancement/tagdriving_event_alerts",
		Body: `{"alert_id":"` + smoking + `","driver_id":"dora","subcategory":"Driving","tag_id":3,"driving_event_alert_time":"2026-07-21T13:54:07","vehiclereg_id":"v-north"}`, WantStatus: 200,
	}.Run(t, w.Router)
	for field, body := range map[string]string{
		"body.driver_id":                `"driver_id":"nobody","subcategory":"Driving","driving_event_alert_time":"2026-07-21T13:54:07"`,
		"body.subcategory":              `"driver_id":"dora","subcategory":"Juggling","driving_event_alert_time":"2026-07-21T13:54:07"`,
		"body.driving_event_alert_time": `"driver_id":"dora","subcategory":"Driving","driving_event_alert_time":"2031-07-21T13:54:07"`,
	} {
		webtest.Scenario{
			Name: field, As: admin, Request: "POST /api/driverScoreEnhancement/tagdriving_event_alerts",
			Body: `{"alert_id":"` + smoking + `",` + body + `,"tag_id":3,"vehiclereg_id":"v-north"}`, WantStatus: 422, WantBody: []string{field},
		}.Run(t, w.Router)
	}
	if got := w.tags(); !slices.Contains(got, "dora Driving 3 2026-07-21T13:54:07.000") {
		t.Errorf("tags are %q", got)
	}
}

// TestDriver_FiltersAlerts has the drivers to choose from, and the alerts of one of them, on a page and by their ids.
func TestDriver_FiltersAlerts(t *testing.T) {
	w := newWorld(t)
	early := w.raise("e1", "collision", 40*time.Minute)
	w.raise("e2", "imualert", 10*time.Minute, "harsh_left_turn")
	w.drives("1", "v-north", "dora", 50*time.Minute, 30*time.Minute)
	w.drives("2", "v-north", "lars", 30*time.Minute, 0)
	if got, _ := w.found(admin, "page_num=1", `{"filters":[{"attribute":"driver","value":["dora"]}]}`, "alert_id"); !slices.Equal(got, []any{early}) {
		t.Errorf("alerts of Dora are %v, want %s alone", got, early)
	}
	for _, s := range []webtest.Scenario{
		{Name: "whose", As: admin, Request: "GET /api/org/demo/alerts/drivers", WantStatus: 200, WantBody: []string{`{"id":"dora","name":"Driver dora"},{"id":"lars","name":"Driver lars"}`}},
		{Name: "only vehicles that are seen", As: south, Request: "GET /api/org/demo/alerts/drivers", WantStatus: 200, NotBody: []string{"dora", "lars"}},
		{Name: "a driver", As: asDriver("lars"), Request: "GET /api/org/demo/alerts/drivers", WantStatus: 200, WantBody: []string{"lars"}, NotBody: []string{"dora"}},
		{Name: "ids", As: admin, Request: "POST /api/org/demo/alerts/ids", Body: `{"filters":{"driver":"dora"}}`, WantStatus: 200, WantBody: []string{`"ids":["` + early + `"],"more":false`}},
		{Name: "ids of another's vehicles", As: south, Request: "POST /api/org/demo/alerts/ids", Body: `{}`, WantStatus: 200, WantBody: []string{`"ids":[]`}},
	} {
		s.Run(t, w.Router)
	}
}
