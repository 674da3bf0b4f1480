// Package alertstest is what tests of the plugin's packages share: an organisation with a small fleet, a clock that they move, and alerts.
package alertstest

import (
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/postgres"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// World is the organisation demo: groups north and south, v-north with the device d1 and v-south.
type World struct {
	*web.Router
	DB     *store.DB
	Fleet  *replica.Fleet
	Alerts *postgres.Store
	Types  Types

	t   *testing.T
	mu  sync.Mutex
	now time.Time
}

// New makes a world in a database with the plugin's migrations.
func New(t *testing.T, db *store.DB, now time.Time) *World {
	t.Helper()
	w := &World{t: t, DB: db, now: now, Types: Declared(), Fleet: replica.New(db, nil, "alerts"), Router: web.NewRouter("Alerts", "0.1.0")}
	for _, g := range []events.GroupChanged{{ID: "demo", Path: "/demo/"}, {ID: "north", Path: "/demo/north/"}, {ID: "south", Path: "/demo/south/"}} {
		Must(t, w.Fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: g}))
	}
	w.Vehicle("v-north", "Van", "north")
	w.Vehicle("v-south", "Lorry", "south")
	w.Device("d1", "v-north")
	w.Alerts = postgres.New(db, w.Fleet, w.Now)
	w.Alerts.KnowTypes(w.Types)
	w.Fleet.OnDevice(w.Alerts.DeviceTold)
	return w
}

// Vehicle tells of a vehicle.
func (w *World) Vehicle(id, name, group string) {
	w.t.Helper()
	v := events.VehicleChanged{ID: id, Name: name, Type: "van", GroupID: group}
	Must(w.t, w.Fleet.ApplyVehicle(w.t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: 1, Data: v}))
}

// Device tells that a device is on a vehicle, for all time.
func (w *World) Device(id, vehicleID string) {
	w.t.Helper()
	d := events.DeviceChanged{ID: id, VehicleID: vehicleID, Assignments: []events.Assignment{{VehicleID: vehicleID, FromMs: 1}}}
	Must(w.t, w.Fleet.ApplyDevice(w.t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: 1, Data: d}))
}

// Now is the world's time.
func (w *World) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// Later moves the time on.
func (w *World) Later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// Alert is an alert of a type on a vehicle, so long ago, that is not kept yet.
func (w *World) Alert(vehicleID, alertType, label string, ago time.Duration) alert.Alert {
	at := w.Now().Add(-ago).UnixMilli()
	return alert.Alert{
		ID: alert.IDOfRule("demo", alertType+label, vehicleID, at), Kind: alert.KindOf(alertType), AlertType: alertType, PredictionLabel: label, Severity: alert.Severe,
		DeviceID: "d1", VehicleID: vehicleID, EventMs: at, Quality: "none",
	}
}

// Take keeps an alert, and returns the ids of those that are new.
func (w *World) Take(a alert.Alert) []string {
	w.t.Helper()
	fresh, err := w.Alerts.Take(w.t.Context(), "demo", w.Fleet, []alert.Alert{a})
	Must(w.t, err)
	return fresh
}

// Do sends a request, and looks at its answer's status and texts.
func (w *World) Do(as web.CallerInfo, request, body string, status int, want ...string) {
	w.t.Helper()
	webtest.Scenario{Name: request, As: as, Request: request, Body: body, WantStatus: status, WantBody: want}.Run(w.t, w.Router)
}

// Caller is a user of demo who sees a part of it.
func Caller(user, path string, permissions ...string) web.CallerInfo {
	return web.CallerInfo{
		UserID: user, Email: user + "@demo.test", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path}, Permissions: permissions, Locale: "de-DE", Units: "Metric",
	}
}

// Must fails a test with an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
