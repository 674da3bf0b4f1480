// Code generated from events/alert.schema.json of alerts. DO NOT EDIT.

package eventdata

// AlertRaised tells of a new alert.
type AlertRaised struct {
	// Its type: collision, imualert, speedingalert …
	AlertType string `json:"alert_type"`

	// Who told of it.
	DeviceID string `json:"device_id"`

	// The id of the alert.
	ID string `json:"id"`

	// What kind of an imualert it is.
	Label string `json:"label,omitempty"`

	// Degrees; null: not known.
	Lat *float64 `json:"lat"`

	// Degrees; null: not known.
	Lng *float64 `json:"lng"`

	// The input of an ioalert, from 1.
	Pin int `json:"pin,omitempty"`

	// How bad it is, the higher the worse.
	Severity int `json:"severity"`

	// When it happened, Unix milliseconds.
	TimeMs int64 `json:"time_ms"`

	// Where it happened.
	VehicleID string `json:"vehicle_id"`
}
