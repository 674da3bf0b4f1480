package postgres

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/vehicle"
	"outrider.dev/sdk/events"
)

// ApplyStatus keeps what a device says about itself, unless something newer is kept. Its signal is that of the presence until a
// newer sample brings one. vehicle.ErrNotFound for a device that
// the organisation does not have.
func (s *Store) ApplyStatus(ctx context.Context, orgID string, st events.DeviceStatus) error {
	components, err := json.Marshal(orEmpty(st.Components))
	if err != nil {
		return wrap(err, "components of device %s", st.DeviceID)
	}
	faults, err := json.Marshal(orEmpty(st.Faults))
	if err != nil {
		return wrap(err, "faults of device %s", st.DeviceID)
	}
	configs := string(st.Configs)
	if configs == "" || configs == "null" {
		configs = "{}"
	}
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		before, err := row[deviceRow](tx, `SELECT model, status_ms FROM vehicles.device WHERE org_id = ? AND device_id = ? AND deleted_at IS NULL FOR UPDATE`, orgID, st.DeviceID)
		if err != nil || before.StatusMs >= st.ReceivedAt {
			return err
		}
		_, err = exec(tx, `
			UPDATE vehicles.device SET model = coalesce(nullif(?, ''), model), firmware = ?, components = ?::jsonb, faults = ?::jsonb, configs = ?::jsonb,
				network = ?, status_ms = ? WHERE org_id = ? AND device_id = ?`,
			st.Model, st.Firmware, string(components), string(faults), configs, st.Network.Type, st.ReceivedAt, orgID, st.DeviceID)
		if err != nil {
			return err
		}
		if st.Model != "" && st.Model != before.Model {
			if err := tellDevice(tx, orgID, st.DeviceID); err != nil {
				return err
			}
		}
		if err := heard(tx, orgID, st.DeviceID, st.ReceivedAt); err != nil || st.Network == (events.Network{}) {
			return err
		}
		_, err = exec(tx, `
			UPDATE vehicles.presence SET signal = CASE WHEN received_ms <= ? THEN ? ELSE coalesce(signal, ?) END WHERE org_id = ? AND device_id = ?`,
			st.ReceivedAt, st.Network.Signal, st.Network.Signal, orgID, st.DeviceID)
		return err
	})
	return wrap(err, "apply status of device %s", st.DeviceID)
}

// ApplyConnection keeps whether a device is connected, unless something newer is kept.
func (s *Store) ApplyConnection(ctx context.Context, orgID string, c events.DeviceConnection) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		known, err := row[bool](tx, `SELECT EXISTS (SELECT FROM vehicles.device WHERE org_id = ? AND device_id = ? AND deleted_at IS NULL)`, orgID, c.DeviceID)
		if err != nil {
			return err
		}
		if !known {
			return vehicle.ErrNotFound
		}
		if c.Connected {
			if err := heard(tx, orgID, c.DeviceID, c.At); err != nil {
				return err
			}
		}
		_, err = exec(tx, `
			INSERT INTO vehicles.presence AS p (org_id, device_id, connected, connection_ms) VALUES (?, ?, ?, ?)
			ON CONFLICT (org_id, device_id) DO UPDATE SET connected = excluded.connected, connection_ms = excluded.connection_ms
			WHERE p.connection_ms < excluded.connection_ms`, orgID, c.DeviceID, c.Connected, c.At)
		return err
	})
	return wrap(err, "apply connection of device %s", c.DeviceID)
}

// heard notes that something other than a sample was received of a device.
func heard(tx *gorm.DB, orgID, deviceID string, atMs int64) error {
	_, err := exec(tx, `
		INSERT INTO vehicles.presence AS p (org_id, device_id, heard_ms) VALUES (?, ?, ?)
		ON CONFLICT (org_id, device_id) DO UPDATE SET heard_ms = excluded.heard_ms WHERE p.heard_ms < excluded.heard_ms`, orgID, deviceID, atMs)
	return err
}

// DeviceRef names a device among those of all organisations.
type DeviceRef struct {
	OrgID    string
	DeviceID string
}

// HeardBetween returns the devices of all organisations that were last heard of after one time and until another, in Unix
// milliseconds.
func (s *Store) HeardBetween(ctx context.Context, afterMs, untilMs int64) (list []DeviceRef, err error) {
	err = s.db.InAll(ctx, func(tx *gorm.DB) error {
		list, err = rows[DeviceRef](tx, `
			SELECT org_id, device_id FROM vehicles.presence
			WHERE greatest(received_ms, heard_ms) > ? AND greatest(received_ms, heard_ms) <= ?`, afterMs, untilMs)
		return err
	})
	return list, wrap(err, "list devices that fell silent")
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
