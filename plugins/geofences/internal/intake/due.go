package intake

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/geofences/internal/book"
	"outrider.dev/outrider/plugins/geofences/internal/visit"
	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/plugin"
	"outrider.dev/sdk/store"
)

// Due has vehicles that stay where they are raise that they have been parked long enough: nothing needs to be heard of them. It works until ctx ends.
func (i *Intake) Due(ctx context.Context, host plugin.Organisations) error {
	return plugin.Sweep(ctx, host, lookEvery, i.DueOf)
}

// DueOf is Due for one organisation, once.
func (i *Intake) DueOf(ctx context.Context, orgID string) error {
	if i.books.Idle(orgID) {
		return nil
	}
	return i.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		now := i.now().UnixMilli()
		due, err := store.Rows[struct {
			VehicleID string
			State     json.RawMessage
		}](tx, `SELECT vehicle_id, state FROM geofences.tracker WHERE org_id = ? AND due_ms > 0 AND due_ms <= ? ORDER BY vehicle_id LIMIT 500 FOR UPDATE SKIP LOCKED`, orgID, now)
		if err != nil {
			return fmt.Errorf("find vehicles that have been parked: %w", err)
		}
		return i.books.Read(tx, orgID, func(b *book.Book) error {
			for _, one := range due {
				v := &tracked{id: one.VehicleID}
				if err := json.Unmarshal(one.State, &v.state); err != nil {
					return fmt.Errorf("read what is known of vehicle %s: %w", v.id, err)
				}
				if err := i.parked(tx, orgID, v, b, now); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func (i *Intake) parked(tx *gorm.DB, orgID string, v *tracked, b *book.Book, now int64) error {
	var changed []visit.Changed
	w := watch.Watcher{VehicleID: v.id, State: &v.state, Fences: b, Changed: func(one *watch.Visit) {
		copied := *one
		copied.Events = slices.Clone(one.Events)
		changed = append(changed, visit.Changed{Visit: &copied, VehicleID: v.id})
	}}
	w.Tick(now)
	raw, err := json.Marshal(&v.state)
	if err != nil {
		return fmt.Errorf("write down what is known of vehicle %s: %w", v.id, err)
	}
	due := v.state.DueMs(b)
	if due <= now {
		due = 0 // it is not in the fence's period: a position will say
	}
	if _, err := putStates(tx, orgID, []stateRow{{v.id, raw, v.state.Last.TimeMs, due}}); err != nil {
		return err
	}
	return visit.Save(tx, orgID, changed, b, 0)
}
