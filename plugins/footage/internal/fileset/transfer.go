package fileset

import (
	"time"

	"outrider.dev/outrider/plugins/footage/internal/faststart"
)

// Due is a file for which something is to be done.
type Due struct {
	OrgID, ID, FilesetID, DeviceID, Type, Status string
	Channel                                      int
	StartMs, DurationMs, Size                    int64
	CreatedAt                                    time.Time
	DeviceSHA256                                 string          // of what the device brought, once it is there; empty of what came before it was kept
	Rewrite                                      *faststart.Move // what an earlier look has done to it, or was about to
}

// Ended is a file that nobody wants any more.
type Ended struct {
	OrgID, FileID, FilesetID, DeviceID string
	Tell                               bool // the device was asked for it
}

// FileRef says which file is meant: by its id, or by the command that asked for it.
type FileRef struct{ OrgID, DeviceID, FileID, Command string }

// Change is how far a file has come.
type Change struct {
	Status   Status
	Progress int
	Reason   string
	Size     int64
	SHA256   string
	Due      time.Time // not before: the next look at it

	Thumbnail int64 // bytes of the small picture beside it; 0: there is none
}

// Old is a file that is older than it is kept.
type Old struct{ OrgID, FilesetID, ID string }
