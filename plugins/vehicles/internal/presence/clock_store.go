package presence

import (
	"maps"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// Move applies the samples of devices that live in the order of their arrival, and returns the devices that changed.
func Move(tx *gorm.DB, orgID string, batch []events.Telemetry, lives func(deviceID string) bool) ([]string, error) {
	var ids []string
	for _, m := range batch {
		if lives(m.DeviceID) {
			ids = append(ids, m.DeviceID)
		}
	}
	states, err := lockPresence(tx, orgID, ids)
	if err != nil {
		return nil, err
	}
	changed, clocks := map[string]State{}, map[string]State{}
	first := maps.Clone(states)
	for _, m := range batch {
		if !lives(m.DeviceID) {
			continue
		}
		state, moved := states[m.DeviceID], false
		for i := range m.Samples {
			moved = state.Apply(&m.Samples[i], m.ReceivedAt) || moved
		}
		if state.Clock(m.Samples, m.ReceivedAt) {
			state.HeardMs = max(state.HeardMs, m.ReceivedAt)
			clocks[m.DeviceID] = state
		}
		states[m.DeviceID] = state
		if moved {
			changed[m.DeviceID] = state
		}
	}
	ids = ids[:0]
	for id := range changed {
		ids = append(ids, id)
	}
	if len(changed) > 0 {
		if err := savePresence(tx, orgID, changed); err != nil {
			return nil, err
		}
	}
	if err := tellDriving(tx, orgID, first, changed); err != nil {
		return nil, err
	}
	for id, state := range clocks {
		if _, moved := changed[id]; !moved {
			ids = append(ids, id)
		}
		if err := saveClock(tx, orgID, id, state); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// saveClock keeps how far a device's clock is ahead, or that it is right again, and that the device was heard of. The fault is told when it begins, ends or is
// another one.
func saveClock(tx *gorm.DB, orgID, deviceID string, s State) error {
	if _, err := store.Exec(tx, `
		INSERT INTO vehicles.presence AS p (org_id, device_id, skew_ms, heard_ms) VALUES (?, ?, ?, ?)
		ON CONFLICT (org_id, device_id) DO UPDATE SET skew_ms = excluded.skew_ms, heard_ms = greatest(p.heard_ms, excluded.heard_ms)`,
		orgID, deviceID, s.SkewMs, s.HeardMs); err != nil {
		return err
	}
	return device.SaveClockFault(tx, orgID, deviceID, s.SkewMs)
}
