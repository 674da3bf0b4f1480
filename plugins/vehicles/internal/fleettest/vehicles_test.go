package fleettest_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
	"outrider.dev/sdk/web"
)

func recorder(id string) device.Device {
	return device.Device{ID: id, Model: "JH8", KeySHA256: device.KeyDigest(id)}
}

// breaking runs a transaction to its end and then fails it.
type breaking struct {
	*store.DB
	err error
}

func (b breaking) InOrg(ctx context.Context, org string, do func(tx *gorm.DB) error) error {
	return b.DB.InOrg(ctx, org, func(tx *gorm.DB) error { return errors.Join(do(tx), b.err) })
}

func (f *fixture) withBreak(err error) fleettest.Stores {
	return fleettest.NewStores(breaking{f.db, err}, func() time.Time { return f.now })
}

func TestVehicles_scope(t *testing.T) {
	f := open(t)
	a, b := f.vehicle("A", "crewe"), f.vehicle("B", "south")
	_, err := f.AddVehicle(t.Context(), "rival", scope.Scope{All: true}, vehicle.Vehicle{Name: "R", Type: "van", GroupID: "rival"})
	must(t, err)
	for _, tc := range []struct {
		name  string
		scope scope.Scope
		want  []string
	}{
		{"the whole tree", all, []string{"A", "B"}},
		{"support", scope.Everything, []string{"A", "B"}},
		{"a subtree", north, []string{"A"}},
		{"another subtree", south, []string{"B"}},
		{"a path that only begins the same", scope.Scope{Path: "/demo/nor/"}, nil},
		{"a driver", scope.Scope{VehicleIDs: []string{b.ID}}, []string{"B"}},
		{"a subtree and a share", scope.Scope{Path: "/demo/north/", VehicleIDs: []string{b.ID}}, []string{"A", "B"}},
		{"nobody", scope.Scope{}, nil},
	} {
		list, total, err := f.Vehicles(t.Context(), "demo", tc.scope, query(t, vehicle.VehicleFields, web.ListQuery{}))
		must(t, err)
		var names []string
		for _, v := range list {
			names = append(names, v.Name)
		}
		equal(t, tc.name, text(names), text(tc.want))
		equal(t, tc.name+", total", total, int64(len(tc.want)))
	}
	if _, err := f.Vehicle(t.Context(), "demo", south, a.ID); !errors.Is(err, store.ErrNoRow) {
		t.Errorf("a vehicle out of scope is found: %v", err)
	}
	if _, err := f.Vehicle(t.Context(), "rival", scope.Everything, a.ID); !errors.Is(err, store.ErrNoRow) {
		t.Errorf("a vehicle of another organisation is found: %v", err)
	}
}

func TestVehicles_changes(t *testing.T) {
	f := open(t)
	a, b := f.vehicle("A", "north"), f.vehicle("B", "south")
	set := func(key, group string) func(*vehicle.Vehicle) error {
		return func(v *vehicle.Vehicle) error { v.Key, v.GroupID = key, group; return nil }
	}
	changed, err := f.ChangeVehicle(t.Context(), "demo", all, a.ID, a.Version, set("PN71", "crewe"))
	must(t, err)
	equal(t, "the group", changed.Group, "Crewe depot")
	for name, tc := range map[string]struct {
		err  error
		want error
	}{
		"a version that is gone":  {change(f, all, a.ID, a.Version, set("X", "north")), vehicle.ErrVersion},
		"a key that is taken":     {change(f, all, b.ID, 0, set("PN71", "south")), vehicle.ErrKeyTaken},
		"out of scope":            {change(f, south, a.ID, 0, set("", "south")), store.ErrNoRow},
		"into a group out of it":  {change(f, south, b.ID, 0, set("", "north")), group.ErrNoGroup},
		"into no group":           {change(f, all, b.ID, 0, set("", "nowhere")), group.ErrNoGroup},
		"moving one out of scope": {f.MoveVehicles(t.Context(), "demo", south, "south", []string{b.ID, a.ID}), store.ErrNoRow},
		"removing out of scope":   {f.RemoveVehicle(t.Context(), "demo", south, a.ID), store.ErrNoRow},
	} {
		if !errors.Is(tc.err, tc.want) {
			t.Errorf("%s = %v, want %v", name, tc.err, tc.want)
		}
	}
	must(t, f.RemoveVehicle(t.Context(), "demo", all, a.ID))
	must(t, change(f, all, b.ID, 0, set("PN71", "south"))) // the key is free again
	must(t, f.MoveVehicles(t.Context(), "demo", all, "crewe", []string{b.ID, b.ID}))
	equal(t, "events", text(f.lines("demo", `SELECT (data->>'name') || (data->>'group_id') || (data->>'deleted') FROM vehicles.outbox WHERE subject = 'event.vehicles.vehicle' ORDER BY seq DESC LIMIT 3`)),
		"[Bcrewefalse Bsouthfalse Acrewetrue]")
}

func change(f *fixture, scope scope.Scope, id string, version int, do func(*vehicle.Vehicle) error) error {
	_, err := f.ChangeVehicle(f.t.Context(), "demo", scope, id, version, do)
	return err
}

func TestGroups(t *testing.T) {
	f := open(t)
	a := f.vehicle("A", "crewe")
	f.device("d1", a.ID)
	stale := events.GroupChanged{ID: "crewe", ParentID: "south", Label: "Old", Path: "/demo/south/crewe/"}
	must(t, f.ApplyGroups(t.Context(), "demo", []events.Event[events.GroupChanged]{{Data: stale, Sequence: 1}}))
	v, _ := f.Vehicle(t.Context(), "demo", north, a.ID)
	equal(t, "the label after an event older than the snapshot", v.Group, "Crewe depot")
	must(t, f.ApplyGroups(t.Context(), "demo", []events.Event[events.GroupChanged]{
		{Data: events.GroupChanged{ID: "crewe", ParentID: "north", Label: "Anew", Path: "/demo/north/crewe/"}, Sequence: 6},
		{Data: events.GroupChanged{ID: "crewe", ParentID: "north", Path: "/demo/north/crewe/", Deleted: true}, Sequence: 7},
	}))
	v, err := f.Vehicle(t.Context(), "demo", north, a.ID)
	must(t, err)
	equal(t, "the group of a vehicle whose group went", v.GroupID, "north")
	must(t, f.ApplyTree(t.Context(), "demo", []group.Group{{ID: "demo", Label: "Demo", Path: "/demo/"}}, 9))
	v, err = f.Vehicle(t.Context(), "demo", all, a.ID)
	must(t, err)
	equal(t, "the group after a snapshot without it", v.GroupID, "demo")
}

func TestDevices(t *testing.T) {
	f := open(t)
	a, b := f.vehicle("A", "north"), f.vehicle("B", "south")
	f.device("d1", a.ID)
	f.device("d2", a.ID)
	f.device("spare", "")
	equal(t, "the default device", f.defaultOf(a.ID), "d1")
	must(t, f.Assign(t.Context(), "demo", all, a.ID, "d2", f.now.UnixMilli(), true))
	equal(t, "the default device after a choice", f.defaultOf(a.ID), "d2")
	must(t, f.Unassign(t.Context(), "demo", all, a.ID, "d2", f.now.UnixMilli()))
	equal(t, "the default device after it left", f.defaultOf(a.ID), "d1")
	if err := f.AddDevice(t.Context(), "rival", recorder("d1")); err != nil {
		t.Errorf("another organisation learns that the id is taken: %v", err)
	}
	if err := f.AddDevice(t.Context(), "rival", recorder("d1")); !errors.Is(err, device.ErrTaken) {
		t.Errorf("the same id twice: %v", err)
	}
	if err := f.Assign(t.Context(), "demo", south, b.ID, "d1", f.now.UnixMilli(), false); !errors.Is(err, store.ErrNoRow) {
		t.Errorf("a device of a vehicle out of scope is taken: %v", err)
	}
	if err := f.Assign(t.Context(), "demo", all, b.ID, "d1", f.ago(48*time.Hour), false); !errors.Is(err, device.ErrFitted) {
		t.Errorf("a device is on two vehicles at a time: %v", err)
	}
	must(t, f.Assign(t.Context(), "demo", south, b.ID, "spare", f.now.UnixMilli(), false))
	must(t, f.RemoveDevice(t.Context(), "rival", all, "d1"))
	if _, err := f.Device(t.Context(), "demo", all, "d1"); err != nil {
		t.Errorf("ours went with the other organisation's: %v", err)
	}
	must(t, f.RemoveDevice(t.Context(), "demo", all, "d1"))
	equal(t, "the default device of a vehicle without devices", f.defaultOf(a.ID), "")
	equal(t, "the last event of d1", text(f.lines("demo", `SELECT (data->>'deleted') || (data->>'vehicle_id') FROM vehicles.outbox WHERE data->>'id' = 'd1' ORDER BY seq DESC LIMIT 1`)), "[true]")
	history, err := f.Assignments(t.Context(), "demo", all, a.ID)
	must(t, err)
	equal(t, "assignments in the history", len(history), 2)
}

func (f *fixture) defaultOf(vehicleID string) string {
	f.t.Helper()
	v, err := f.Vehicle(f.t.Context(), "demo", scope.Everything, vehicleID)
	must(f.t, err)
	for _, d := range v.Devices {
		if d.IsDefault {
			return d.DeviceID
		}
	}
	return ""
}
