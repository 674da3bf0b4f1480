package presence

import (
	"maps"
	"slices"

	"gorm.io/gorm"

	"outrider.dev/outrider/plugins/vehicles/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/store"
)

// subjectDriving is the event of a vehicle that began a trip or ended one.
const subjectDriving = "event.vehicles.driving"

// trips are what samples of a device say of its trips: the one that ended, and the one that began after it. Zero: none.
type trips struct{ endedMs, beganMs int64 }

// tripsBetween compares a state with what samples made of it. Of several trips in one batch the last is told.
func tripsBetween(before, after State) (t trips) {
	if before.TripMs == after.TripMs {
		return trips{}
	}
	if before.TripMs != 0 {
		t.endedMs = before.MovedMs
		if after.TripMs == 0 {
			t.endedMs = after.MovedMs
		}
	}
	t.beganMs = after.TripMs
	return t
}

// tellDriving tells of the vehicles whose default device began or ended a trip between two states of theirs.
func tellDriving(tx *gorm.DB, orgID string, before, after map[string]State) error {
	of := map[string]trips{}
	for id, state := range after {
		if t := tripsBetween(before[id], state); t != (trips{}) {
			of[id] = t
		}
	}
	if len(of) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(of))
	type fitted struct{ DeviceID, VehicleID string }
	found, err := store.Rows[fitted](tx, `SELECT device_id, vehicle_id FROM vehicles.assignment WHERE org_id = ? AND device_id = ANY(?) AND to_ms IS NULL AND is_default ORDER BY device_id`, orgID, store.List(ids))
	if err != nil {
		return err
	}
	var told []eventdata.DrivingChanged
	for _, f := range found {
		t := of[f.DeviceID]
		if t.endedMs != 0 {
			told = append(told, eventdata.DrivingChanged{VehicleID: f.VehicleID, DeviceID: f.DeviceID, AtMs: t.endedMs})
		}
		if t.beganMs != 0 {
			told = append(told, eventdata.DrivingChanged{VehicleID: f.VehicleID, DeviceID: f.DeviceID, Driving: true, AtMs: t.beganMs})
		}
	}
	return events.PublishAll(tx, orgID, subjectDriving, told)
}
