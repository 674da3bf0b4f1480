package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/export"
	"outrider.dev/outrider/plugins/alerts/internal/intake"
	"outrider.dev/outrider/plugins/alerts/internal/live"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/media"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var everything = []string{"listAlerts", "viewAlertInfo", "rateAlert", "setAlertViewState", "archiveAlert", "exportAlertMedia"}

func caller(path string, permissions ...string) web.CallerInfo {
	return web.CallerInfo{UserID: "u", Name: "Una", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path}, Permissions: permissions}
}

var (
	admin  = caller("/demo/", everything...)
	south  = caller("/demo/south/", everything...)
	reader = caller("/demo/", "listAlerts", "viewAlertInfo", "setAlertViewState")
	driver = web.CallerInfo{UserID: "d", OrgID: "demo", Permissions: []string{"listAlerts", "viewAlertInfo"}, Scope: web.Scope{VehicleIDs: []string{"v-north"}}}
	rival  = web.CallerInfo{UserID: "r", OrgID: "rival", Scope: web.Scope{Path: "/rival/"}, Permissions: everything}
)

// world is organisation demo: d1 was on v-south until an hour ago and is on v-north since.
type world struct {
	*web.Router
	t        *testing.T
	now      time.Time
	taker    *intake.Intake
	store    *postgres.Store
	notifier *live.Publisher
	db       *store.DB
	pushed   []events.Push
	files    map[string][]byte
	buried   int
}

func (w *world) Watched(context.Context, string, string) bool { return true }

func (w *world) Push(_ context.Context, _ string, p events.Push) error {
	w.pushed = append(w.pushed, p)
	return nil
}

// Fill is a geo that knows one place.
func (w *world) Fill(_ context.Context, _ string, list []alert.Alert) {
	for i := range list {
		if list[i].Lat != nil {
			list[i].Zone, list[i].Address, list[i].Placed = "Europe/London", "A556, Mere", true
		}
	}
}

func (w *world) Write(_ context.Context, _, name string, from io.Reader) (media.Info, error) {
	raw, err := io.ReadAll(from)
	w.files[name] = raw
	return media.Info{}, err
}

func (w *world) Delete(_ context.Context, _ string, names ...string) error {
	for _, name := range names {
		delete(w.files, name)
	}
	return nil
}

func (w *world) Link(_ context.Context, _, name string, _ media.LinkOptions) (string, time.Time, error) {
	return "/api/media/" + name, w.now, nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, now: time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC), files: map[string][]byte{}}
	db := dbtest.Open(t, "plugins/alerts")
	fleet := replica.New(db, nil, "alerts")
	ctx, hourAgo := t.Context(), w.now.Add(-time.Hour).UnixMilli()
	for _, g := range []events.GroupChanged{{ID: "demo", Path: "/demo/"}, {ID: "north", Path: "/demo/north/"}, {ID: "south", Path: "/demo/south/"}} {
		must(t, fleet.ApplyGroup(ctx, events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: g}))
	}
	for id, group := range map[string]string{"v-north": "north", "v-south": "south"} {
		v := events.VehicleChanged{ID: id, Name: strings.ToUpper(id), Type: "van", GroupID: group}
		must(t, fleet.ApplyVehicle(ctx, events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: v}))
	}
	d := events.DeviceChanged{ID: "d1", VehicleID: "v-north", Assignments: []events.Assignment{{VehicleID: "v-south", FromMs: 1, ToMs: hourAgo}, {VehicleID: "v-north", FromMs: hourAgo}}}
	must(t, fleet.ApplyDevice(ctx, events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
	w.db, w.store = db, postgres.New(db, fleet, func() time.Time { return w.now })
	w.store.KnowTypes(alertstest.Declared())
	w.notifier = live.New(w.store, w, slog.New(slog.DiscardHandler))
	w.taker = intake.New(w.store, fleet, w, w.notifier.Created, func(context.Context, events.Event[events.DeviceEvent], error) error { w.buried++; return nil })
	w.Router = web.NewRouter("Alerts", "0.1.0")
	api.New(api.Deps{Store: w.store, Notifier: w.notifier, Files: w, Exports: export.New(export.NewRows(db), w, slog.New(slog.DiscardHandler), func() time.Time { return w.now }), Organisations: german{}, Tokens: tokens{}, Types: alertstest.Declared(), Now: func() time.Time { return w.now }, Log: slog.New(slog.DiscardHandler)}).Register(w.Router)
	return w
}

// raise has d1 notice something, so long ago, and returns the alert's id.
func (w *world) raise(id, kind string, ago time.Duration, labels ...string) string {
	w.t.Helper()
	lat, lng, speed := 53.3, -2.4, 90.0
	e := events.DeviceEvent{DeviceID: "d1", OrgID: "demo", ID: id, Type: kind, Time: w.now.Add(-ago).UnixMilli(), Lat: &lat, Lng: &lng, SpeedKmh: &speed, ReceivedAt: w.now.UnixMilli()}
	if kind == "ioalert" {
		e.Pin = 3
	}
	for _, l := range labels {
		e.Labels = append(e.Labels, events.EventLabel{Name: l, Probability: 0.9})
	}
	must(w.t, w.taker.Events(w.t.Context(), []events.Event[events.DeviceEvent]{{ID: id, OrgID: "demo", Data: e}}))
	return alert.IDOfEvent("demo", "d1", id)
}

// found are the ids, types or whatever of a search, by the field's name, and the total.
func (w *world) found(as web.CallerInfo, query, body, field string) (list []any, total float64) {
	w.t.Helper()
	answer := webtest.Do(w.t, w.Router, as, "POST /api/org/demo/alerts/elastic?"+query, body, nil)
	var page struct {
		Alerts []map[string]any
		Total  float64 `json:"total_records"`
	}
	if answer.Code != 200 || json.Unmarshal(answer.Body.Bytes(), &page) != nil {
		w.t.Fatalf("search = %d: %s", answer.Code, answer.Body)
	}
	for _, a := range page.Alerts {
		list = append(list, a[field])
	}
	return list, page.Total
}

func TestSearch(t *testing.T) {
	w := newWorld(t)
	w.raise("e1", "imualert", 10*time.Minute, "severe_braking")
	w.raise("e2", "dmsfatiguealert", 20*time.Minute, "yawn")
	w.raise("e3", "ioalert", 2*time.Hour)
	w.raise("e1", "imualert", 10*time.Minute, "severe_braking") // again
	for _, tc := range []struct {
		name, query, body string
		as                web.CallerInfo
		want              []any
	}{
		{"the newest first", "page_num=1", `{}`, admin, []any{"imualert", "dmsfatiguealert", "ioalert"}},
		{"the oldest first", "page_num=1&order_by=oldest", `{}`, admin, []any{"ioalert", "dmsfatiguealert", "imualert"}},
		{"a page", "page_num=2&rows_per_page=2", `{}`, admin, []any{"ioalert"}},
		{"by list of attributes", "page_num=1", `{"filters":[{"attribute":"severity","value":[3]},{"attribute":"read","value":"False"}]}`, admin, []any{"imualert"}},
		{"by object", "page_num=1", `{"filters":{"alert_type":["ioalert"],"vehicles":["v-south"]}}`, admin, []any{"ioalert"}},
		{"by name of the vehicle", "page_num=1", `{"filters":{"q":"SOUTH"}}`, admin, []any{"ioalert"}},
		{"by place", "page_num=1", `{"filters":{"q":"mere a556","pin":3}}`, admin, []any{"ioalert"}},
		{"by group", "page_num=1", `{"filters":{"group":"north"}}`, admin, []any{"imualert", "dmsfatiguealert"}},
		{"within a time", "page_num=1", `{"start_timestamp":"2026-07-21T14:20:00Z"}`, admin, []any{"imualert"}},
		{"within a time in Unix seconds", "page_num=1", `{"start_timestamp":1784643600}`, admin, []any{"imualert"}},
		{"an alert belongs to the vehicle of its own time", "page_num=1", `{}`, south, []any{"ioalert"}},
		{"nothing is flagged for the driver", "page_num=1", `{}`, driver, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, _ := w.found(tc.as, tc.query, tc.body, "alert_type"); !slices.Equal(got, tc.want) {
				t.Errorf("found %v, want %v", got, tc.want)
			}
		})
	}
	if len(w.pushed) != 3 {
		t.Errorf("%d pushes for three alerts, one of them sent twice", len(w.pushed))
	}
}

func TestRecord(t *testing.T) {
	w := newWorld(t)
	id := w.raise("e1", "dmsfatiguealert", 10*time.Minute, "yawn")
	webtest.Scenario{Name: "record", As: admin, Request: "GET /api/org/demo/alerts/" + id, WantStatus: 200, WantBody: []string{
		`"alert_subtype":"yawn"`, `"event_time_local":"2026-07-21T15:22:07"`, `"event_time_utc":"2026-07-21T14:22:07.000Z"`, `"tz_offset":0,"dst_offset":3600`,
		`"read":"False"`, `"localizedLabel":"Fatigue"`, `"sub_header":"V-NORTH"`, `"information":{"Location":"A556, Mere","Speed":"90 km/h"}`, `"location":"A556, Mere"`, `"vehicle_name":"V-NORTH"`, `"isDMS":true`, `"pred_label":"yawn","pred_prob":0.9`,
	}}.Run(t, w.Router)
}

func TestStates(t *testing.T) {
	w := newWorld(t)
	one, two := w.raise("e1", "imualert", 10*time.Minute), w.raise("e2", "dmsocclusionalert", 20*time.Minute)
	both := `{"alerts":["` + one + `","` + two + `"],`
	for _, s := range []webtest.Scenario{
		{Name: "read", As: admin, Request: "PUT /api/org/demo/alerts/" + one, Body: `{"read":"True"}`, WantStatus: 200, WantBody: []string{`"read":"True"`}},
		{Name: "archive needs its permission", As: reader, Request: "PUT /api/org/demo/alerts/" + one, Body: `{"archived":true}`, WantStatus: 403},
		{Name: "out of scope", As: south, Request: "PUT /api/org/demo/alerts/" + one, Body: `{"read":true}`, WantStatus: 404},
		{Name: "not an id", As: admin, Request: "PUT /api/org/demo/alerts/x", Body: `{"read":true}`, WantStatus: 404},
		{Name: "nothing asked for", As: admin, Request: "PUT /api/org/demo/alerts/" + one, Body: `{}`, WantStatus: 422},
		{Name: "neither true nor false", As: admin, Request: "PUT /api/org/demo/alerts/" + one, Body: `{"read":"maybe"}`, WantStatus: 422, WantBody: []string{"body.read"}},
		{Name: "bulk, by its other name", As: admin, Request: "PUT /api/org/demo/alerts/bulk", Body: both + `"archive":"true"}`, WantStatus: 200, WantBody: []string{`"updated":2`}},
		{Name: "bulk with one out of scope", As: south, Request: "PUT /api/org/demo/alerts/bulk", Body: both + `"read":true}`, WantStatus: 404},
		{Name: "rate", As: admin, Request: "PUT /api/org/demo/alerts/" + one + "/quality", Body: `{"user_driving_quality":"badDriving"}`, WantStatus: 200, WantBody: []string{`"user_driving_quality":"badDriving"`}},
		{Name: "a covered camera is not rated", As: admin, Request: "PUT /api/org/demo/alerts/" + two + "/quality", Body: `{"user_driving_quality":"badDriving"}`, WantStatus: 422},
		{Name: "no such rating", As: admin, Request: "PUT /api/org/demo/alerts/" + one + "/quality", Body: `{"user_driving_quality":"fine"}`, WantStatus: 422},
		{Name: "view", As: admin, Request: "POST /api/org/demo/alerts/" + one + "/views", WantStatus: 204},
		{Name: "flag", As: admin, Request: "POST /api/DriverScoreCoaching/flagged_alerts", Body: flagOf(one, `"comment":"<b>look</b>"`), WantStatus: 200, WantBody: []string{`"StatusCode":"200"`}},
		{Name: "flagged", As: driver, Request: "GET /api/DriverScoreCoaching/flagged_alerts", WantStatus: 200, WantBody: []string{`"StatusCode":200`, one}},
		{Name: "flagged, not seen", As: south, Request: "GET /api/DriverScoreCoaching/flagged_alerts", WantStatus: 200, NotBody: []string{one}},
		{Name: "log", As: admin, Request: "GET /api/org/demo/alerts/" + one + "/activity", WantStatus: 200, WantBody: []string{`"flagged"`, `"rated","detail":"badDriving"`, `"viewed"`, `"archived"`, `"Una"`}},
		{Name: "unflag", As: admin, Request: "PUT /api/DriverScoreCoaching/flagged_alerts", Body: `{"action":"unflag","alertID":["` + one + `"]}`, WantStatus: 200},
		{Name: "the comment is gone", As: admin, Request: "GET /api/org/demo/alerts/" + one, WantStatus: 200, WantBody: []string{`"flagged":false,"flag_comment":""`}},
		{Name: "another organisation", As: rival, Request: "GET /api/org/rival/alerts/" + one, WantStatus: 404},
		{Name: "tag", As: admin, Request: "POST /api/driverScoreEnhancement/tagdriving_event_alerts", Body: `{"alert_id":"` + one + `","driver_id":"x","subcategory":"Driving","tag_id":3,"driving_event_alert_time":"2026-07-21T14:22:07.000","vehiclereg_id":"v-north"}`, WantStatus: 422, WantBody: []string{"body.driver_id"}},
		{Name: "unknown attribute", As: admin, Request: "POST /api/org/demo/alerts/elastic?page_num=1", Body: `{"filters":{"mood":"x"}}`, WantStatus: 422, WantBody: []string{"body.filters.mood"}},
		{Name: "older search", As: admin, Request: "POST /api/org/demo/alerts", Body: `{"action":"get","filters":{"alert_type":["imualert"],"start_timestamp":1780000000}}`, WantStatus: 200, WantBody: []string{one}, NotBody: []string{two}},
	} {
		s.Run(t, w.Router)
	}
}

func TestReport(t *testing.T) {
	w := newWorld(t)
	w.raise("e1", "imualert", 10*time.Minute, "severe_braking")
	w.raise("e2", "ioalert", 20*time.Minute)
	for _, kind := range []string{"csv", "xlsx"} {
		webtest.Scenario{Name: kind, As: admin, Request: "POST /api/org/demo/alerts/elastic", Body: `{"query_type":"` + kind + `"}`, WantStatus: 200, WantBody: []string{`"s3_location":"/api/media/reports/`}}.Run(t, w.Router)
	}
	for name, raw := range w.files {
		if strings.HasSuffix(name, ".csv") {
			if lines := strings.Split(strings.TrimSpace(string(raw)), "\n"); len(lines) != 3 || !strings.Contains(lines[1], "Severe braking") {
				t.Errorf("the CSV is %s", raw)
			}
			continue
		}
		file, err := excelize.OpenReader(bytes.NewReader(raw))
		must(t, err)
		if rows, err := file.GetRows("Sheet1"); err != nil || len(rows) != 3 || rows[2][5] != "I/O" {
			t.Errorf("the sheet is %v, %v", rows, err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
