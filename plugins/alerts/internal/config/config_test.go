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
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/api"
	"outrider.dev/outrider/plugins/alerts/internal/config"
	"outrider.dev/outrider/plugins/alerts/internal/upload"
	"outrider.dev/sdk/events"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

var (
	admin  = alertstest.Caller("u", "/demo/", "viewAlertEmailList", "editAlertConfig", "editAlertUploadSettings", "listAlerts", "viewAlertInfo")
	viewer = alertstest.Caller("u", "/demo/", "viewAlertEmailList")
	south  = alertstest.Caller("u", "/demo/south/", "viewAlertEmailList", "editAlertConfig")
)

// world has two devices on v-north, the second of them its default one.
type world struct {
	*alertstest.World
	t *testing.T
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, World: alertstest.New(t, dbtest.Open(t, "plugins/alerts"), time.Now())}
	d := events.DeviceChanged{ID: "d2", VehicleID: "v-north", Assignments: []events.Assignment{{VehicleID: "v-north", FromMs: 1, Default: true}}}
	alertstest.Must(t, w.Fleet.ApplyDevice(t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
	uploads := upload.NewStore(w.DB, w.Now)
	configs := config.NewStore(w.DB, w.Fleet, uploads, w.Types)
	w.Fleet.OnMoved(configs.Moved)
	w.Alerts.Follow(configs, upload.NewDecider(uploads, time.Hour, w.Alerts.Insert, func(context.Context, string, []string) {}))
	config.NewAPI(configs).Register(w.Router)
	upload.NewAPI(uploads, w.Fleet).Register(w.Router)
	api.New(api.Deps{Store: w.Alerts, Types: w.Types, Uploads: config.NewPanes(configs), Now: w.Now}).Register(w.Router)
	return w
}

// take has d1 notice something and returns the alert's id, empty if none was kept.
func (w *world) take(id string, e events.DeviceEvent) string {
	w.t.Helper()
	e.ID, e.DeviceID, e.OrgID, e.Time = id, "d1", "demo", w.Now().UnixMilli()
	a, err := alert.From("demo", e)
	alertstest.Must(w.t, err)
	return strings.Join(w.Take(a), "")
}

const one = "/api/org/demo/vehicles/v-north/config/alerts"

func TestConfig(t *testing.T) {
	w := newWorld(t)
	w.Do(viewer, "GET "+one, ``, 200, `"vehicle_id":"v-north","vehicle_name":"Van","device_id":"d2"`, `"alert_type":"imu_collision","pin":0,"pin_name":"","enabled":true,"threshold":1.5,"default_threshold":1.5,"unit":"g"`,
		`"alert_type":"io","pin":8,"pin_name":"Input 8"`, `"device_id":"d1"`)
	w.Do(viewer, "PUT "+one, `{"alerts":[{"alert_type":"imu_bump","enabled":false}]}`, 403)
	w.Do(south, "PUT "+one, `{"alerts":[{"alert_type":"imu_bump","enabled":false}]}`, 404)
	for body, want := range map[string]string{
		`{"alerts":[{"alert_type":"imu_bump","enabled":true,"threshold":"much"}]}`: "This field has to be a number",
		`{"alerts":[{"alert_type":"imu_bump","enabled":true,"threshold":11}]}`:     "body.alerts[0].threshold",
		`{"alerts":[{"alert_type":"dms_fatigue","enabled":true,"threshold":7}]}`:   "body.alerts[0].threshold",
		`{"alerts":[{"alert_type":"mood","enabled":true}]}`:                        "body.alerts[0].alert_type",
		`{"alerts":[{"alert_type":"io","enabled":true}]}`:                          "body.alerts[0].pin",
		`{"alerts":[{"alert_type":"imu_bump","pin":1,"enabled":true}]}`:            "body.alerts[0].pin",
	} {
		w.Do(admin, "PUT "+one, body, 422, want)
	}
	w.Do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":true,"pin_name":" Rear <b>door</b> "},{"alert_type":"imu_bump","enabled":true,"threshold":0.9}]}`, 200,
		`"pin":3,"pin_name":"Rear <b>door</b>","enabled":true`, `"threshold":0.9,"default_threshold":0.6`)
	w.Do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":false}]}`, 200, `"pin_name":"Rear <b>door</b>","enabled":false`)
	w.Do(admin, "GET /api/org/demo/vehicles/config/alerts", ``, 200, `"page_count":1,"total_records":2`, `"pin":3,"pin_name":"Rear`)
	w.Do(south, "GET /api/org/demo/vehicles/config/alerts", ``, 200, `"total_records":1`, `"vehicle_id":"v-south"`)
	w.Do(admin, "POST /api/org/demo/au/settings", `{"devices":["d1","d2"]}`, 200, `"device_id":"d1"`, `"state":"waiting"`)
	alertstest.Must(t, w.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
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
	w.Do(admin, "PUT "+one, `{"alerts":[{"alert_type":"imu_harsh_braking","enabled":true,"threshold":0.5},{"alert_type":"dms_fatigue","enabled":true,"threshold":0.8},
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
	w.Do(admin, "GET /api/org/demo/alerts/"+kept, ``, 200, `"pin_name":"Rear door"`, `"upload_settings":{"attribute":"io","pin_enabled":true,"enabled":false`)
	w.Do(admin, "PUT "+one, `{"alerts":[{"alert_type":"io","pin":3,"enabled":false,"pin_name":"Door"}]}`, 200)
	w.Do(admin, "GET /api/org/demo/alerts/"+kept, ``, 200, `"pin_name":"Door"`, `"pin_enabled":false`)
	if w.take("door again", door) != "" {
		t.Error("an input that is off has raised an alert")
	}
}

// TestWhatIsKept_ByDefault keeps nothing below the thresholds that the screen shows where nobody chose.
func TestWhatIsKept_ByDefault(t *testing.T) {
	w := newWorld(t)
	for name, tc := range map[string]struct {
		kind, label string
		g           events.Acceleration
		want        bool
	}{
		"weak collision":    {"collision", "", events.Acceleration{X: -1.49, Z: 1}, false},
		"collision":         {"collision", "", events.Acceleration{X: -1.51, Z: 1}, true},
		"weak braking":      {"imualert", "harsh_braking", events.Acceleration{X: -0.29, Z: 1}, false},
		"braking":           {"imualert", "harsh_braking", events.Acceleration{X: -0.30, Z: 1}, true},
		"weak acceleration": {"imualert", "harsh_acceleration", events.Acceleration{X: 0.29, Z: 1}, false},
		"weak turn":         {"imualert", "harsh_left_turn", events.Acceleration{Y: 0.34, Z: 1}, false},
		"turn":              {"imualert", "harsh_left_turn", events.Acceleration{Y: 0.35, Z: 1}, true},
		"weak bump":         {"imualert", "harsh_bump", events.Acceleration{Z: 1.59}, false},
		"weak and nameless": {"imualert", "", events.Acceleration{X: 0.1, Z: 1}, false},
		"nameless braking":  {"imualert", "", events.Acceleration{X: -0.31, Z: 1}, true},
	} {
		e := events.DeviceEvent{Type: tc.kind, AccelG: &tc.g}
		if tc.label != "" {
			e.Labels = []events.EventLabel{{Name: tc.label, Probability: 0.9}}
		}
		if got := w.take(name, e) != ""; got != tc.want {
			t.Errorf("%s: kept %v", name, got)
		}
	}
}

// TestMoved has a device move between vehicles: it is told when other inputs are off than before, and not when the same are.
func TestMoved(t *testing.T) {
	w := newWorld(t)
	const off = `{"alerts":[{"alert_type":"io","pin":3,"enabled":false}]}`
	w.Vehicle("v-other", "Other", "north")
	wanted := func(what string, want int) {
		t.Helper()
		var n []int
		alertstest.Must(t, w.DB.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
			return tx.Raw(`SELECT wanted FROM alerts.upload_sync WHERE device_id = 'd1'`).Scan(&n).Error
		}))
		if len(n) == 0 && want == 0 {
			return
		}
		if len(n) != 1 || n[0] != want {
			t.Errorf("%s: the device has %v settings to be told, want %d", what, n, want)
		}
	}
	sequence := uint64(1)
	move := func(to string) {
		t.Helper()
		sequence++
		d := events.DeviceChanged{ID: "d1", VehicleID: to, Assignments: []events.Assignment{{VehicleID: to, FromMs: 1}}}
		e := events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: sequence, Data: d}
		alertstest.Must(t, w.Fleet.ApplyDevice(t.Context(), e))
		alertstest.Must(t, w.Fleet.ApplyDevice(t.Context(), e)) // again
	}
	wanted("nothing was chosen", 0)
	w.Do(admin, "PUT /api/org/demo/vehicles/v-south/config/alerts", off, 200)
	move("v-south")
	wanted("an input is off here", 1)
	w.Do(admin, "PUT /api/org/demo/vehicles/v-other/config/alerts", off, 200)
	move("v-other")
	wanted("the same input is off", 1)
	move("v-north")
	wanted("the input is on again", 2)
	move("")
	wanted("on no vehicle", 2)
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
		c, err := wanted.Choice("at", config.Kinds, nil)
		if err == nil && (c.Pin < 0 || c.Pin > 8 || c.Threshold != nil && (*c.Threshold < 0 || *c.Threshold > 100) || strings.ContainsAny(c.PinName, "\x00\n")) {
			t.Errorf("%s became %+v", body, c)
		}
	})
}
