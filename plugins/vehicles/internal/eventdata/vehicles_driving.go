// Code generated from events/driving.schema.json of vehicles. DO NOT EDIT.

package eventdata

// DrivingChanged tells that a vehicle began a trip or ended one, by the samples of
// its default device.
type DrivingChanged struct {
	// When it set off, or moved last, Unix milliseconds.
	AtMs int64 `json:"at_ms"`

	// Its default device.
	DeviceID string `json:"device_id"`

	// Whether it is on a trip; false: parked.
	Driving bool `json:"driving"`

	// The vehicle.
	VehicleID string `json:"vehicle_id"`
}
