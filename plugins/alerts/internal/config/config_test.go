package config_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func caller(path string, permissions ...string) web.CallerInfo {
	return web.CallerInfo{UserID: "u", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path}, Permissions: permissions}
}

var (
	admin  = caller("/demo/", "viewAlertEmailList", "editAlertConfig", "editAlertUploadSettings", "listAlerts", "viewAlertInfo")
	viewer = caller("/demo/", "viewAlertEmailList")
	south  = caller("/demo/south/", "viewAlertEmailList", "editAlertConfig")
)

type world struct {
	*web.Router
	t      *testing.T
	db     *store.DB
	fleet  *replica.Fleet
	alerts *postgres.Store
	now    time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, db: dbtest.Open(t, "plugins/alerts"), now: time.Now(), Router: web.NewRouter("Alerts", "0.1.0")}
	w.fleet = replica.New(w.db, nil, "alerts")
	must(t, w.fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: events.GroupChanged{ID: "north", Path: "/demo/north/"}}))
	van := events.VehicleChanged{ID: "van", Name: "Van", Type: "van", GroupID: "north"}
	must(t, w.fleet.ApplyVehicle(t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: van}))
	for n, id := range []string{"d1", "d2"} {
		d := events.DeviceChanged{ID: id, VehicleID: "van", Assignments: []events.Assignment{{VehicleID: "van", FromMs: 1, Default: n == 1}}}
		must(t, w.fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
	}
	now := func() time.Time { return w.now }
	uploads := upload.NewStore(w.db, now)
	configs := config.NewStore(w.db, w.fleet, uploads)
	w.alerts = postgres.New(w.db, w.fleet, now)
	w.alerts.Follow(configs, upload.NewDecider(uploads, time.Hour, w.alerts.Insert, func(context.Context, string, []string) {}))
	config.NewAPI(configs).Register(w.Router)
	upload.NewAPI(uploads, w.fleet).Register(w.Router)
	api.New(api.Parts{Store: w.alerts, Uploads: config.NewPanes(configs), Now: now}).Register(w.Router)
	return w
}

// take has d1 notice something and returns the alert's id, empty if none was kept.
func (w *world) take(id string, e events.DeviceEvent) string {
	w.t.Helper()
	e.ID, e.DeviceID, e.OrgID, e.Time = id, "d1", "demo", w.now.UnixMilli()
	a, err := alert.From("demo", e)
	must(w.t, err)
	fresh, err := w.alerts.Take(w.t.Context(), "demo", w.fleet, []alert.Alert{a})
	must(w.t, err)
	return strings.Join(fresh, "")
}

func (w *world) do(as web.CallerInfo, request, body string, status int, want ...string) {
	w.t.Helper()
	webtest.Scenario{Name: request, As: as, Request: request, Body: body, WantStatus: status, WantBody: want}.Run(w.t, w.Router)
}

const one = "/api/org/demo/vehicles/van/config/alerts"

func TestConfig(t *testing.T) {
	w := newWorld(t)
	w.do(viewer, "GET "+one, ``, 200, `"vehicle_id":"van","vehicle_name":"Van","device_id":"d2"`, `"alert_type":"imu_collision","pin":0,"pin_name":"","enabled":true,"threshold":1.5,"default_threshold":1.5,"unit":"g"`,
		`"alert_type":"io","pin":8,"pin_name":"Input 8"`, `"device_id":"d1"`)
	w.do(viewer, "PUT "+one, `{"alerts":[{"alert_type":"imu_bump","enabled":false}]}`, 403)
	w.do(south, "PUT "+one, `{"alerts":[{"alert_type":"imu_bump","enabled":false}]}`, 404)
	for body, want := range map[string]string{
		`{"alerts":[{"alert_type":"imu_bump","enabled":true,"threshold":"much"}]}`: "This field has to be a number",
		`{"alerts":[{"alert_type":"imu_bump","enabled":true,"threshold":11}]}`:     "body.alerts[0].threshold",
		`{"alerts":[{"alert_type":"dms_fatigue","enabled":true,"threshold":7}]}`:   "body.alerts[0].threshold",
		`{"alerts":[{"alert_type":"mood","enabled":true}]}`:                        "body.alerts[0].alert_type",
		`{"alerts":[{"alert_type":"io","enabled":true}]}`:                          "body.alerts[0].pin",
		`{"alerts":[{"alert_type":"imu_bump","pin":1,"enabled":true}]}`:            "body.alerts[0].pin",
	} {
		w.do(admin, "PUT "+one, body, 422, want)
	}
	w.do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":true,"pin_name":" Rear <b>door</b> "},{"alert_type":"imu_bump","enabled":true,"threshold":0.9}]}`, 200,
		`"pin":3,"pin_name":"Rear <b>door</b>","enabled":true`, `"threshold":0.9,"default_threshold":0.6`)
	w.do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":false}]}`, 200, `"pin_name":"Rear <b>door</b>","enabled":false`)
	w.do(admin, "GET /api/org/demo/vehicles/config/alerts", ``, 200, `"page_count":1,"total_records":1`, `"pin":3,"pin_name":"Rear`)
	w.do(south, "GET /api/org/demo/vehicles/config/alerts", ``, 200, `"Configs":[]`)
	w.do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1","d2"]}`, 200, `"device_id":"d1"`, `"state":"waiting"`)
	must(t, w.db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		off, err := config.OffInputs(tx, "demo", "d1")
		if !off[3] || len(off) != 1 {
			t.Errorf("inputs that are off: %v", off)
		}
		return err
	}))
}

func TestWhatIsKept(t *testing.T) {
	w := newWorld(t)
	braking := func(g float64) events.DeviceEvent {
		return events.DeviceEvent{Type: "imualert", Labels: []events.EventLabel{{Name: "harsh_braking", Probability: 0.9}}, AccelG: &events.Acceleration{X: -g, Z: 1}}
	}
	tired := func(p float64) events.DeviceEvent {
		return events.DeviceEvent{Type: "dmsfatiguealert", Labels: []events.EventLabel{{Name: "yawn", Probability: p}}}
	}
	door := events.DeviceEvent{Type: "ioalert", Pin: 3}
	w.do(admin, "PUT "+one, `{"alerts":[{"alert_type":"imu_harsh_braking","enabled":true,"threshold":0.5},{"alert_type":"dms_fatigue","enabled":true,"threshold":0.8},
		{"alert_type":"imu_collision","enabled":false},{"alert_type":"io","pin":3,"enabled":true,"pin_name":"Rear door"}]}`, 200)
	kept := w.take("door", door)
	for name, tc := range map[string]struct {
		event events.DeviceEvent
		want  bool
	}{
		"too weak":          {braking(0.4), false},
		"strong enough":     {braking(0.6), true},
		"not sure enough":   {tired(0.7), false},
		"sure enough":       {tired(0.9), true},
		"without a measure": {events.DeviceEvent{Type: "imualert", Labels: braking(0).Labels}, true},
		"switched off":      {events.DeviceEvent{Type: "collision"}, false},
		"another input":     {events.DeviceEvent{Type: "ioalert", Pin: 4}, true},
		"not configurable":  {events.DeviceEvent{Type: "adas_ldw_alert"}, true},
	} {
		if got := w.take(name, tc.event) != ""; got != tc.want {
			t.Errorf("%s: kept %v", name, got)
		}
	}
	w.do(admin, "GET /api/org/demo/alerts/"+kept, ``, 200, `"pin_name":"Rear door"`, `"upload_settings":{"attribute":"io","pin_enabled":true,"enabled":false`)
	w.do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":false,"pin_name":"Door"}]}`, 200)
	w.do(admin, "GET /api/org/demo/alerts/"+kept, ``, 200, `"pin_name":"Door"`, `"pin_enabled":false`)
	if w.take("door again", door) != "" {
		t.Error("an input that is off has raised an alert")
	}
}

// FuzzWanted has changes of any kind either refused or within their bounds.
func FuzzWanted(f *testing.F) {
	f.Add(`{"alert_type":"imu_bump","enabled":true,"threshold":0.9}`)
	f.Add(`{"alert_type":"io","pin":3,"enabled":false,"pin_name":"a\u0000b"}`)
	f.Fuzz(func(t *testing.T, body string) {
		var wanted config.Wanted
		if json.Unmarshal([]byte(body), &wanted) != nil {
			return
		}
		c, err := wanted.Choice("at", nil)
		if err == nil && (c.Pin < 0 || c.Pin > 8 || c.Threshold != nil && (*c.Threshold < 0 || *c.Threshold > 100) || strings.ContainsAny(c.PinName, "\x00\n")) {
			t.Errorf("%s became %+v", body, c)
		}
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
