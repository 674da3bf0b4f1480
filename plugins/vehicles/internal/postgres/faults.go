package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

// DeviceFaults are the faults that one fitted device reports.
type DeviceFaults struct {
	VehicleID   string
	VehicleName string
	DeviceID    string
	Faults      []events.DeviceFault
}

const selectFaults = `
SELECT v.id AS vehicle_id, v.name AS vehicle_name, d.device_id, d.faults AS raw
FROM vehicles.device d
JOIN vehicles.assignment a ON a.org_id = d.org_id AND a.device_id = d.device_id AND a.to_ms IS NULL
JOIN vehicles.vehicle v ON v.org_id = a.org_id AND v.id = a.vehicle_id
JOIN vehicles.group_path g ON g.org_id = v.org_id AND g.id = v.group_id
WHERE d.org_id = ? AND d.deleted_at IS NULL AND d.faults <> '[]' AND v.deleted_at IS NULL AND `

// Faults returns the devices in scope that report faults, ordered by vehicle; of one vehicle if it is named.
func (s *Store) Faults(ctx context.Context, orgID string, scope vehicle.Scope, vehicleID string) (list []DeviceFaults, err error) {
	condition, args := visible(scope)
	args = append([]any{orgID}, args...)
	if vehicleID != "" {
		condition, args = condition+` AND v.id = ?`, append(args, vehicleID)
	}
	type faultRow struct {
		VehicleID, VehicleName, DeviceID string
		Raw                              []byte
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		found, err := rows[faultRow](tx, selectFaults+condition+` ORDER BY v.name, v.id, d.device_id`, args...)
		if err != nil {
			return err
		}
		list = make([]DeviceFaults, len(found))
		for i, r := range found {
			list[i] = DeviceFaults{VehicleID: r.VehicleID, VehicleName: r.VehicleName, DeviceID: r.DeviceID}
			if err := json.Unmarshal(r.Raw, &list[i].Faults); err != nil {
				return fmt.Errorf("faults of device %s: %w", r.DeviceID, err)
			}
		}
		return nil
	})
	return list, wrap(err, "list faults")
}
