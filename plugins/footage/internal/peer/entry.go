package peer

import (
	"context"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/live"
	"outrider.dev/outrider/plugins/footage/internal/viewing"
)

// Entry is a view and the process that has it.
type Entry struct {
	ID          string
	OrgID       string
	UserID      string
	DeviceID    string
	Channel     int
	Profile     string
	Recording   bool
	Process     string
	Address     string
	Certificate []byte
	Secret      string
}

// Directory finds views of other processes.
type Directory interface {
	// Find is a view of a user, wherever it is; viewing.ErrGone.
	Find(ctx context.Context, w viewing.Watcher, id string, now time.Time) (Entry, error)
	// Of are the views of a user in other processes.
	Of(ctx context.Context, w viewing.Watcher, which viewing.Filter, now time.Time) ([]Entry, error)
	// Shown is some view of a live camera in another process; false if there is none.
	Shown(ctx context.Context, c live.Camera, now time.Time) (Entry, bool, error)
}
