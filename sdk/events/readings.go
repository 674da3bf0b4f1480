package events

import "gorm.io/gorm"

// ReadingsTaken is what another system than the vehicle's device says of a vehicle. Subject "event.<plugin>.readings"; sdk/events/schema has its JSON Schema. Whoever lives from readings takes them from all plugins by
// "event.*.readings". A sample may come more than once.
type ReadingsTaken struct {
	VehicleID string   `json:"vehicle_id"`
	Samples   []Sample `json:"samples"` // at most 500, the oldest first
}

// MostReadings is how many samples one ReadingsTaken has at most.
const MostReadings = 500

// PublishReadings tells what was read of a vehicle, in the transaction that keeps it. pluginID is the manifest's id.
func PublishReadings(tx *gorm.DB, orgID, pluginID string, r ReadingsTaken) error {
	return Publish(tx, orgID, "event."+pluginID+".readings", r)
}
