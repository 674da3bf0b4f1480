// Package transfer brings files from devices: it asks for each until it is there, takes what devices say of it, and looks whether what came
// is what was asked for. What it knows is in the database, so that any process goes on with it.
package transfer

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"outrider.dev/outrider/plugins/footage/internal/ask"
	"outrider.dev/outrider/plugins/footage/internal/faststart"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/policy"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/media"
)

const (
	lookEvery = time.Second
	// askAgain is how long a command waits for its device; then, if nothing was heard, another is sent with a new link.
	askAgain = time.Hour
	// linkLife is longer than a command, so that what a device began it can finish.
	linkLife = 24 * time.Hour
	// putOff is how long what is due belongs to the process that took it.
	putOff = 2 * time.Minute
	// tryAgain is how long what could not be done waits.
	tryAgain = 10 * time.Second
	batch    = 32
	// patience is how long a device may stay away before its files are given up.
	patience  = 30 * 24 * time.Hour
	partBytes = 1 << 20
	// maxBytes bounds a file: 300 s of video at 24 Mb/s.
	maxBytes = 900 << 20
)

// Files keeps how far files are.
type Files interface {
	Due(ctx context.Context, now time.Time, putOff time.Duration, limit int) ([]fileset.Due, error)
	// Asking notes which command is about to ask for a file; false: it has come meanwhile.
	Asking(ctx context.Context, orgID, id, command string) (bool, error)
	// Asked notes that the command is on its way, and when the file is due again if nothing is heard.
	Asked(ctx context.Context, orgID, id, command string, again time.Time) error
	// Again has a file due at once the pause is over.
	Again(ctx context.Context, orgID, id string, at time.Time) error
	// Rewriting notes what is about to be done to a file's bytes.
	Rewriting(ctx context.Context, orgID, id string, m faststart.Move) error
	// Ended takes files that nobody wants any more and puts them off, so that no other process takes them too; Settled forgets one.
	Ended(ctx context.Context, now time.Time, putOff time.Duration, limit int) ([]fileset.Ended, error)
	Settled(ctx context.Context, e fileset.Ended) error
	Move(ctx context.Context, which fileset.FileRef, to fileset.Change) ([]fileset.Fileset, error)
	Expects(ctx context.Context, orgID, deviceID, fileID string) (bool, error)
}

// Devices are sent commands.
type Devices interface {
	Send(ctx context.Context, q ask.Question, kind string, data any, life time.Duration) error
}

// Storage is where files arrive.
type Storage interface {
	UploadLink(ctx context.Context, u media.Upload) (url string, expires time.Time, err error)
	Open(ctx context.Context, orgID, name string) (*media.Reader, error)
	Write(ctx context.Context, orgID, name string, from io.Reader) (media.Info, error)
	Delete(ctx context.Context, orgID string, names ...string) error
}

// Rooms says how much room organisations have.
type Rooms interface {
	Room(ctx context.Context, orgID string) (policy.Room, error)
}

// Pictures makes small pictures.
type Pictures interface {
	Video(ctx context.Context, path string) ([]byte, error)
	Pictures(r io.ReaderAt, size int64) ([]byte, error)
}

// Deps are what a worker works with. Tell is told of filesets that have changed.
type Deps struct {
	Files    Files
	Devices  Devices
	Storage  Storage
	Rooms    Rooms
	Pictures Pictures
	Tell     func(ctx context.Context, changed []fileset.Fileset)
	Log      *slog.Logger
	Now      func() time.Time
}

// Worker brings files.
type Worker struct {
	files    Files
	devices  Devices
	storage  Storage
	rooms    Rooms
	pictures Pictures
	tell     func(ctx context.Context, changed []fileset.Fileset)
	log      *slog.Logger
	now      func() time.Time
}

// New returns a worker; Run does the work.
func New(p Deps) *Worker {
	return &Worker{p.Files, p.Devices, p.Storage, p.Rooms, p.Pictures, p.Tell, p.Log, p.Now}
}

// Run does what is due until ctx ends.
func (c *Worker) Run(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		due, err := c.files.Due(ctx, c.now(), putOff, batch)
		if err != nil && ctx.Err() == nil {
			return err
		}
		ended, err := c.files.Ended(ctx, c.now(), putOff, batch)
		if err != nil && ctx.Err() == nil {
			return err
		}
		for _, one := range ended {
			if err := c.end(ctx, one); err != nil && ctx.Err() == nil {
				c.log.Warn("a file that nobody wants is put off", "file", one.FileID, "device", one.DeviceID, "error", err)
			}
		}
		for _, one := range due {
			if err := c.work(ctx, one); err != nil && ctx.Err() == nil {
				c.log.Warn("a file is put off", "file", one.ID, "device", one.DeviceID, "error", errors.Join(err, c.files.Again(ctx, one.OrgID, one.ID, c.now().Add(tryAgain))))
			}
		}
		if len(due) == batch || len(ended) == batch {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (c *Worker) work(ctx context.Context, d fileset.Due) error {
	switch {
	case d.Status == string(fileset.Complete):
		return c.look(ctx, d)
	case c.now().Sub(d.CreatedAt) > patience:
		return c.move(ctx, fileset.FileRef{OrgID: d.OrgID, DeviceID: d.DeviceID, FileID: d.ID}, fileset.Change{Status: fileset.Canceled, Reason: "the device did not come back"})
	default:
		return c.ask(ctx, d)
	}
}

// ask sends the command again, with a link to the parts that are there already.
func (c *Worker) ask(ctx context.Context, d fileset.Due) error {
	room, err := c.rooms.Room(ctx, d.OrgID)
	if err != nil {
		return err
	}
	if full := room.Take(1); full != nil {
		return c.move(ctx, fileset.FileRef{OrgID: d.OrgID, DeviceID: d.DeviceID, FileID: d.ID}, fileset.Change{Status: fileset.Canceled, Reason: full.Error()})
	}
	url, _, err := c.storage.UploadLink(ctx, media.Upload{
		OrgID: d.OrgID, Name: fileset.NameOf(d.FilesetID, d.ID), DeviceID: d.DeviceID, MaxBytes: maxBytes, Life: linkLife,
	})
	if err != nil {
		return err
	}
	q := ask.Question{ID: uuid.NewString(), OrgID: d.OrgID, DeviceID: d.DeviceID}
	if still, err := c.files.Asking(ctx, d.OrgID, d.ID, q.ID); err != nil || !still {
		return err
	}
	err = c.devices.Send(ctx, q, device.CommandUpload, device.Upload{
		FileRequestID: d.ID, FileType: d.Type, Channel: d.Channel, StartMs: d.StartMs, DurationMs: d.DurationMs, URL: url, PartBytes: partBytes,
	}, askAgain)
	if err != nil {
		return err
	}
	return c.files.Asked(ctx, d.OrgID, d.ID, q.ID, c.now().Add(askAgain))
}

// end ends the link of a file that nobody wants any more, with what is there of it, and tells the device.
func (c *Worker) end(ctx context.Context, e fileset.Ended) error {
	if err := c.storage.Delete(ctx, e.OrgID, fileset.NamesOf(e.FilesetID, fileset.File{ID: e.FileID})...); err != nil {
		return err
	}
	if e.Tell {
		q := ask.Question{ID: uuid.NewString(), OrgID: e.OrgID, DeviceID: e.DeviceID}
		if err := c.devices.Send(ctx, q, device.CommandCancelUpload, device.CancelUpload{FileRequestID: e.FileID}, linkLife); err != nil {
			return err
		}
	}
	return c.files.Settled(ctx, e)
}

// Replied takes what a device says of a file.
func (c *Worker) Replied(ctx context.Context, e events.Event[events.DeviceReply]) error {
	r := e.Data
	step := fileset.Change{Due: c.now().Add(askAgain)}
	switch r.Status {
	case ask.Accepted:
		step.Status = fileset.Accepted
	case ask.Progress:
		step.Status = fileset.InProgress
		if r.Progress != nil {
			step.Progress = min(max(int(*r.Progress), 0), 99)
		}
	case ask.Done:
		step.Status, step.Progress = fileset.InProgress, 99 // the bytes say when it is there
	case ask.Failed:
		step.Status, step.Reason = fileset.Canceled, r.Text
	default:
		return nil
	}
	return c.move(ctx, fileset.FileRef{OrgID: e.OrgID, DeviceID: r.DeviceID, Command: r.ID}, step)
}

// Uploaded takes that a file is there, whole.
func (c *Worker) Uploaded(ctx context.Context, e events.Event[events.MediaUploaded]) error {
	u := e.Data
	filesetID, fileID, ok := fileset.ParseName(u.Name)
	if u.Plugin != "footage" || !ok || filesetID == "" {
		return nil
	}
	expected, err := c.files.Expects(ctx, e.OrgID, u.DeviceID, fileID)
	if err != nil {
		return err
	}
	if !expected { // deleted or canceled meanwhile: nobody would ever look at it, or remove it
		return c.storage.Delete(ctx, e.OrgID, u.Name)
	}
	return c.move(ctx, fileset.FileRef{OrgID: e.OrgID, DeviceID: u.DeviceID, FileID: fileID},
		fileset.Change{Status: fileset.Complete, Progress: 99, Size: u.Size, SHA256: u.SHA256, Due: c.now()})
}

func (c *Worker) move(ctx context.Context, which fileset.FileRef, to fileset.Change) error {
	changed, err := c.files.Move(ctx, which, to)
	if err != nil {
		return err
	}
	c.tell(ctx, changed)
	return nil
}
