package fleettest_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/sample"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

// fixture is two organisations, demo with the groups north (and below it crewe) and south, and rival.
type fixture struct {
	fleettest.Stores
	t   testing.TB
	db  *store.DB
	now time.Time
	// asOwner runs a statement as the schema's owner.
	asOwner func(statement string) error
}

var (
	north = scope.Scope{Path: "/demo/north/"}
	south = scope.Scope{Path: "/demo/south/"}
	all   = scope.Scope{Path: "/demo/"}
)

func open(t testing.TB) *fixture {
	t.Helper()
	f := &fixture{t: t, now: time.Now().Truncate(time.Millisecond)}
	f.db, f.asOwner = dbtest.OpenOwned(t, "plugins/vehicles")
	f.Stores = fleettest.NewStores(f.db, func() time.Time { return f.now })
	for org, groups := range map[string][]group.Group{
		"demo": {
			{ID: "demo", Label: "Demo", Path: "/demo/"},
			{ID: "north", ParentID: "demo", Label: "North", Path: "/demo/north/"},
			{ID: "crewe", ParentID: "north", Label: "Crewe depot", Path: "/demo/north/crewe/"},
			{ID: "south", ParentID: "demo", Label: "South", Path: "/demo/south/"},
		},
		"rival": {{ID: "rival", Label: "Rival", Path: "/rival/"}},
	} {
		must(t, f.ApplyTree(t.Context(), org, groups, 1))
	}
	must(t, f.MakePartition(t.Context(), f.now))
	must(t, f.MakePartition(t.Context(), f.now.AddDate(0, 0, -1)))
	return f
}

// vehicle adds a vehicle to a group of demo.
func (f *fixture) vehicle(name, group string) vehicle.Vehicle {
	f.t.Helper()
	v, err := f.AddVehicle(f.t.Context(), "demo", all, vehicle.Vehicle{Name: name, Type: "truck", GroupID: group})
	must(f.t, err)
	return v
}

// device adds a device to demo and fits it to a vehicle from a day ago on; to none if the vehicle id is empty.
func (f *fixture) device(id, vehicleID string) {
	f.t.Helper()
	must(f.t, f.AddDevice(f.t.Context(), "demo", device.Device{ID: id, Model: "D700", KeySHA256: device.KeyDigest(id)}))
	if vehicleID != "" {
		must(f.t, f.Assign(f.t.Context(), "demo", all, vehicleID, id, f.ago(24*time.Hour), false))
	}
}

func (f *fixture) ago(d time.Duration) int64 { return f.now.Add(-d).UnixMilli() }

// message is samples of a device at so many seconds ago, each with a speed of its own.
func (f *fixture) message(device string, secondsAgo ...int) events.Telemetry {
	m := events.Telemetry{DeviceID: device, OrgID: "demo", ReceivedAt: f.now.UnixMilli()}
	for _, s := range secondsAgo {
		at := f.ago(time.Duration(s) * time.Second)
		lat, lng, speed := 53.2, -2.3, float64(at%100)
		m.Samples = append(m.Samples, events.Sample{Time: at, Lat: &lat, Lng: &lng, GPSValid: true, SpeedKmh: &speed})
	}
	return m
}

func (f *fixture) take(messages ...events.Telemetry) sample.Taken {
	f.t.Helper()
	taken, err := f.Take(f.t.Context(), "demo", messages)
	must(f.t, err)
	return taken
}

// presence is what a fitted device of demo is doing.
func (f *fixture) presence(device string) (seenSecondsAgo int, found bool) {
	f.t.Helper()
	p, err := f.PresencesOf(f.t.Context(), "demo", []string{device})
	must(f.t, err)
	if len(p.Devices) == 0 {
		return 0, false
	}
	return int(f.now.UnixMilli()-p.Devices[0].LastSeenMs) / 1000, true
}

// lines reads a query's first column as text, in an organisation.
func (f *fixture) lines(org, query string, args ...any) (found []string) {
	f.t.Helper()
	must(f.t, f.db.InOrg(f.t.Context(), org, func(tx *gorm.DB) error { return tx.Raw(query, args...).Scan(&found).Error }))
	return found
}

// query is a page of 500 that asks for what q does.
func query(t testing.TB, fields *web.ListFields, q web.ListQuery) *web.ListQuery {
	t.Helper()
	q.Page, q.Size = 1, 500
	if errs := q.Read(fields); len(errs) > 0 {
		t.Fatal(errs)
	}
	return &q
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func text(v any) string { return fmt.Sprint(v) }
