package operationstest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleetstatus"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/importer"
	"outrider.dev/outrider/plugins/vehicles/internal/live"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/replica"
	"outrider.dev/outrider/plugins/vehicles/internal/report"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/track"
	"outrider.dev/outrider/plugins/vehicles/internal/trip"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
	"outrider.dev/sdk/web/webtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// everything is every permission that the plugin's operations ask for.
var everything = []string{
	"viewVehicle", "createVehicle", "updateVehicle", "disableVehicle", "deleteVehicle", "getVehiclePresence", "unassignDeviceFromVehicle",
	"viewDeviceInfo", "createDevice", "disableDevice", "deleteDevice", "assignDeviceToVehicle", "TrackVehicle", "ViewVehicleRoutes", "moveVehicleToGroup",
}

func caller(path string, permissions ...string) web.CallerInfo {
	return web.CallerInfo{UserID: "u", OrgID: "demo", HomeOrgID: "demo", Scope: web.Scope{Path: path}, Permissions: permissions}
}

var (
	admin   = caller("/demo/", everything...)
	manager = caller("/demo/north/", everything...)
	viewer  = caller("/demo/", "viewVehicle", "getVehiclePresence", "TrackVehicle")
	nobody  = caller("/demo/")
	aDriver = web.CallerInfo{UserID: "d", OrgID: "demo", Permissions: []string{"getVehiclePresence", "viewVehicle"}, Scope: web.Scope{VehicleIDs: []string{"hgv-1"}}}
	rival   = web.CallerInfo{UserID: "r", OrgID: "rival", Scope: web.Scope{Path: "/rival/"}, Permissions: everything}
)

type world struct {
	*web.Router
	store  fleettest.Stores
	now    time.Time
	zone   string // of the organisation; empty: UTC
	marked []string
	left   []string
	tree   map[string]group.Group // groups that only the host knows yet
	db     *store.DB
}

func (w *world) Mark(_ string, ids ...string) { w.marked = append(w.marked, ids...) }

func (w *world) Left(_ string, before ...presence.Device) {
	for _, d := range before {
		w.left = append(w.left, d.DeviceID)
	}
}

// Names calls every place by its latitude.
func (w *world) Names(_ context.Context, _ string, points []trip.Position) (names []string) {
	for _, p := range points {
		names = append(names, fmt.Sprintf("At %.6g", p.Lat))
	}
	return names
}

// declared is the plugin's manifest.
func declared() (m manifest.Manifest) {
	raw, err := os.ReadFile("../../manifest.json")
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		panic(err)
	}
	return m
}

// Refresh is the host's tree.
func (w *world) Refresh(ctx context.Context, orgID string) error {
	known, err := w.store.Groups(ctx, orgID)
	if err != nil {
		return err
	}
	for _, g := range w.tree {
		known = append(known, g)
	}
	return w.store.ApplyTree(ctx, orgID, known, 9)
}

// newWorld is organisation demo with hgv-1 (devices d1 and d2) in north and van-1 in south, and rival with nothing.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{now: time.Date(2025, 11, 21, 14, 32, 7, 0, time.UTC), tree: map[string]group.Group{}}
	db := dbtest.Open(t, "plugins/vehicles")
	w.db = db
	w.store = fleettest.NewStores(db, func() time.Time { return w.now })
	ctx := t.Context()
	must(t, w.store.ApplyTree(ctx, "demo", []group.Group{
		{ID: "demo", Label: "Demo", Path: "/demo/"},
		{ID: "north", ParentID: "demo", Label: "North", Path: "/demo/north/"},
		{ID: "south", ParentID: "demo", Label: "South", Path: "/demo/south/"},
	}, 1))
	must(t, w.store.ApplyTree(ctx, "rival", []group.Group{{ID: "rival", Label: "Rival", Path: "/rival/"}}, 1))
	for id, group := range map[string]string{"hgv-1": "north", "van-1": "south"} {
		_, err := w.store.AddVehicle(ctx, "demo", scope.Everything, vehicle.Vehicle{ID: id, Name: id, Type: "truck", GroupID: group, Key: "key-" + id})
		must(t, err)
	}
	for _, id := range []string{"d1", "d2", "spare"} {
		must(t, w.store.AddDevice(ctx, "demo", device.Device{ID: id, Model: "D700", KeySHA256: device.KeyDigest(id)}))
	}
	must(t, w.store.Assign(ctx, "demo", scope.Everything, "hgv-1", "d1", w.now.Add(-time.Hour).UnixMilli(), true))
	must(t, w.store.Assign(ctx, "demo", scope.Everything, "hgv-1", "d2", w.now.Add(-time.Hour).UnixMilli(), false))
	w.Router = web.NewRouter("Vehicles", "0.1.0")
	w.register(db, func() time.Time { return w.now })
	content, err := os.ReadFile("../../manifest.json")
	must(t, err)
	own, err := manifest.Parse(content)
	must(t, err)
	report.New(db, trip.NewStore(db, func() time.Time { return w.now }), presence.NewStore(db), device.NewStore(db, func() time.Time { return w.now }, presence.Forget), func() time.Time { return w.now }).Register(w.Router, own)
	return w
}

// Organisations has demo go by the world's clock.
func (w *world) Organisations(context.Context) ([]plugin.Organisation, error) {
	return []plugin.Organisation{{ID: "demo", Zone: w.zone}}, nil
}

// register joins the operations as main.go joins them; the world is told of changes.
func (w *world) register(db *store.DB, now func() time.Time) {
	vehicles, groups := vehicle.NewStore(db, now, device.TakeOff, driver.EndOn), group.NewStore(db, vehicle.Adopt)
	devices, presences, statuses := device.NewStore(db, now, presence.Forget), presence.NewStore(db), fleetstatus.NewStore(db, now)
	changes, zones := live.NewChanges(devices, presences, w), presence.NewZones(vehicles, presences, w)
	vehicle.NewAPI(vehicles, changes, w, now).Register(w.Router)
	group.NewAPI(groups).Register(w.Router)
	vehicle.NewTreeAPI(vehicles, groups).Register(w.Router)
	device.NewAPI(devices, vehicles, changes, zones, now).Register(w.Router)
	importer.NewAPI(importer.NewStore(db, now), changes, now).Register(w.Router)
	driver.NewAPI(driver.NewStore(db), zones, changes, now).Register(w.Router)
	presence.NewAPI(presences, now).Register(w.Router)
	fleetstatus.NewAPI(statuses, presences, now).Register(w.Router)
	sample.NewAPI(sample.NewStore(db, statuses, now), zones).Register(w.Router)
	trip.NewAPI(trip.NewStore(db, now), zones, w, driver.NewStore(db), now).Register(w.Router)
	track.NewAPI(track.NewStore(db), zones, declared(), slog.New(slog.DiscardHandler)).Register(w.Router)
	replica.NewAPI(replica.NewStore(db)).Register(w.Router)
}

func (w *world) run(t *testing.T, scenarios []webtest.Scenario) {
	t.Helper()
	for _, s := range scenarios {
		s.Run(t, w.Router)
	}
}

// status has d1 say what it is.
func (w *world) status(t *testing.T, faults ...events.DeviceFault) {
	t.Helper()
	must(t, w.store.ApplyStatus(t.Context(), "demo", events.DeviceStatus{
		DeviceID: "d1", ReceivedAt: w.now.UnixMilli(), Model: "JH8", Firmware: "01.01.56", Faults: faults,
		Components: []events.Component{{Type: "camera", Channels: []events.Channel{{ID: 1, Name: "Road", Enabled: true}, {ID: 2, Name: "Cab"}}, DMSChannel: 2}},
		Configs:    json.RawMessage(`{"imu":{"data":{"imu":{"enabled":true}}}}`),
	}))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
