package upload

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// reported are the settings that a device says it has, by key; what is not a setting is left out.
func reported(configs json.RawMessage) Settings {
	var byKey map[string]json.RawMessage
	if err := json.Unmarshal(configs, &byKey); err != nil {
		return nil // anything may stand there
	}
	settings := Settings{}
	for key, raw := range byKey {
		var c device.UploadConfig
		if !isKey(key) || json.Unmarshal(raw, &c) != nil {
			continue
		}
		channels := slices.DeleteFunc(c.Media.Video.Channels, func(channel int) bool { return channel < 1 || channel > Inputs })
		slices.Sort(channels)
		settings[key] = Setting{
			Key: key, Snaps: c.Media.Snaps.Enabled, Video: c.Media.Video.Enabled, Tracking: c.Data.Tracking.Enabled, IMU: c.Data.IMU.Enabled,
			Channels: slices.Compact(channels),
		}
	}
	return settings
}

// isKey reports whether key is imu, io|* or io|1 to io|8.
func isKey(key string) bool {
	if key == IMU || key == KeyOf(IO, 0) {
		return true
	}
	for pin := 1; pin <= Inputs; pin++ {
		if key == KeyOf(IO, pin) {
			return true
		}
	}
	return false
}

// adopt takes over what a device says of its settings as long as nobody here has chosen any: what is shown is what it does, and a first choice
// changes that and nothing else.
func (s *Store) adopt(tx *gorm.DB, e events.Event[events.DeviceStatus]) error {
	settings := reported(e.Data.Configs)
	if len(settings) == 0 {
		return nil
	}
	// The row is what a choice locks first too.
	_, err := store.Exec(tx, `INSERT INTO alerts.upload_sync (org_id, device_id, wanted) VALUES (?, ?, 0) ON CONFLICT DO NOTHING`, e.OrgID, e.Data.DeviceID)
	if err != nil {
		return err
	}
	wanted, err := store.One[int64](tx, `SELECT wanted FROM alerts.upload_sync WHERE org_id = ? AND device_id = ? FOR UPDATE`, e.OrgID, e.Data.DeviceID)
	if err != nil || wanted > 0 {
		return err
	}
	known, err := s.Of(tx, e.OrgID, e.Data.DeviceID)
	if err != nil || maps.EqualFunc(known[e.Data.DeviceID], settings, Setting.same) {
		return err
	}
	if err := tx.Where("org_id = ? AND device_id = ?", e.OrgID, e.Data.DeviceID).Delete(&settingRow{}).Error; err != nil {
		return fmt.Errorf("forget what device %s said of its settings: %w", e.Data.DeviceID, err)
	}
	for _, one := range settings {
		if err := put(tx, e.OrgID, e.Data.DeviceID, one); err != nil {
			return fmt.Errorf("keep setting %s of device %s: %w", one.Key, e.Data.DeviceID, err)
		}
	}
	return nil
}

// same reports whether two settings ask for the same.
func (s Setting) same(other Setting) bool {
	return s.Snaps == other.Snaps && s.Video == other.Video && s.Tracking == other.Tracking && s.IMU == other.IMU && slices.Equal(s.Channels, other.Channels)
}
