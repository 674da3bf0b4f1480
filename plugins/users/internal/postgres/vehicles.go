// Package postgres keeps what this plugin remembers of vehicles.
package postgres

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/users/internal/group"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Vehicles is the read model of event.vehicles.vehicle.
type Vehicles struct{ db *store.DB }

// New keeps vehicles in db.
func New(db *store.DB) *Vehicles { return &Vehicles{db: db} }

// Apply takes an event, unless a newer one about the same vehicle was taken.
func (v *Vehicles) Apply(ctx context.Context, e events.Event[events.VehicleChanged]) error {
	err := v.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error {
		return tx.Exec(`INSERT INTO users.vehicle AS v (org_id, id, name, type, group_id, sequence, deleted) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, type = excluded.type, group_id = excluded.group_id,
				sequence = excluded.sequence, deleted = excluded.deleted
			WHERE v.sequence < excluded.sequence`,
			e.OrgID, e.Data.ID, e.Data.Name, e.Data.Type, e.Data.GroupID, int64(e.Sequence), e.Data.Deleted).Error
	})
	if err != nil {
		return fmt.Errorf("apply vehicle %s: %w", e.Data.ID, err)
	}
	return nil
}

// ByGroup lists the vehicles of the request's organisation by group id, each group's in the order of their names.
func (v *Vehicles) ByGroup(ctx context.Context) (map[string][]group.Vehicle, error) {
	var rows []struct{ ID, Name, Type, GroupID string }
	err := v.db.Read(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT id, name, type, group_id FROM users.vehicle WHERE NOT deleted ORDER BY group_id, name, id`).Scan(&rows).Error
	})
	if err != nil {
		return nil, fmt.Errorf("list vehicles by group: %w", err)
	}
	byGroup := map[string][]group.Vehicle{}
	for _, r := range rows {
		byGroup[r.GroupID] = append(byGroup[r.GroupID], group.Vehicle{ID: r.ID, Name: r.Name, Type: r.Type})
	}
	return byGroup, nil
}

// Any reports whether a group of the request's organisation has vehicles.
func (v *Vehicles) Any(ctx context.Context, groupID string) (found bool, err error) {
	err = v.db.Read(ctx, func(tx *gorm.DB) error {
		return tx.Raw(`SELECT EXISTS (SELECT FROM users.vehicle WHERE group_id = ? AND NOT deleted)`, groupID).Scan(&found).Error
	})
	if err != nil {
		return false, fmt.Errorf("look for vehicles of group %s: %w", groupID, err)
	}
	return found, nil
}
