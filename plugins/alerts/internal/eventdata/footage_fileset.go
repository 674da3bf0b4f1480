// Code generated from events/fileset.schema.json of footage. DO NOT EDIT.

package eventdata

// FileChanged is one file of a fileset.
type FileChanged struct {
	// The camera, from 1; none for files of the device itself.
	Channel int `json:"channel,omitempty"`

	// Milliseconds.
	DurationMs int64 `json:"duration_ms"`

	// The id of the file.
	FileRequestID string `json:"file_request_id"`

	// One of device.FileTypes.
	FileType string `json:"file_type"`

	// Percent.
	Progress int `json:"progress"`

	// Why it is canceled.
	Reason string `json:"reason,omitempty"`

	// Unix milliseconds.
	StartMs int64 `json:"start_ms"`

	// As of the fileset.
	Status string `json:"status"`
}

// FilesetChanged is the new state of a fileset and its files.
type FilesetChanged struct {
	// The alert whose evidence it is; empty: of none.
	AlertID string `json:"alert_id,omitempty"`

	// The fileset is no more.
	Deleted bool `json:"deleted,omitempty"`

	// Who has the files.
	DeviceID string `json:"device_id"`

	// All files of the fileset.
	Files []FileChanged `json:"files"`

	// The id of the fileset.
	FilesetRequestID string `json:"fileset_request_id"`

	// Percent.
	Progress int `json:"progress"`

	// One of created, accepted, in progress, complete, success and canceled.
	Status string `json:"status"`

	// The vehicle at the time of the files.
	VehicleID string `json:"vehicle_id"`
}
