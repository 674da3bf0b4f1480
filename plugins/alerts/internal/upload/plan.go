package upload

import (
	"slices"
	"strings"

	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/sdk/device"
)

const (
	beforeMs  = 15_000 // of the event are in a clip
	afterMs   = 10_000
	longestMs = 30_000 // of a long event are in a clip
)

// Camera is what a device told of its cameras.
type Camera struct {
	Model      string
	Channels   []int // none: not known
	DMSChannel int   // watches the driver; 0: not known
}

// unknownChannels are those of a device that has not told.
var unknownChannels = []int{1, 2, 3, 4}

func (c Camera) channels() []int {
	if len(c.Channels) == 0 {
		return unknownChannels
	}
	return c.Channels
}

// driver is the camera that watches the driver; the first one that is on if that is off.
func (c Camera) driver() int {
	channel := 2
	switch {
	case c.DMSChannel > 0:
		channel = c.DMSChannel
	case c.Model == "D700":
		channel = 1
	}
	if !slices.Contains(c.channels(), channel) {
		return c.channels()[0]
	}
	return channel
}

// AttributeOf is the attribute that decides about an alert's evidence; empty for what the server raises: there is nothing to upload. Of
// alerts that another plugin raises its type says whether there is.
func AttributeOf(a alert.Alert) (attribute string, pin int) {
	switch {
	case a.AlertType == "ioalert":
		return IO, a.Pin
	case a.Declared != nil && !a.Declared.Media:
		return "", 0
	case a.Kind == alert.Driving && a.AlertType != Disabled:
		return IMU, 0
	default:
		return "", 0
	}
}

// Wanted reports whether an alert has evidence by a setting. What the system switched off are frequent jolts and inputs: a collision or a tired
// driver keeps its evidence.
func (s Setting) Wanted(a alert.Alert) bool {
	return s.Chosen() && (s.DisabledMs == 0 || !counted(a))
}

// Files are the files of an alert's evidence: first what is small and quick, then video, the camera that saw it first.
func (s Setting) Files(a alert.Alert, c Camera) []eventdata.EvidenceFile {
	length := int64(beforeMs + afterMs)
	if a.DurationMs != nil {
		length += min(max(*a.DurationMs, 0), longestMs)
	}
	file := func(kind string, channel int) eventdata.EvidenceFile {
		return eventdata.EvidenceFile{FileType: kind, Channel: channel, StartMs: a.ByDeviceMs() - beforeMs, DurationMs: length}
	}
	saw := c.saw(a)
	var files []eventdata.EvidenceFile
	if s.Snaps {
		files = append(files, file(device.FileAlertSnaps, saw))
	}
	if s.Tracking {
		files = append(files, file(device.FileAlertTracking, 0))
	}
	if s.IMU {
		files = append(files, file(device.FileAlertIMU, 0))
	}
	if s.Video {
		for _, channel := range s.cameras(c, saw) {
			files = append(files, file(device.FileAlertVideo, channel))
		}
	}
	return files
}

// saw is the camera that saw the event, as far as is known.
func (c Camera) saw(a alert.Alert) int {
	switch {
	case a.Channel > 0:
		return a.Channel
	case strings.HasPrefix(a.AlertType, "dms"):
		return c.driver()
	default:
		return c.channels()[0]
	}
}

// cameras are those whose video is wanted and that the device has, the one that saw it first.
func (s Setting) cameras(c Camera, saw int) []int {
	list := slices.Clone(c.channels())
	if len(s.Channels) > 0 {
		list = slices.DeleteFunc(list, func(channel int) bool { return !slices.Contains(s.Channels, channel) })
	}
	slices.Sort(list)
	slices.SortStableFunc(list, func(a, b int) int {
		switch {
		case a == saw && b != saw:
			return -1
		case b == saw && a != saw:
			return 1
		default:
			return 0
		}
	})
	return list
}
