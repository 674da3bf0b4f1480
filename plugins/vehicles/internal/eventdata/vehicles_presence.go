// Code generated from events/presence.schema.json of vehicles. DO NOT EDIT.

package eventdata

// PresenceChanged tells that a device of a vehicle came online or went offline.
type PresenceChanged struct {
	// Since when, Unix milliseconds.
	AtMs int64 `json:"at_ms"`

	// The device.
	DeviceID string `json:"device_id"`

	// Whether it is connected.
	Online bool `json:"online"`

	// The vehicle that the device is assigned to.
	VehicleID string `json:"vehicle_id"`
}
