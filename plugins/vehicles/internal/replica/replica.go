// Package replica is the fleet as other plugins copy it.
package replica

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/group"
	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Store reads the fleet.
type Store struct{ db store.Transactor }

// NewStore reads the fleet from db.
func NewStore(db store.Transactor) *Store { return &Store{db} }

// Snapshot is the fleet of an organisation that is in scope. Its position is that of the last event about a group that was applied here: an older
// one than what it shows, so that no event is missed by who goes on from it.
func (s *Store) Snapshot(ctx context.Context, orgID string, visible scope.Scope) (fleet events.FleetSnapshot, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) (err error) {
		if fleet.Sequence, err = group.Position(tx, orgID); err != nil {
			return err
		}
		if fleet.Vehicles, err = vehicle.Snapshot(tx, orgID, visible); err != nil {
			return err
		}
		fleet.Devices, err = device.Snapshot(tx, orgID, visible)
		return err
	})
	if err != nil {
		return fleet, fmt.Errorf("list the fleet of %s: %w", orgID, err)
	}
	return fleet, nil
}
