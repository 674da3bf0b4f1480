package evidence

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/alerts/internal/eventdata"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
)

// Subject is the event by which the footage plugin tells of filesets.
const Subject = "event.footage.fileset"

// Store keeps what is known of evidence.
type Store interface {
	// PutEvidence keeps a fileset unless a newer word of it is there, and reports whether an alert shows something else now.
	PutEvidence(ctx context.Context, orgID string, f Fileset) (changed bool, err error)
}

// Follower takes the events of filesets.
type Follower struct {
	store Store
	tell  func(ctx context.Context, orgID string, ids []string)
}

// NewFollower returns a follower; tell is called with the alert that shows something else now.
func NewFollower(store Store, tell func(ctx context.Context, orgID string, ids []string)) *Follower {
	return &Follower{store: store, tell: tell}
}

// Take takes one event. Filesets of no alert are somebody else's.
func (f *Follower) Take(ctx context.Context, e events.Event[eventdata.FilesetChanged]) error {
	if uuid.Validate(e.Data.AlertID) != nil {
		return nil
	}
	if !slices.Contains(Statuses, statusOf(e.Data.Status)) {
		return events.Permanent(fmt.Errorf("fileset %s has the unknown status %q", e.Data.FilesetRequestID, e.Data.Status))
	}
	changed, err := f.store.PutEvidence(ctx, e.OrgID, filesetOf(e))
	if fault.KindOf(err) == fault.NotFound {
		return nil // the organisation is gone
	}
	if err != nil {
		return err
	}
	if changed {
		f.tell(ctx, e.OrgID, []string{e.Data.AlertID})
	}
	return nil
}

// statusOf is the status as it is kept: events write it as people read it, "in progress".
func statusOf(written string) string { return strings.ReplaceAll(written, " ", "_") }

func filesetOf(e events.Event[eventdata.FilesetChanged]) Fileset {
	list := make([]File, len(e.Data.Files))
	for i, one := range e.Data.Files {
		list[i] = File{
			FileRequestID: one.FileRequestID, FileType: one.FileType, Channel: one.Channel, Status: statusOf(one.Status), Progress: one.Progress,
			StartMs: one.StartMs, DurationMs: one.DurationMs, Reason: one.Reason,
		}
	}
	return Fileset{
		AlertID: e.Data.AlertID, FilesetRequestID: e.Data.FilesetRequestID, Status: statusOf(e.Data.Status), Progress: min(max(e.Data.Progress, 0), 100), Files: list,
		Deleted: e.Data.Deleted, Sequence: e.Sequence,
	}
}
