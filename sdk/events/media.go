package events

// MediaUploadedSubject is where the host tells of files that devices have brought.
const MediaUploadedSubject = "event.media.uploaded"

// MediaUploaded is a file that a device has brought, whole and with the hash that it promised. It is for the plugin that made the link.
type MediaUploaded struct {
	Plugin   string `json:"plugin"`
	Name     string `json:"name"` // as the plugin named it
	DeviceID string `json:"device_id"`
	Size     int64  `json:"size"`   // bytes
	SHA256   string `json:"sha256"` // hexadecimal
}
