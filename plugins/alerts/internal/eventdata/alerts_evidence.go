// Code generated from events/evidence.schema.json of alerts. DO NOT EDIT.

package eventdata

// AlertEvidence asks for the evidence of an alert.
type AlertEvidence struct {
	// The id of the alert.
	AlertID string `json:"alert_id"`

	// Who has the files.
	DeviceID string `json:"device_id"`

	// What is wanted.
	Files []EvidenceFile `json:"files"`

	// When it happened, Unix milliseconds.
	TimeMs int64 `json:"time_ms"`

	// Where it happened.
	VehicleID string `json:"vehicle_id"`
}

// EvidenceFile is one file of the evidence.
type EvidenceFile struct {
	// The camera, from 1; none for files of the device itself.
	Channel int `json:"channel,omitempty"`

	// Milliseconds.
	DurationMs int64 `json:"duration_ms"`

	// One of device.FileTypes.
	FileType string `json:"file_type"`

	// Unix milliseconds.
	StartMs int64 `json:"start_ms"`
}
