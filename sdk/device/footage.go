package device

// The commands that concern video and files. Times are Unix milliseconds; channels are 1 to 8.
const (
	CommandStartStream     = "start_stream"     // StartStream; accepted, or failed
	CommandPlayRecording   = "play_recording"   // PlayRecording; accepted with Played, or failed
	CommandStopStream      = "stop_stream"      // StopStream; done
	CommandListRecordings  = "list_recordings"  // ListRecordings; done with Recordings
	CommandUpload          = "upload"           // Upload; accepted, progress, done with Uploaded, or failed
	CommandCancelUpload    = "cancel_upload"    // CancelUpload; done
	CommandConfigureUpload = "configure_upload" // ConfigureUpload; done
)

// The profiles of a live stream: full size, or small for a tile.
const (
	ProfileMain = "main"
	ProfileSub  = "sub"
)

// StartStream asks for a live picture, published by RTSP RECORD to URL until StopStream or the end of the connection.
type StartStream struct {
	Session string `json:"session"`
	Channel int    `json:"channel"`
	URL     string `json:"url"`     // "rtsp://host:8554/{device}/{channel}?token=…"
	Profile string `json:"profile"` // main or sub
	Audio   bool   `json:"audio"`   // with sound, if there is a microphone
	GOPMs   int    `json:"gop_ms"`  // a key frame at least this often
}

// PlayRecording asks for what was recorded, published like a live picture and at its own speed.
type PlayRecording struct {
	Session string `json:"session"`
	Channel int    `json:"channel"`
	URL     string `json:"url"`
	StartMs int64  `json:"start_ms"`
	EndMs   int64  `json:"end_ms"` // 0: as far as there is something
}

// Played is the data of the reply that accepts PlayRecording: what is shown, which may begin later than what was asked for.
type Played struct {
	StartMs int64 `json:"start_ms"`
	EndMs   int64 `json:"end_ms"` // 0: not known
}

// StopStream ends what StartStream or PlayRecording began.
type StopStream struct {
	Session string `json:"session"`
}

// ListRecordings asks what is on the device.
type ListRecordings struct {
	FromMs int64 `json:"from_ms"`
	ToMs   int64 `json:"to_ms"`
}

// Recordings is the answer, by channel and time.
type Recordings struct {
	Intervals []Recording `json:"intervals"`
}

// Recording is a stretch without a gap.
type Recording struct {
	Channel int   `json:"channel"`
	StartMs int64 `json:"start_ms"`
	EndMs   int64 `json:"end_ms"` // 0: it is still growing, or its end is not known
}

// The kinds of files.
const (
	FileVideo         = "video"
	FileTracking      = "tracking"
	FileAccelerometer = "accelerometer"
	FileAlertVideo    = "alert_video"
	FileAlertSnaps    = "alert_snaps" // a zip of JPEG pictures
	FileAlertTracking = "alert_tracking"
	FileAlertIMU      = "alert_imu"
)

// FileTypes are all kinds of files.
var FileTypes = []string{FileVideo, FileTracking, FileAccelerometer, FileAlertVideo, FileAlertSnaps, FileAlertTracking, FileAlertIMU}

// Upload asks for one file, sent in parts to URL (docs/device-protocol.md). The same file_request_id again is the same file: the device
// goes on where it was, also after a restart.
type Upload struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type"`
	Channel       int    `json:"channel,omitempty"` // of video and pictures
	StartMs       int64  `json:"start_ms"`
	DurationMs    int64  `json:"duration_ms"`
	URL           string `json:"url"`
	PartBytes     int64  `json:"part_bytes"`
}

// CancelUpload ends an Upload that is not wanted any more, begun or not. One that the device does not know is ended too.
type CancelUpload struct {
	FileRequestID string `json:"file_request_id"`
}

// Uploaded is the data of the last reply to Upload: what was sent, which may be less than was asked for.
type Uploaded struct {
	Size       int64  `json:"size"`   // bytes
	SHA256     string `json:"sha256"` // hexadecimal
	StartMs    int64  `json:"start_ms"`
	DurationMs int64  `json:"duration_ms"`
}

// ConfigureUpload sets what the device sends by itself with an event: keys imu, io|*, io|1 to io|8.
type ConfigureUpload struct {
	Configs map[string]UploadConfig `json:"configs"`
}

// UploadConfig is what goes with one kind of event.
type UploadConfig struct {
	Data  UploadData  `json:"data"`
	Media UploadMedia `json:"media"`
}

// UploadData are the measurements.
type UploadData struct {
	IMU      Enabled `json:"imu"`
	Tracking Enabled `json:"tracking"`
}

// UploadMedia are the pictures; no channel of Video means all.
type UploadMedia struct {
	Snaps Enabled `json:"snaps"`
	Video Enabled `json:"video"`
}

// Enabled is a switch.
type Enabled struct {
	Enabled  bool  `json:"enabled"`
	Channels []int `json:"channels,omitempty"`
}
