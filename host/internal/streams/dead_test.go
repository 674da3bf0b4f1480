package streams_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"

	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/plugintest"
)

// consumes runs a plugin's consumer of groups until the test ends or stop is called.
func (f fixture) consumes(m manifest.Manifest, handle func(events.Event[events.GroupChanged]) error) (stop func()) {
	f.t.Helper()
	if err := f.streams.Install(f.t.Context(), m); err != nil {
		f.t.Fatal(err)
	}
	if err := f.publishing.Serve(m.ID); err != nil {
		f.t.Fatal(err)
	}
	c, err := f.access.Grant(m)
	if err != nil {
		f.t.Fatal(err)
	}
	client, err := events.Connect(events.Config{URL: c.URL, User: c.User, Password: c.Password, Plugin: m.ID, Log: slog.New(slog.NewTextHandler(f.t.Output(), nil))})
	if err != nil {
		f.t.Fatal(err)
	}
	events.Consume(client, "event.identity.group", func(_ context.Context, e events.Event[events.GroupChanged]) error { return handle(e) })
	ctx, cancel := context.WithCancel(f.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		client.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
		client.Close()
	}
	f.t.Cleanup(stop)
	return stop
}

func (f fixture) letters(filter streams.DeadLetterFilter) []streams.DeadLetter {
	f.t.Helper()
	letters, _, err := f.streams.Letters(f.t.Context(), filter, 0, 50)
	if err != nil {
		f.t.Fatal(err)
	}
	return letters
}

func until(t *testing.T, otherwise string, condition func() bool) {
	t.Helper()
	plugintest.Eventually(t, otherwise, condition)
}

// A poisoned event dies; the plugin is mended; a replay reaches that plugin alone, and exactly once, however often an operator asks.
func TestReplay_ReachesTheOneConsumerOnce(t *testing.T) {
	f := open(t, roomy)
	var others, mended atomic.Int32
	f.consumes(spa, func(events.Event[events.GroupChanged]) error { others.Add(1); return nil })
	stop := f.consumes(rooms, func(e events.Event[events.GroupChanged]) error {
		if e.ID == "bad" {
			return events.Permanent(errors.New("no such kind of group"))
		}
		return nil
	})
	for id, body := range map[string]string{"good": `{"id":"good","org_id":"demo","data":{"id":"g1"}}`, "bad": `{"id":"bad","org_id":"demo","data":{"id":"g2"}}`} {
		if _, err := f.host.Publish(t.Context(), "event.identity.group", []byte(body)); err != nil {
			t.Fatalf("publish %s: %v", id, err)
		}
	}
	until(t, "no letter died", func() bool { return len(f.letters(streams.DeadLetterFilter{Plugin: "rooms"})) == 1 })
	until(t, "the other plugin did not get both", func() bool { return others.Load() == 2 })
	stop()

	letter := f.letters(streams.DeadLetterFilter{Text: "NO SUCH KIND"})[0]
	if letter.Plugin != "rooms" || letter.Subject != "event.identity.group" || letter.EventID != "bad" || letter.OrgID != "demo" || letter.Attempts != 1 {
		t.Errorf("the letter is %+v", letter)
	}
	if consumer, err := f.streams.Consumer(t.Context(), letter); err != nil || consumer != "rooms-event-identity-group" {
		t.Errorf("its consumer is %q, %v", consumer, err)
	}
	f.consumes(rooms, func(e events.Event[events.GroupChanged]) error {
		if e.ID == "bad" && e.Data.ID == "g2" {
			mended.Add(1)
		}
		return nil
	})
	for range 3 {
		if err := f.streams.Replay(t.Context(), letter); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the replayed event was not handled", func() bool { return mended.Load() > 0 })
	// What comes behind it proves that nothing more is on its way.
	if _, err := f.host.Publish(t.Context(), "event.identity.group", []byte(`{"id":"last","org_id":"demo","data":{"id":"g3"}}`)); err != nil {
		t.Fatal(err)
	}
	until(t, "the other plugin did not get the last", func() bool { return others.Load() >= 3 })
	if mended.Load() != 1 || others.Load() != 3 {
		t.Errorf("handled %d times, by others %d; want 1 and 3", mended.Load(), others.Load())
	}
	if left := f.letters(streams.DeadLetterFilter{}); len(left) != 0 {
		t.Errorf("still dead: %+v", left)
	}
	if _, err := f.streams.DeadLetter(t.Context(), letter.Sequence); fault.KindOf(err) != fault.NotFound {
		t.Errorf("reading a replayed letter = %v, want not found", err)
	}
}

// A letter that dies again keeps its first subject; one that never came from a consumer stays where it is.
func TestReplay_DiesAgainOrCannot(t *testing.T) {
	f := open(t, roomy)
	f.consumes(rooms, func(events.Event[events.GroupChanged]) error { return events.Permanent(errors.New("still broken")) })
	if _, err := f.host.Publish(t.Context(), "event.identity.group", []byte(`{"id":"bad","org_id":"demo","data":{}}`)); err != nil {
		t.Fatal(err)
	}
	until(t, "no letter died", func() bool { return len(f.letters(streams.DeadLetterFilter{})) == 1 })
	first := f.letters(streams.DeadLetterFilter{})[0]
	if err := f.streams.Replay(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	until(t, "it did not die again", func() bool {
		now := f.letters(streams.DeadLetterFilter{})
		return len(now) == 1 && now[0].Sequence != first.Sequence
	})
	if again := f.letters(streams.DeadLetterFilter{})[0]; again.Subject != first.Subject {
		t.Errorf("the second letter is of %s, want %s", again.Subject, first.Subject)
	}
	if _, err := f.host.Publish(t.Context(), "dead.rooms.telemetry", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	byHand := f.letters(streams.DeadLetterFilter{})[0]
	if err := f.streams.Replay(t.Context(), byHand); fault.KindOf(err) != fault.Conflict {
		t.Errorf("replaying what never was in a consumer = %v, want conflict", err)
	}
	if err := f.streams.Discard(t.Context(), byHand.Sequence); err != nil || len(f.letters(streams.DeadLetterFilter{})) != 1 {
		t.Errorf("discard: %v", err)
	}
}

func TestLetters_ComeInPagesTheNewestFirst(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 1 << 20, Others: 8 << 20})
	for range 1200 { // more than one window
		if err := f.publishDead(); err != nil {
			t.Fatal(err)
		}
	}
	var seen []uint64
	for before := uint64(0); ; {
		letters, next, err := f.streams.Letters(t.Context(), streams.DeadLetterFilter{Plugin: "rooms"}, before, 500)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range letters {
			seen = append(seen, l.Sequence)
		}
		if before = next; next == 0 {
			break
		}
	}
	if len(seen) != 1200 || seen[0] != 1200 || seen[1199] != 1 {
		t.Errorf("%d letters from %d to %d, want 1200 from 1200 to 1", len(seen), seen[0], seen[len(seen)-1])
	}
	views, err := f.streams.Overview(t.Context())
	if err != nil || len(views) != 6 || views[5].Messages != 1200 || views[5].Oldest.IsZero() {
		t.Errorf("the streams are %+v, %v", views, err)
	}
}

func (f fixture) publishDead() error {
	_, err := f.host.Publish(f.t.Context(), "dead.rooms.event.identity.group", []byte("{}"))
	return err
}
