package demo

import (
	"context"
	"os"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/fleettest"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	sdkdevice "outrider.dev/sdk/device"
	"outrider.dev/sdk/web"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Run(m)) }

func TestFittings(t *testing.T) {
	now := time.Date(2025, 11, 21, 0, 0, 0, 0, time.UTC)
	types, unique := map[string]bool{}, map[string]bool{}
	for _, org := range []struct {
		id    string
		count int
	}{{"demo", demoVehicles}, {"rival", rivalVehicles}} {
		list := fittings(org.id, "s", org.count)
		if len(list) != org.count {
			t.Fatalf("%d vehicles, want %d", len(list), org.count)
		}
		for _, f := range list {
			if err := f.vehicle.Validate(now); err != nil {
				t.Errorf("%s: %v", f.vehicle.Name, err)
			}
			types[f.vehicle.Type] = true
			for _, one := range append([]string{f.vehicle.ID, org.id + f.vehicle.Name, f.vehicle.Key, f.vehicle.VIN}, ids(f.devices)...) {
				if unique[one] {
					t.Errorf("%s is there twice", one)
				}
				unique[one] = true
			}
		}
	}
	if len(types) != 8 {
		t.Errorf("types %v, want all 8", types)
	}
	if first := fittings("demo", sdkdevice.DemoSecret, 60)[0]; first.vehicle.ID != "demo-vehicle-01" || first.devices[0].ID != "demo-0001" ||
		first.devices[0].KeySHA256 != device.KeyDigest(sdkdevice.DemoKey("outrider-demo", "demo-0001")) {
		t.Errorf("the first is %+v", first)
	}
}

func ids(devices []device.Device) (list []string) {
	for _, d := range devices {
		list = append(list, d.ID)
	}
	return list
}

// host has the trees of the demonstration.
type host struct{ store fleettest.Stores }

func (h host) Refresh(ctx context.Context, orgID string) error {
	root := group.Group{ID: orgID, Label: orgID, Path: "/" + orgID + "/"}
	depot := group.Group{ID: "manchester", ParentID: orgID, Label: "Manchester depot", Path: root.Path + "manchester/"}
	other := group.Group{ID: "crewe", ParentID: orgID, Label: "Crewe depot", Path: root.Path + "crewe/"}
	return h.store.ApplyTree(ctx, orgID, []group.Group{root, depot, other}, 1)
}

func TestSeed(t *testing.T) {
	db := dbtest.Open(t, "plugins/vehicles")
	store, fleet := fleettest.NewStores(db, time.Now), Fleet{}
	fleet.Vehicles, fleet.Groups = vehicle.NewStore(db, time.Now), group.NewStore(db, vehicle.Adopt)
	fleet.Devices, fleet.Drivers = device.NewStore(db, time.Now, presence.Forget), driver.NewStore(db)
	s := NewSeeder(fleet, host{store}, sdkdevice.DemoSecret, time.Now)
	if err := s.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := store.RemoveVehicle(t.Context(), "demo", scope.Everything, "demo-vehicle-02"); err != nil {
		t.Fatal(err)
	}
	if err := s.Seed(t.Context()); err != nil {
		t.Fatalf("seed again: %v", err)
	}
	all := web.ListQuery{Page: 1, Size: 500}
	all.Read(vehicle.VehicleFields)
	list, total, err := store.Vehicles(t.Context(), "demo", scope.Everything, &all)
	if err != nil || total != demoVehicles-1 {
		t.Fatalf("%d vehicles, %v; want all but the one that was deleted", total, err)
	}
	second := 0
	for _, v := range list {
		if v.ID == "demo-vehicle-01" && v.GroupID != "manchester" {
			t.Errorf("the driver's vehicle is in %s", v.GroupID)
		}
		if len(v.Devices) == 0 || !v.Devices[0].IsDefault {
			t.Errorf("%s has the devices %+v", v.Name, v.Devices)
		}
		second += len(v.Devices) - 1
	}
	if second != demoVehicles/secondEvery {
		t.Errorf("%d second devices", second)
	}
}
