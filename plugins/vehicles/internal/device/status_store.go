package device

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// SaveClockFault keeps that a device's clock is so many milliseconds ahead, or with 0 that it is right again. The fault is told when it begins, ends
// or is another one.
func SaveClockFault(tx *gorm.DB, orgID, deviceID string, skewMs int64) error {
	faults := []events.DeviceFault{}
	if skewMs != 0 {
		faults = append(faults, ClockFault(skewMs))
	}
	raw, err := json.Marshal(faults)
	if err != nil {
		return fmt.Errorf("write the clock fault of device %s: %w", deviceID, err)
	}
	_, err = store.Exec(tx, `UPDATE vehicles.device SET clock_fault = ?::jsonb WHERE org_id = ? AND device_id = ? AND clock_fault <> ?::jsonb`, string(raw), orgID, deviceID, string(raw))
	return err
}

// SaveStatus keeps what a device says about itself, and reports whether it did: not where something newer is kept. store.ErrNoRow for a device that
// the organisation does not have.
func SaveStatus(tx *gorm.DB, orgID string, st events.DeviceStatus) (kept bool, err error) {
	components, err := json.Marshal(orEmpty(st.Components))
	if err != nil {
		return false, fmt.Errorf("write components of device %s: %w", st.DeviceID, err)
	}
	faults, err := json.Marshal(orEmpty(st.Faults))
	if err != nil {
		return false, fmt.Errorf("write faults of device %s: %w", st.DeviceID, err)
	}
	configs := string(st.Configs)
	if configs == "" || configs == "null" {
		configs = "{}"
	}
	before, err := store.One[deviceRow](tx, `SELECT model, status_ms FROM vehicles.device WHERE org_id = ? AND device_id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, st.DeviceID)
	if err != nil || before.StatusMs >= st.ReceivedAt {
		return false, err
	}
	_, err = store.Exec(tx, `
		UPDATE vehicles.device SET model = coalesce(nullif(?, ''), model), firmware = ?, components = ?::jsonb, faults = ?::jsonb, configs = ?::jsonb,
			network = ?, status_ms = ? WHERE org_id = ? AND device_id = ?`,
		st.Model, st.Firmware, string(components), string(faults), configs, st.Network.Type, st.ReceivedAt, orgID, st.DeviceID)
	if err != nil || st.Model == "" || st.Model == before.Model {
		return true, err
	}
	return true, tellDevice(tx, orgID, st.DeviceID)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
