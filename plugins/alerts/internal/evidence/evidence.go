// Package evidence is what an alert knows of the files that prove it. The files are the footage plugin's, which tells of every change.
package evidence

import (
	"slices"

	"outrider.dev/sdk/device"
)

// The statuses of a fileset and of its files, from first to last; Success and Canceled are final.
const (
	Created    = "created"
	Accepted   = "accepted"
	InProgress = "in_progress"
	Complete   = "complete"
	Success    = "success"
	Canceled   = "canceled"
)

// Statuses are all of them.
var Statuses = []string{Created, Accepted, InProgress, Complete, Success, Canceled}

// words are how people speak of statuses; "none" is an alert without a request.
var words = map[string][]string{
	"none":    {""},
	"pending": {Created, Accepted, InProgress, Complete},
	"ready":   {Success},
	"failed":  {Canceled},
}

// Words are the values of the filter "evidence", the statuses themselves included.
var Words = append([]string{"none", "pending", "ready", "failed"}, Statuses...)

// StatusesOf are the statuses that a word of Words stands for.
func StatusesOf(word string) []string {
	if found, ok := words[word]; ok {
		return found
	}
	return []string{word}
}

// File is one file of an alert. Times are Unix milliseconds.
type File struct {
	FileRequestID string `json:"file_request_id"`
	FileType      string `json:"file_type" doc:"alert_video, alert_snaps, alert_tracking, alert_imu, video, tracking or accelerometer"`
	Channel       int    `json:"channel" doc:"1 to 8 of video and pictures, else 0"`
	Status        string `json:"status"`
	Progress      int    `json:"progress" doc:"Percent"`
	StartMs       int64  `json:"start_ms"`
	DurationMs    int64  `json:"duration_ms"`
	Reason        string `json:"reason" doc:"Why it is canceled"`
}

// IsVideo reports whether the file is moving pictures of a channel.
func (f File) IsVideo() bool {
	return slices.Contains([]string{device.FileVideo, device.FileAlertVideo}, f.FileType)
}

// IsPictures reports whether the file is a zip of pictures of a channel.
func (f File) IsPictures() bool { return f.FileType == device.FileAlertSnaps }

// IsTrack reports whether the file is a tracking file.
func (f File) IsTrack() bool {
	return slices.Contains([]string{device.FileTracking, device.FileAlertTracking}, f.FileType)
}

// IsIMU reports whether the file is an IMU file.
func (f File) IsIMU() bool {
	return slices.Contains([]string{device.FileAccelerometer, device.FileAlertIMU}, f.FileType)
}

// Fileset is how far the evidence of an alert is.
type Fileset struct {
	AlertID          string
	FilesetRequestID string
	Status           string
	Progress         int
	Files            []File
	Deleted          bool
	Sequence         uint64 // of the event, in its stream
}
