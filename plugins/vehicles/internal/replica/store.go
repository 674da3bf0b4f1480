package postgres

import (
	"context"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

// Snapshot is the fleet of an organisation that is in scope, for the copies that other plugins keep. Its position is that of the last event
// about a group that was applied here: an older one than what it shows, so that no event is missed by who goes on from it.
func (s *Store) Snapshot(ctx context.Context, orgID string, scope vehicle.Scope) (fleet events.FleetSnapshot, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		position, err := row[int64](tx, `SELECT coalesce(max(sequence), 0) FROM vehicles.group_path WHERE org_id = ?`, orgID)
		if err != nil {
			return err
		}
		fleet.Sequence = uint64(position)
		condition, args := visible(scope)
		fleet.Vehicles, err = rows[events.VehicleChanged](tx, `
			SELECT v.id, v.name, v.type, v.group_id FROM vehicles.vehicle v JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
			WHERE v.org_id = ? AND v.deleted_at IS NULL AND `+condition+` ORDER BY v.id`, append([]any{orgID}, args...)...)
		if err != nil {
			return err
		}
		fleet.Devices, err = snapshotDevices(tx, orgID, scope)
		return err
	})
	return fleet, wrap(err, "list the fleet of %s", orgID)
}

func snapshotDevices(tx *gorm.DB, orgID string, scope vehicle.Scope) ([]events.DeviceChanged, error) {
	condition, args := visibleDevice(scope)
	found, err := rows[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` ORDER BY d.device_id`, append([]any{orgID}, args...)...)
	if err != nil {
		return nil, err
	}
	history, err := rows[assignmentOf](tx, `
		SELECT device_id, vehicle_id, from_ms, coalesce(to_ms, 0) AS to_ms, is_default FROM vehicles.assignment WHERE org_id = ? ORDER BY device_id, from_ms`, orgID)
	if err != nil {
		return nil, err
	}
	byDevice := map[string][]events.Assignment{}
	for _, a := range history {
		byDevice[a.DeviceID] = append(byDevice[a.DeviceID], a.event())
	}
	devices := make([]events.DeviceChanged, len(found))
	for i, d := range found {
		devices[i] = events.DeviceChanged{ID: d.DeviceID, VehicleID: d.VehicleID, Model: d.Model, Disabled: d.Disabled, Assignments: byDevice[d.DeviceID]}
	}
	return devices, nil
}

// assignmentOf is a row of vehicles.assignment.
type assignmentOf struct {
	DeviceID  string
	VehicleID string
	FromMs    int64
	ToMs      int64 // 0: open
	IsDefault bool
}

func (a assignmentOf) event() events.Assignment {
	return events.Assignment{VehicleID: a.VehicleID, FromMs: a.FromMs, ToMs: a.ToMs, Default: a.IsDefault}
}

// historyOf are the vehicles that a device was on, the first one first.
func historyOf(tx *gorm.DB, orgID, deviceID string) ([]events.Assignment, error) {
	found, err := rows[assignmentOf](tx, `
		SELECT device_id, vehicle_id, from_ms, coalesce(to_ms, 0) AS to_ms, is_default FROM vehicles.assignment
		WHERE org_id = ? AND device_id = ? ORDER BY from_ms`, orgID, deviceID)
	if err != nil {
		return nil, err
	}
	history := make([]events.Assignment, len(found))
	for i, a := range found {
		history[i] = a.event()
	}
	return history, nil
}
