package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"outrider.dev/outrider/plugins/vehicles/internal/postgres"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
)

// Store keeps the fleet.
type Store interface {
	Groups(ctx context.Context, orgID string) ([]postgres.Group, error)
	SeenVehicle(ctx context.Context, orgID, id string) (bool, error)
	SeenDevice(ctx context.Context, orgID, id string) (seen, fitted bool, err error)
	AddVehicle(ctx context.Context, orgID string, scope vehicle.Scope, v vehicle.Vehicle) (vehicle.Vehicle, error)
	AddDevice(ctx context.Context, orgID string, d vehicle.Device) error
	Assign(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID, deviceID string, fromMs int64, isDefault bool) error
	AddDriver(ctx context.Context, orgID string, d vehicle.Driver) error
	Drives(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID string, fromMs, toMs int64) ([]vehicle.Drive, error)
	Drive(ctx context.Context, orgID string, scope vehicle.Scope, d vehicle.Drive) (vehicle.Drive, error)
}

// Tree has an organisation's tree read from the host.
type Tree interface {
	Refresh(ctx context.Context, orgID string) error
}

// history is how long ago the devices were fitted, so that late samples find a vehicle.
const history = 400 * 24 * time.Hour

// Seeder fills the demonstration's organisations.
type Seeder struct {
	store  Store
	tree   Tree
	secret string
	now    func() time.Time
}

// NewSeeder returns a seeder whose devices' keys come from a secret.
func NewSeeder(store Store, tree Tree, secret string, now func() time.Time) *Seeder {
	return &Seeder{store: store, tree: tree, secret: secret, now: now}
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
	groups, err := s.store.Groups(ctx, orgID)
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
	seen, err := s.store.SeenVehicle(ctx, orgID, f.vehicle.ID)
	if err != nil {
		return err
	}
	if !seen {
		if _, err := s.store.AddVehicle(ctx, orgID, vehicle.Everything, f.vehicle); err != nil {
			return err
		}
	}
	for _, d := range f.devices {
		seen, fitted, err := s.store.SeenDevice(ctx, orgID, d.ID)
		if err != nil {
			return err
		}
		if !seen {
			if err := s.store.AddDevice(ctx, orgID, d); err != nil {
				return err
			}
		}
		if fitted {
			continue
		}
		err = s.store.Assign(ctx, orgID, vehicle.Everything, f.vehicle.ID, d.ID, s.now().Add(-history).UnixMilli(), false)
		if err != nil && !errors.Is(err, vehicle.ErrNotFound) { // deleted by a person
			return err
		}
	}
	return nil
}

// leaves are the groups without groups below them, Manchester first: there the demonstration's driver works, with the
// first vehicle.
func leaves(groups []postgres.Group) []string {
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
