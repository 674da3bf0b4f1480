package device

import (
	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/scope"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Snapshot lists the devices in scope as others copy them.
func Snapshot(tx *gorm.DB, orgID string, visible scope.Scope) ([]events.DeviceChanged, error) {
	condition, args := visibleDevice(visible)
	found, err := store.Rows[deviceRow](tx, selectDevice+`AND d.deleted_at IS NULL AND `+condition+` ORDER BY d.device_id`, append([]any{orgID}, args...)...)
	if err != nil {
		return nil, err
	}
	history, err := historiesOf(tx, orgID, "")
	if err != nil {
		return nil, err
	}
	devices := make([]events.DeviceChanged, len(found))
	for i, d := range found {
		devices[i] = events.DeviceChanged{ID: d.DeviceID, VehicleID: d.VehicleID, Model: d.Model, Disabled: d.Disabled, Assignments: history[d.DeviceID]}
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
	found, err := historiesOf(tx, orgID, "AND device_id = ?", deviceID)
	return append([]events.Assignment{}, found[deviceID]...), err
}

// historiesOf are those of the devices that a condition leaves, by device.
func historiesOf(tx *gorm.DB, orgID, condition string, args ...any) (map[string][]events.Assignment, error) {
	found, err := store.Rows[assignmentOf](tx, `
		SELECT device_id, vehicle_id, from_ms, coalesce(to_ms, 0) AS to_ms, is_default FROM vehicles.assignment
		WHERE org_id = ? `+condition+` ORDER BY device_id, from_ms`, append([]any{orgID}, args...)...)
	byDevice := map[string][]events.Assignment{}
	for _, a := range found {
		byDevice[a.DeviceID] = append(byDevice[a.DeviceID], a.event())
	}
	return byDevice, err
}
