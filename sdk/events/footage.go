package events

// FilesetChanged is the new state of a fileset and its files. Subject "event.footage.fileset".
type FilesetChanged struct {
	FilesetRequestID string        `json:"fileset_request_id"`
	AlertID          string        `json:"alert_id,omitempty"` // whose evidence it is
	VehicleID        string        `json:"vehicle_id"`
	DeviceID         string        `json:"device_id"`
	Status           string        `json:"status"`   // created, accepted, in_progress, complete, success or canceled
	Progress         int           `json:"progress"` // percent
	Files            []FileChanged `json:"files"`
	Deleted          bool          `json:"deleted,omitempty"`
}

// FileChanged is one file of FilesetChanged.
type FileChanged struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"` // one of device.FileTypes
	Channel       int    `json:"channel,omitempty"`
	Status        string `json:"status"`
	Progress      int    `json:"progress"`
	StartMs       int64  `json:"start_ms"` // Unix milliseconds
	DurationMs    int64  `json:"duration_ms"`
	Reason        string `json:"reason,omitempty"` // why it is canceled
}

// AlertEvidence asks for the evidence of an alert. Subject "event.alerts.evidence".
type AlertEvidence struct {
	AlertID   string         `json:"alert_id"`
	VehicleID string         `json:"vehicle_id"`
	DeviceID  string         `json:"device_id"`
	TimeMs    int64          `json:"time_ms"` // Unix milliseconds
	Files     []EvidenceFile `json:"files"`
}

// EvidenceFile is one file of AlertEvidence.
type EvidenceFile struct {
	FileType   string `json:"file_type"` // one of device.FileTypes
	Channel    int    `json:"channel,omitempty"`
	StartMs    int64  `json:"start_ms"` // Unix milliseconds
	DurationMs int64  `json:"duration_ms"`
}
