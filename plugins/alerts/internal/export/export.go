// Package export keeps the files that users have made of alerts: one at a time for each user, so many of a user and so many bytes of an organisation
// at once, and none for longer than its link is good.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
)

// Bounds of what is kept.
const (
	Keep     = 30 * time.Minute // after a file was made; its link is good for 10 minutes, and a download may take its time
	Abandon  = 10 * time.Minute // after which one that is still being written has lost its writer
	OfUser   = 10               // files
	OfFile   = 256 << 20        // bytes
	OfOrg    = 4 << 30          // bytes, those that are being written counted as OfFile
	tidyTime = 10 * time.Second // for taking away what came to nothing
)

// The reasons of refusals.
const (
	textBusy = "Another file is being made for you. Please wait until it is ready."
	textMany = "You have had many files made. Please try again in half an hour."
	textFull = "The files that were made for your organisation take all the room there is for them. Please try again in half an hour."
	textLong = "This file would be too large. Please choose a shorter time."
)

// Files is the storage.
type Files interface {
	Write(ctx context.Context, orgID, name string, from io.Reader) (media.Info, error)
	Delete(ctx context.Context, orgID string, names ...string) error
}

// Book knows which files there are.
type Book interface {
	// Begin notes a file that is about to be written, and says how many bytes there is room for; ErrBusy, ErrMany.
	Begin(ctx context.Context, f File) (room int64, err error)
	End(ctx context.Context, f File) error
	Forget(ctx context.Context, orgID, name string) error
	// Old are files made before, and files that were begun before and never ended.
	Old(ctx context.Context, orgID string, madeBefore, begunBefore time.Time) (names []string, err error)
}

// Errors of a Book.
var (
	ErrBusy = errors.New("the user has a file made already")
	ErrMany = errors.New("the user has many files")
)

// File is one of them.
type File struct {
	OrgID, UserID, Name string
	At                  time.Time // of what is said of it
	Bytes               int64
}

// Shelf makes files and takes them away. It is safe for concurrent use.
type Shelf struct {
	book  Book
	files Files
	log   *slog.Logger
	now   func() time.Time
}

// New makes a shelf.
func New(book Book, files Files, log *slog.Logger, now func() time.Time) *Shelf {
	return &Shelf{book: book, files: files, log: log, now: now}
}

// Make stores what write writes for a user and returns its name. Faults: conflict while another one is being made for that user, or there are too
// many; invalid if it grows too large. Of what came to nothing nothing stays.
func (s *Shelf) Make(ctx context.Context, orgID, userID, suffix string, write func(io.Writer) error) (name string, err error) {
	f := File{OrgID: orgID, UserID: userID, Name: "reports/" + uuid.NewString() + suffix, At: s.now()}
	room, err := s.book.Begin(ctx, f)
	switch {
	case errors.Is(err, ErrBusy):
		return "", fault.New(fault.Conflict, textBusy)
	case errors.Is(err, ErrMany):
		return "", fault.New(fault.Conflict, textMany)
	case err != nil:
		return "", err
	}
	if room > 0 {
		f.Bytes, err = s.store(ctx, f, write, room)
	} else {
		err = fault.New(fault.Conflict, textFull)
	}
	if err == nil {
		f.At = s.now()
		err = s.book.End(ctx, f)
	}
	if err != nil {
		over, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyTime) // whoever asked may have left
		defer cancel()
		if dropped := s.drop(over, orgID, f.Name); dropped != nil {
			s.log.Warn("a file that came to nothing stays for now", "file", f.Name, "error", dropped.Error())
		}
		return "", err
	}
	return f.Name, nil
}

func (s *Shelf) store(ctx context.Context, f File, write func(io.Writer) error, room int64) (bytes int64, err error) {
	reader, writer := io.Pipe()
	bounded := &boundedWriter{to: writer, room: room}
	written := make(chan error, 1)
	go func() {
		err := write(bounded)
		_ = writer.CloseWithError(err) // never fails
		written <- err
	}()
	_, err = s.files.Write(ctx, f.OrgID, f.Name, reader)
	_ = reader.CloseWithError(err) // the writer stops, too
	wrote := <-written
	switch {
	case bounded.full:
		return 0, fault.InvalidFields(textLong, fault.Field{Location: "body.filters", Message: textLong})
	case err == nil && wrote != nil:
		err = wrote
	}
	if err != nil {
		return 0, fmt.Errorf("write a file: %w", err)
	}
	return bounded.written, nil
}

// Tidy takes away the files of an organisation that nobody can fetch any more: the bytes first, so that none are left without a row.
func (s *Shelf) Tidy(ctx context.Context, orgID string) error {
	now := s.now()
	names, err := s.book.Old(ctx, orgID, now.Add(-Keep), now.Add(-Abandon))
	if err != nil {
		return err
	}
	var problems []error
	for _, name := range names {
		problems = append(problems, s.drop(ctx, orgID, name))
	}
	return errors.Join(problems...)
}

func (s *Shelf) drop(ctx context.Context, orgID, name string) error {
	if err := s.files.Delete(ctx, orgID, name); err != nil {
		return err
	}
	return s.book.Forget(ctx, orgID, name)
}

var errFull = errors.New("there is no more room for the file")

// boundedWriter lets so many bytes through.
type boundedWriter struct {
	to            io.Writer
	room, written int64
	full          bool
}

func (w *boundedWriter) Write(p []byte) (int, error) {
	if w.written+int64(len(p)) > w.room {
		w.full = true
		return 0, errFull
	}
	n, err := w.to.Write(p)
	w.written += int64(n)
	return n, err
}
