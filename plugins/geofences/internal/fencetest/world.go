// Package fencetest is what tests of the plugin's packages share: an organisation with a small fleet, in a database with the plugin's migrations.
package fencetest

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/geofences/internal/fence"
	"outrider.dev/outrider/plugins/geofences/internal/intake"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/replica"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

// World is the organisation demo: groups north and south, v-north with the device d1 and v-south with d2.
type World struct {
	*web.Router
	DB     *store.DB
	Fleet  *replica.Fleet
	Fences *fence.Store
	Time   time.Time
	t      *testing.T
}

// declaredBy is the plugin's manifest.
func declaredBy(t *testing.T) manifest.Manifest {
	t.Helper()
	raw, err := os.ReadFile("../../manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Known is a user who may see geofences.
const Known = "0190c1a0-0000-7000-8000-000000000001"

// Grants implements fence.Host.
func (w *World) Grants(context.Context, string, []string, []string) (map[string]web.Scope, error) {
	return map[string]web.Scope{Known: {Path: "/demo/south/"}}, nil
}

// Now is the world's time.
func (w *World) Now() time.Time { return w.Time }

// New makes a world.
func New(t *testing.T, db *store.DB, now time.Time) *World {
	t.Helper()
	w := &World{DB: db, Fleet: replica.New(db, nil, "geofences"), Router: web.NewRouter("Geofences", "0.1.0"), Time: now, t: t}
	intake.FollowGroups(w.Fleet, w.Now)
	for _, g := range []events.GroupChanged{{ID: "demo", Path: "/demo/"}, {ID: "north", Path: "/demo/north/"}, {ID: "south", Path: "/demo/south/"}} {
		w.must(w.Fleet.ApplyGroup(t.Context(), events.Event[events.GroupChanged]{OrgID: "demo", Sequence: 1, Data: g}))
	}
	w.Vehicle(1, "v-north", "north")
	w.Vehicle(1, "v-south", "south")
	w.Device(1, "d1", events.Assignment{VehicleID: "v-north", FromMs: 1, Default: true})
	w.Device(1, "d2", events.Assignment{VehicleID: "v-south", FromMs: 1, Default: true})
	w.Fences = fence.NewStore(db, w.Now, visit.FenceChanged)
	fence.NewAPI(w.Fences, w.Fleet, w, slog.New(slog.DiscardHandler)).Register(w.Router)
	visit.NewAPI(visit.NewStore(db, w.Now), w.Fleet).Register(w.Router, declaredBy(t))
	return w
}

// Vehicle tells of a vehicle in a group.
func (w *World) Vehicle(sequence uint64, id, group string) {
	w.t.Helper()
	v := events.VehicleChanged{ID: id, Name: id, Type: "van", GroupID: group}
	w.must(w.Fleet.ApplyVehicle(w.t.Context(), events.Event[events.VehicleChanged]{OrgID: "demo", Sequence: sequence, Data: v}))
}

// Device tells which vehicles a device is and was on.
func (w *World) Device(sequence uint64, id string, assignments ...events.Assignment) {
	w.t.Helper()
	d := events.DeviceChanged{ID: id, VehicleID: assignments[len(assignments)-1].VehicleID, Assignments: assignments}
	w.must(w.Fleet.ApplyDevice(w.t.Context(), events.Event[events.DeviceChanged]{OrgID: "demo", Sequence: sequence, Data: d}))
}

// Create makes a geofence as a caller, and returns its id.
func (w *World) Create(as web.CallerInfo, body string) string {
	w.t.Helper()
	answer := webtest.Do(w.t, w.Router, as, "POST /api/org/demo/geofences", body, nil)
	var made struct{ ID string }
	if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || made.ID == "" {
		w.t.Fatalf("create a geofence: %d %s", answer.Code, answer.Body)
	}
	return made.ID
}

// Caller is a user of demo who sees a part of it.
func Caller(user, path string) web.CallerInfo {
	return web.CallerInfo{
		UserID: user, OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path},
		Permissions: []string{"viewGeofence", "createGeofence", "editGeofence", "disableGeofence", "deleteGeofence", "shareGeofence", "unshareGeofence"},
	}
}

func (w *World) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}
