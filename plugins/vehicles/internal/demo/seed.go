package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/driver"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/store"
)

// Fleet is where the demonstration is planted.
type Fleet struct {
	Groups   *group.Store
	Vehicles *vehicle.Store
	Devices  *device.Store
	Drivers  *driver.Store
}

// Tree has an organisation's tree read from the host.
type Tree interface {
	Refresh(ctx context.Context, orgID string) error
}

// history is how long ago the devices were fitted, so that late samples find a vehicle.
const history = 400 * 24 * time.Hour

// Seeder fills the demonstration's organisations.
type Seeder struct {
	fleet  Fleet
	tree   Tree
	secret string
	now    func() time.Time
}

// NewSeeder returns a seeder whose devices' keys come from a secret.
func NewSeeder(fleet Fleet, tree Tree, secret string, now func() time.Time) *Seeder {
	return &Seeder{fleet: fleet, tree: tree, secret: secret, now: now}
}

// Seed adds what is missing. It is begun again until the organisations exist.
func (s *Seeder) Seed(ctx context.Context) error {
	orgs := []struct {
		id       string
		vehicles int
	}{{"demo", demoVehicles}, {"rival", rivalVehicles}}
	for _, org := range orgs {
		if err := s.organisation(ctx, org.id, org.vehicles); err != nil {
			return fmt.Errorf("seed the demonstration's %s: %w", org.id, err)
		}
	}
	for _, org := range orgs { // the host waits for the vehicles, not for their drivers
		if err := s.drivers(ctx, org.id, org.vehicles); err != nil {
			return fmt.Errorf("seed the drivers of the demonstration's %s: %w", org.id, err)
		}
	}
	return nil
}

func (s *Seeder) organisation(ctx context.Context, orgID string, vehicles int) error {
	if err := s.tree.Refresh(ctx, orgID); err != nil {
		return err
	}
	groups, err := s.fleet.Groups.Groups(ctx, orgID)
	if err != nil {
		return err
	}
	depots := leaves(groups)
	if len(depots) == 0 {
		return errors.New("the tree has no groups yet")
	}
	for n, f := range fittings(orgID, s.secret, vehicles) {
		f.vehicle.GroupID = depots[n%len(depots)]
		if err := s.fit(ctx, orgID, f); err != nil {
			return err
		}
	}
	return nil
}

func (s *Seeder) fit(ctx context.Context, orgID string, f fitting) error {
	seen, err := s.fleet.Vehicles.SeenVehicle(ctx, orgID, f.vehicle.ID)
	if err != nil {
		return err
	}
	if !seen {
		if _, err := s.fleet.Vehicles.AddVehicle(ctx, orgID, scope.Everything, f.vehicle); err != nil {
			return err
		}
	}
	for _, d := range f.devices {
		seen, fitted, err := s.fleet.Devices.SeenDevice(ctx, orgID, d.ID)
		if err != nil {
			return err
		}
		if !seen {
			if err := s.fleet.Devices.AddDevice(ctx, orgID, d); err != nil {
				return err
			}
		}
		if fitted {
			continue
		}
		err = s.fleet.Devices.Assign(ctx, orgID, scope.Everything, f.vehicle.ID, d.ID, s.now().Add(-history).UnixMilli(), false)
		if err != nil && !errors.Is(err, store.ErrNoRow) { // deleted by a person
			return err
		}
	}
	return nil
}

// leaves are the groups without groups below them, Manchester first: there the demonstration's driver works, with the
// first vehicle.
func leaves(groups []group.Group) []string {
	parents := map[string]bool{}
	for _, g := range groups {
		parents[g.ParentID] = true
	}
	var list []string
	for _, g := range groups {
		switch {
		case parents[g.ID]:
		case g.ID == "manchester":
			list = append([]string{g.ID}, list...)
		default:
			list = append(list, g.ID)
		}
	}
	return list
}
