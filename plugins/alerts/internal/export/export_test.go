package export_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/dbtest"
	"outrider.dev/outrider/plugins/alerts/internal/export"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/media"
)

// storage keeps files in memory.
type storage struct {
	mu    sync.Mutex
	files map[string]string
}

func (s *storage) Write(_ context.Context, orgID, name string, from io.Reader) (media.Info, error) {
	raw, err := io.ReadAll(from)
	if err != nil {
		return media.Info{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[orgID+"/"+name] = string(raw)
	return media.Info{}, nil
}

func (s *storage) Delete(_ context.Context, orgID string, names ...string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		delete(s.files, orgID+"/"+name)
	}
	return nil
}

func (s *storage) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.files)
}

type world struct {
	*export.Shelf
	*storage
	now time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{storage: &storage{files: map[string]string{}}, now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	w.Shelf = export.New(export.NewRows(dbtest.Open(t, "plugins/alerts")), w.storage, slog.New(slog.DiscardHandler), func() time.Time { return w.now })
	return w
}

func say(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func (w *world) mustMake(t *testing.T, org, user string) {
	t.Helper()
	if _, err := w.Make(t.Context(), org, user, ".csv", say("rows")); err != nil {
		t.Fatalf("%s of %s: %v", user, org, err)
	}
}

func TestMake_OneAtATimeForEachUser(t *testing.T) {
	w := newWorld(t)
	_, err := w.Make(t.Context(), "demo", "ann", ".csv", func(to io.Writer) error {
		if _, err := w.Make(t.Context(), "demo", "ann", ".csv", say("second")); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a second one at the same time: %v, want conflict", err)
		}
		w.mustMake(t, "demo", "bob")
		w.mustMake(t, "rival", "ann")
		return say("first")(to)
	})
	if err != nil || w.count() != 3 {
		t.Fatalf("%v, %d files", err, w.count())
	}
	w.mustMake(t, "demo", "ann")
}

func TestMake_BoundsWhatIsKept(t *testing.T) {
	w := newWorld(t)
	for range export.OfUser {
		w.mustMake(t, "demo", "ann")
	}
	if _, err := w.Make(t.Context(), "demo", "ann", ".csv", say("one more")); fault.KindOf(err) != fault.Conflict {
		t.Errorf("one more than a user may have: %v, want conflict", err)
	}
	w.mustMake(t, "demo", "bob")
	piece := bytes.Repeat([]byte("x"), 1<<20)
	_, err := w.Make(t.Context(), "demo", "cy", ".csv", func(to io.Writer) error {
		for {
			if _, err := to.Write(piece); err != nil {
				return err
			}
		}
	})
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a file without end: %v", err)
	}
	if w.count() != export.OfUser+1 {
		t.Errorf("%d files are there", w.count())
	}
}

func TestMake_LeavesNothingOfWhatFailed(t *testing.T) {
	w := newWorld(t)
	broken := errors.New("broken")
	for range 2 * export.OfUser {
		if _, err := w.Make(t.Context(), "demo", "ann", ".csv", func(io.Writer) error { return broken }); !errors.Is(err, broken) {
			t.Fatalf("%v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := w.Make(ctx, "demo", "ann", ".csv", func(to io.Writer) error { cancel(); return say("late")(to) }); err == nil {
		t.Error("a file for somebody who has left")
	}
	if w.count() != 0 {
		t.Errorf("%d files stay", w.count())
	}
	w.mustMake(t, "demo", "ann")
}

func TestTidy(t *testing.T) {
	w := newWorld(t)
	w.mustMake(t, "demo", "ann")
	w.now = w.now.Add(export.Keep)
	w.mustMake(t, "demo", "bob")
	w.now = w.now.Add(time.Second)
	if err := w.Tidy(t.Context(), "demo"); err != nil || w.count() != 1 {
		t.Fatalf("%v, %d files stay, want bob's", err, w.count())
	}

	// One whose writer died keeps its user from others only for a while.
	died := make(chan struct{})
	wait := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = w.Make(context.WithoutCancel(t.Context()), "demo", "ann", ".csv", func(io.Writer) error { close(died); <-wait; return errors.New("never came back") })
	}()
	<-died
	w.now = w.now.Add(export.Abandon + time.Second)
	if err := w.Tidy(t.Context(), "demo"); err != nil {
		t.Fatal(err)
	}
	w.mustMake(t, "demo", "ann")
	close(wait)
	<-ended
}
