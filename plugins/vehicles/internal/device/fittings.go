package device

import (
	"math"

	"gorm.io/gorm"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// fitting is a time that a device was on a vehicle.
type fitting struct {
	DeviceID  string
	VehicleID *string // nil: the device was on none in the time that is asked for
	FromMs    int64
	ToMs      *int64 // nil: it still is
}

// Fittings are those of one device.
type Fittings []fitting

// At is the vehicle that carried the device at a time; nil for none.
func (f Fittings) At(ms int64) *string {
	for i := range f {
		if f[i].VehicleID != nil && f[i].FromMs <= ms && (f[i].ToMs == nil || *f[i].ToMs > ms) {
			return f[i].VehicleID
		}
	}
	return nil
}

// FittingsOf returns the devices of a batch that live in the organisation, each with the vehicles that it was on during the batch's samples.
// They are found here once for a device, and not by a join for each sample.
func FittingsOf(tx *gorm.DB, orgID string, batch []events.Telemetry) (map[string]Fittings, error) {
	known := make(map[string]Fittings, len(batch))
	ids := make([]string, 0, len(batch))
	from, to := int64(math.MaxInt64), int64(math.MinInt64)
	for _, m := range batch {
		if _, again := known[m.DeviceID]; !again {
			known[m.DeviceID], ids = nil, append(ids, m.DeviceID)
		}
		for i := range m.Samples {
			from, to = min(from, m.Samples[i].Time), max(to, m.Samples[i].Time)
		}
	}
	found, err := store.Rows[fitting](tx, `
		SELECT d.device_id, a.vehicle_id, COALESCE(a.from_ms, 0) AS from_ms, a.to_ms
		FROM vehicles.device d
		LEFT JOIN vehicles.assignment a ON a.org_id = d.org_id AND a.device_id = d.device_id AND a.from_ms <= ? AND (a.to_ms IS NULL OR a.to_ms > ?)
		WHERE d.org_id = ? AND d.device_id = ANY(?) AND d.deleted_at IS NULL`, to, from, orgID, store.List(ids))
	clear(known)
	for _, f := range found {
		known[f.DeviceID] = append(known[f.DeviceID], f)
	}
	return known, err
}
