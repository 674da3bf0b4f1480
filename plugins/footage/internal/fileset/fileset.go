// Package fileset is what is fetched from devices: files that belong together, and how far each of them is.
package fileset

import (
	"errors"
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/faststart"
	"outrider.dev/sdk/device"
)

// Status is how far a file is. It only moves forward; Success and Canceled are final.
type Status string

// The statuses, in their order.
const (
	Created    Status = "created"     // waits to be asked for
	Accepted   Status = "accepted"    // the device will bring it
	InProgress Status = "in_progress" // it is being brought
	Complete   Status = "complete"    // it is there, and is looked at
	Success    Status = "success"     // it is there and is what it says
	Canceled   Status = "canceled"    // it will never be there; the reason says why
)

// Wire is the status as the catalogue writes it: what is stored has no space.
func (s Status) Wire() string { return strings.ReplaceAll(string(s), "_", " ") }

// Order are the statuses from first to last.
var Order = []Status{Created, Accepted, InProgress, Complete, Success, Canceled}

const (
	// LongestClip bounds what one file of video shows.
	LongestClip = 300 * time.Second
	// MaxFiles bounds a fileset.
	MaxFiles = 64
)

var (
	// ErrNotFound means that there is no such fileset, or it is hidden from the caller.
	ErrNotFound = errors.New("no such fileset")
	// ErrNoChannel means that a picture is wanted of no camera.
	ErrNoChannel = errors.New("video and pictures are of a channel from 1 to 8")
	// ErrType means that a kind of file is not known.
	ErrType = errors.New("there is no such kind of file")
	// ErrDuration means that a clip is empty or too long.
	ErrDuration = errors.New("a file covers 1 to 300 seconds")
)

// Wanted is a file to be fetched.
type Wanted struct {
	Type       string // one of device.FileTypes
	Channel    int    // 1 to 8 of video and pictures, else 0
	StartMs    int64  // Unix milliseconds
	DurationMs int64
}

// Check says what is wrong with a wish: ErrType, ErrNoChannel, ErrDuration.
func (w Wanted) Check() error {
	switch {
	case !slices.Contains(device.FileTypes, w.Type):
		return ErrType
	case w.ofCamera() && (w.Channel < 1 || w.Channel > 8):
		return ErrNoChannel
	case w.DurationMs < 1000 || w.DurationMs > LongestClip.Milliseconds():
		return ErrDuration
	default:
		return nil
	}
}

func (w Wanted) ofCamera() bool {
	return w.Type == device.FileVideo || w.Type == device.FileAlertVideo || w.Type == device.FileAlertSnaps
}

// File is a file that was asked for.
type File struct {
	Wanted
	ID       string
	Status   Status
	Progress int // percent
	Reason   string
	Size     int64  // bytes that are stored
	SHA256   string // of them

	DeviceSize   int64           // bytes that the device brought
	DeviceSHA256 string          // of them; empty of videos from before it was kept
	Rewrite      *faststart.Move // what was done to them; nil: nothing

	Thumbnail bool // a small picture lies beside it
}

// How the reason of a file begins that somebody did not want any more; the name follows.
const (
	canceledBy = "canceled by "
	deletedBy  = "deleted by "
)

// withdrawn reports whether somebody canceled or deleted it.
func (f File) withdrawn() bool {
	return strings.HasPrefix(f.Reason, canceledBy) || strings.HasPrefix(f.Reason, deletedBy)
}

// Fileset is files that belong together.
type Fileset struct {
	ID            string
	OrgID         string
	AlertID       string // whose evidence it is
	VehicleID     string
	VehicleName   string
	GroupPath     string
	DeviceID      string
	Description   string
	RequestedBy   string
	RequestedName string
	CreatedAt     time.Time
	Files         []File
	Shared        []string // user ids
}

// Progress is the floored average of the files'.
func (s Fileset) Progress() int {
	if len(s.Files) == 0 {
		return 0
	}
	sum := 0
	for _, f := range s.Files {
		sum += f.Progress
	}
	return sum / len(s.Files)
}

// Size is that of the files that are there, in bytes.
func (s Fileset) Size() (bytes int64) {
	for _, f := range s.Files {
		if f.Status == Success {
			bytes += f.Size
		}
	}
	return bytes
}

// Span is when its files begin, in Unix milliseconds, and how long they go on, in milliseconds.
func (s Fileset) Span() (startMs, durationMs int64) {
	end := int64(0)
	for i, f := range s.Files {
		if i == 0 || f.StartMs < startMs {
			startMs = f.StartMs
		}
		end = max(end, f.StartMs+f.DurationMs)
	}
	return startMs, end - startMs
}

// Types are the kinds of its files, each once and in order.
func (s Fileset) Types() []string {
	types := make([]string, len(s.Files))
	for i, f := range s.Files {
		types[i] = f.Type
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// Channels are the cameras of its files, each once and in order.
func (s Fileset) Channels() []int {
	channels := []int{}
	for _, f := range s.Files {
		if f.Channel > 0 {
			channels = append(channels, f.Channel)
		}
	}
	slices.Sort(channels)
	return slices.Compact(channels)
}

// Status is that of the file that is the least far; canceled only if all are.
func (s Fileset) Status() Status {
	least := Canceled
	for _, f := range s.Files {
		if slices.Index(Order, f.Status) < slices.Index(Order, least) {
			least = f.Status
		}
	}
	return least
}

// NameOf is the name of a file in the storage.
func NameOf(filesetID, fileID string) string { return "filesets/" + filesetID + "/" + fileID }

// ThumbnailOf is the name of a file's small picture in the storage.
func ThumbnailOf(filesetID, fileID string) string { return NameOf(filesetID, fileID) + ".jpg" }

// ParseName reads what NameOf wrote; false for another name.
func ParseName(name string) (filesetID, fileID string, ok bool) {
	parts := strings.Split(name, "/")
	if len(parts) != 3 || parts[0] != "filesets" {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// Names are the names of its files in the storage.
func (s Fileset) Names() []string {
	var names []string
	for _, f := range s.Files {
		names = append(names, NamesOf(s.ID, f)...)
	}
	return names
}

// NamesOf are the names of a file and of its small picture in the storage.
func NamesOf(filesetID string, f File) []string {
	return []string{NameOf(filesetID, f.ID), ThumbnailOf(filesetID, f.ID)}
}
