package postgres

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/presence"
	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

// saveClock keeps how far a device's clock is ahead, or that it is right again, and that the device was heard of. The fault is told when it begins, ends or is
// another one.
func saveClock(tx *gorm.DB, orgID, deviceID string, s presence.State) error {
	if _, err := exec(tx, `
		INSERT INTO vehicles.presence AS p (org_id, device_id, skew_ms, heard_ms) VALUES (?, ?, ?, ?)
		ON CONFLICT (org_id, device_id) DO UPDATE SET skew_ms = excluded.skew_ms, heard_ms = greatest(p.heard_ms, excluded.heard_ms)`,
		orgID, deviceID, s.SkewMs, s.HeardMs); err != nil {
		return err
	}
	faults := []events.DeviceFault{}
	if s.SkewMs != 0 {
		faults = append(faults, vehicle.ClockFault(s.SkewMs))
	}
	raw, err := json.Marshal(faults)
	if err != nil {
		return fmt.Errorf("write the clock fault of device %s: %w", deviceID, err)
	}
	_, err = exec(tx, `UPDATE vehicles.device SET clock_fault = ?::jsonb WHERE org_id = ? AND device_id = ? AND clock_fault <> ?::jsonb`, string(raw), orgID, deviceID, string(raw))
	return err
}
