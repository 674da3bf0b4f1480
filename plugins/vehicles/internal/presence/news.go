package presence

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/outrider/plugins/vehicles/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// subjectPresence is the event of a device that came online or went offline.
const subjectPresence = "event.vehicles.presence"

// ApplyStatus keeps what a device says about itself, unless something newer is kept. Its signal is that of the presence until a newer sample brings
// one. store.ErrNoRow for a device that the organisation does not have.
func (s *Store) ApplyStatus(ctx context.Context, orgID string, st events.DeviceStatus) error {
	err := s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		kept, err := device.SaveStatus(tx, orgID, st)
		if err != nil || !kept {
			return err
		}
		if err := heard(tx, orgID, st.DeviceID, st.ReceivedAt); err != nil || st.Network == (events.Network{}) {
			return err
		}
		_, err = store.Exec(tx, `
			UPDATE vehicles.presence SET signal = CASE WHEN received_ms <= ? THEN ? ELSE coalesce(signal, ?) END WHERE org_id = ? AND device_id = ?`,
			st.ReceivedAt, st.Network.Signal, st.Network.Signal, orgID, st.DeviceID)
		return err
	})
	if err != nil {
		return fmt.Errorf("apply status of device %s: %w", st.DeviceID, err)
	}
	return nil
}

// ApplyConnections keeps which devices of an organisation are connected, of each the newest of the batch unless something newer is kept: after
// a cut a whole fleet comes back at once. It returns the positions of those whose device the organisation does not have.
func (s *Store) ApplyConnections(ctx context.Context, orgID string, batch []events.DeviceConnection) (unknown []int, err error) {
	err = s.db.InOrg(ctx, orgID, func(tx *gorm.DB) error {
		unknown = nil
		found, err := store.Rows[string](tx, `SELECT device_id FROM vehicles.device WHERE org_id = ? AND device_id = ANY(?) AND deleted_at IS NULL`, orgID, store.List(idsOf(batch)))
		if err != nil {
			return err
		}
		known := make(map[string]*connectionState, len(found))
		for _, id := range found {
			known[id] = &connectionState{}
		}
		for i, c := range batch {
			if state := known[c.DeviceID]; state != nil {
				state.apply(c)
			} else {
				unknown = append(unknown, i)
			}
		}
		return saveConnections(tx, orgID, known)
	})
	if err != nil {
		return unknown, fmt.Errorf("apply connections of %s: %w", orgID, err)
	}
	return unknown, nil
}

func idsOf(batch []events.DeviceConnection) []string {
	ids := make([]string, len(batch))
	for i, c := range batch {
		ids[i] = c.DeviceID
	}
	return ids
}

// connectionState is what a batch says of one device.
type connectionState struct {
	connected bool
	atMs      int64
	heardMs   int64 // when it last came; 0: it only went
}

func (s *connectionState) apply(c events.DeviceConnection) {
	if c.At > s.atMs {
		s.connected, s.atMs = c.Connected, c.At
	}
	if c.Connected {
		s.heardMs = max(s.heardMs, c.At)
	}
}

// turned is a device that came online or went offline.
type turned struct {
	DeviceID     string
	VehicleID    string
	Connected    bool
	ConnectionMs int64
}

// saveConnections keeps what was heard, and tells which devices of vehicles came online or went offline by it.
func saveConnections(tx *gorm.DB, orgID string, states map[string]*connectionState) error {
	ids := slices.Sorted(maps.Keys(states)) // everybody locks in the same order
	at, heard, connected := make([]int64, len(ids)), make([]int64, len(ids)), make([]bool, len(ids))
	for i, id := range ids {
		at[i], heard[i], connected[i] = states[id].atMs, states[id].heardMs, states[id].connected
	}
	// The first part reads what was before, whatever the second writes: all parts of a statement see the same.
	changed, err := store.Rows[turned](tx, `
		WITH before AS (SELECT device_id, connected FROM vehicles.presence WHERE org_id = ? AND device_id = ANY(?::text[])),
		saved AS (INSERT INTO vehicles.presence AS p (org_id, device_id, connected, connection_ms, heard_ms)
			SELECT ?, unnest(?::text[]), unnest(?::bool[]), unnest(?::bigint[]), unnest(?::bigint[])
			ON CONFLICT (org_id, device_id) DO UPDATE SET heard_ms = greatest(p.heard_ms, excluded.heard_ms),
				connected = CASE WHEN p.connection_ms < excluded.connection_ms THEN excluded.connected ELSE p.connected END,
				connection_ms = greatest(p.connection_ms, excluded.connection_ms)
			WHERE p.connection_ms < excluded.connection_ms OR p.heard_ms < excluded.heard_ms
			RETURNING device_id, connected, connection_ms)
		SELECT s.device_id, a.vehicle_id, s.connected, s.connection_ms FROM saved s
		JOIN vehicles.assignment a ON a.org_id = ? AND a.device_id = s.device_id AND a.to_ms IS NULL
		LEFT JOIN before b ON b.device_id = s.device_id WHERE COALESCE(b.connected, false) <> s.connected ORDER BY s.device_id`, orgID, &ids, orgID, &ids, &connected, &at, &heard, orgID)
	if err != nil {
		return err
	}
	for _, d := range changed {
		told := eventdata.PresenceChanged{VehicleID: d.VehicleID, DeviceID: d.DeviceID, Online: d.Connected, AtMs: d.ConnectionMs}
		if err := events.Publish(tx, orgID, subjectPresence, told); err != nil {
			return err
		}
	}
	return nil
}

// heard notes that something other than a sample was received of a device.
func heard(tx *gorm.DB, orgID, deviceID string, atMs int64) error {
	_, err := store.Exec(tx, `
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
		list, err = store.Rows[DeviceRef](tx, `
			SELECT org_id, device_id FROM vehicles.presence
			WHERE greatest(received_ms, heard_ms) > ? AND greatest(received_ms, heard_ms) <= ?`, afterMs, untilMs)
		return err
	})
	if err != nil {
		return list, fmt.Errorf("list devices that fell silent: %w", err)
	}
	return list, nil
}
