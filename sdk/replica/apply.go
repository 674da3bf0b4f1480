package replica

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// ApplyVehicle takes an event, unless a newer one about the same vehicle was taken.
func (f *Fleet) ApplyVehicle(ctx context.Context, e events.Event[events.VehicleChanged]) error {
	err := f.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error { return f.putVehicle(tx, e.OrgID, e.Data, e.Sequence) })
	if err != nil {
		return fmt.Errorf("apply vehicle %s: %w", e.Data.ID, err)
	}
	return nil
}

// ApplyDevice takes an event, unless a newer one about the same device was taken.
func (f *Fleet) ApplyDevice(ctx context.Context, e events.Event[events.DeviceChanged]) error {
	err := f.db.InOrg(ctx, e.OrgID, func(tx *gorm.DB) error { return f.putDevice(tx, e.OrgID, e.Data, e.Sequence) })
	if err != nil {
		return fmt.Errorf("apply device %s: %w", e.Data.ID, err)
	}
	return nil
}

// ApplyGroup takes an event, unless a newer one about the same group was taken.
func (f *Fleet) ApplyGroup(ctx context.Context, e events.Event[events.GroupChanged]) error {
	return f.applyGroups(ctx, e.OrgID, []events.Event[events.GroupChanged]{e})
}

func (f *Fleet) applyGroups(ctx context.Context, orgID string, batch []events.Event[events.GroupChanged]) error {
	return f.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		for _, e := range batch {
			if err := f.putGroup(tx, orgID, e.Data, e.Sequence, e.At); err != nil {
				return fmt.Errorf("apply group %s: %w", e.Data.ID, err)
			}
		}
		return nil
	})
}

func (f *Fleet) putVehicle(tx *gorm.DB, orgID string, v events.VehicleChanged, sequence uint64) error {
	changed, err := store.Exec(tx, `
		INSERT INTO `+f.schema+`.fleet_vehicle AS old (org_id, id, name, type, group_id, sequence, deleted) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET name = excluded.name, type = excluded.type, group_id = excluded.group_id,
			sequence = excluded.sequence, deleted = excluded.deleted
		WHERE old.sequence < excluded.sequence`, orgID, v.ID, v.Name, v.Type, v.GroupID, int64(sequence), v.Deleted)
	if err != nil || changed == 0 {
		return err
	}
	for _, told := range f.told {
		if err := told(tx, orgID, v); err != nil {
			return fmt.Errorf("vehicle %s changed: %w", v.ID, err)
		}
	}
	return nil
}

func (f *Fleet) putDevice(tx *gorm.DB, orgID string, d events.DeviceChanged, sequence uint64) error {
	if d.Assignments == nil {
		d.Assignments = []events.Assignment{}
	}
	assignments, err := json.Marshal(d.Assignments)
	if err != nil {
		return err
	}
	before, err := store.Rows[string](tx, `SELECT vehicle_id FROM `+f.schema+`.fleet_device WHERE org_id = ? AND id = ? FOR UPDATE`, orgID, d.ID)
	if err != nil {
		return err
	}
	changed, err := store.Exec(tx, `
		INSERT INTO `+f.schema+`.fleet_device AS old (org_id, id, vehicle_id, model, disabled, assignments, sequence, deleted) VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET vehicle_id = excluded.vehicle_id, model = excluded.model, disabled = excluded.disabled,
			assignments = excluded.assignments, sequence = excluded.sequence, deleted = excluded.deleted
		WHERE old.sequence < excluded.sequence`,
		orgID, d.ID, d.VehicleID, d.Model, d.Disabled, string(assignments), int64(sequence), d.Deleted)
	if err != nil || changed == 0 {
		return err
	}
	for _, told := range f.heard {
		if err := told(tx, orgID, d); err != nil {
			return fmt.Errorf("device %s changed: %w", d.ID, err)
		}
	}
	if len(before) == 0 || before[0] == d.VehicleID {
		return nil
	}
	for _, told := range f.moved {
		if err := told(tx, orgID, d.ID, before[0], d.VehicleID); err != nil {
			return fmt.Errorf("device %s moved: %w", d.ID, err)
		}
	}
	return nil
}

func (f *Fleet) putGroup(tx *gorm.DB, orgID string, g events.GroupChanged, sequence uint64, at time.Time) error {
	changed, err := store.Exec(tx, `
		INSERT INTO `+f.schema+`.fleet_group AS old (org_id, id, path, label, sequence, deleted) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (org_id, id) DO UPDATE SET path = excluded.path, label = excluded.label, sequence = excluded.sequence, deleted = excluded.deleted
		WHERE old.sequence < excluded.sequence`, orgID, g.ID, g.Path, g.Label, int64(sequence), g.Deleted)
	if err != nil || changed == 0 {
		return err
	}
	for _, told := range f.groups {
		if err := told(tx, orgID, g, at); err != nil {
			return fmt.Errorf("group %s changed: %w", g.ID, err)
		}
	}
	return nil
}
