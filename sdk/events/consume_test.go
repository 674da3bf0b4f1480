package events_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/web"
)

const groupSubject = "event.identity.group"

func publishGroups(t *testing.T, c *events.Client, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		id := fmt.Sprint("g", i)
		if err := c.PublishDirect(t.Context(), groupSubject, id, "demo", events.GroupChanged{ID: id, Label: "Depot"}); err != nil {
			t.Fatalf("publish %s: %v", id, err)
		}
	}
}

// seen collects ids in the order in which they came.
type seen struct {
	mu  sync.Mutex
	ids []string
}

func (s *seen) add(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids = append(s.ids, id)
}

func (s *seen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ids)
}

func TestConsume_InOrderAsThePluginInTheOrganisation(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	c := b.client("rooms")
	publishGroups(t, c, 0, 50)
	var got seen
	var last atomic.Uint64
	events.Consume(c, groupSubject, func(ctx context.Context, e events.Event[events.GroupChanged]) error {
		if web.Caller(ctx).OrgID != "demo" || e.Type != groupSubject || e.Version != 1 || e.Data.Label != "Depot" || e.At.IsZero() {
			t.Errorf("event %+v in organisation %q", e, web.Caller(ctx).OrgID)
		}
		if before := last.Swap(e.Sequence); before >= e.Sequence {
			t.Errorf("sequence %d after %d", e.Sequence, before)
		}
		got.add(e.ID)
		return nil
	})
	b.run(c)
	b.settled(events.StreamEvents, "rooms-event-identity-group")
	if got.count() != 50 {
		t.Errorf("%d events came, want 50", got.count())
	}
}

func TestConsume_RetriesThenBuries(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	c := b.client("rooms")
	publishGroups(t, c, 0, 3)
	var attempts atomic.Int32
	var got seen
	events.Consume(c, groupSubject, func(_ context.Context, e events.Event[events.GroupChanged]) error {
		if e.ID == "g1" {
			attempts.Add(1)
			return errors.New("cannot\r\nstore")
		}
		got.add(e.ID)
		return nil
	})
	b.run(c)
	letter := b.dead()
	if letter.Subject() != "dead.rooms.event.identity.group" || letter.Headers().Get(events.HeaderReason) != "cannot  store" ||
		letter.Headers().Get(events.HeaderSubject) != groupSubject || letter.Headers().Get(events.HeaderDeliveries) != "5" {
		t.Errorf("dead letter %s with %v", letter.Subject(), letter.Headers())
	}
	b.settled(events.StreamEvents, "rooms-event-identity-group")
	if attempts.Load() != 5 || got.count() != 2 {
		t.Errorf("%d attempts and %v, want 5 and the two good ones", attempts.Load(), got.ids)
	}
}

func TestConsume_PermanentPanicAndRubbish(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	c := b.client("rooms")
	if _, err := b.js.Publish(t.Context(), groupSubject, []byte(`{"data":`)); err != nil {
		t.Fatalf("publish: %v", err)
	}
	publishGroups(t, c, 0, 2)
	var panics atomic.Int32
	events.Consume(c, groupSubject, func(_ context.Context, e events.Event[events.GroupChanged]) error {
		if e.ID == "g0" {
			return fmt.Errorf("read: %w", events.Permanent(errors.New("no such kind")))
		}
		if panics.Add(1) == 1 {
			panic("boom")
		}
		return nil
	})
	b.run(c)
	for _, want := range []string{"not an event: unexpected end of JSON input", "read: no such kind"} {
		if got := b.dead().Headers().Get(events.HeaderReason); got != want {
			t.Errorf("reason %q, want %q", got, want)
		}
	}
	b.settled(events.StreamEvents, "rooms-event-identity-group")
	if panics.Load() != 2 {
		t.Errorf("the handler that panicked was called %d times, want 2", panics.Load())
	}
}

func TestConsume_WaitsWhileTheStoreIsAway(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	c := b.client("rooms")
	publishGroups(t, c, 0, 3)
	var away atomic.Int32
	var got seen
	events.Consume(c, groupSubject, func(_ context.Context, e events.Event[events.GroupChanged]) error {
		if away.Add(1) <= 7 { // more often than an error of its own may happen
			return fmt.Errorf("store: %w", fault.New(fault.Unavailable, "away"))
		}
		got.add(e.ID)
		return nil
	})
	b.run(c)
	b.settled(events.StreamEvents, "rooms-event-identity-group")
	if fmt.Sprint(got.ids) != "[g0 g1 g2]" {
		t.Errorf("handled %v, want all three in order", got.ids)
	}
}

// TestConsumeBatch_EachOnce: what waits so long that it is handed out again is handled once all the same, in order.
func TestConsumeBatch_EachOnce(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	again := b.impatient(events.StreamEvents, "rooms-event-identity-group")
	c := b.client("rooms")
	begun, finish := make(chan struct{}), make(chan struct{})
	var got seen
	events.ConsumeBatch(c, groupSubject, func(_ context.Context, batch []events.Event[events.GroupChanged]) error {
		for _, e := range batch {
			if e.ID == "g0" {
				close(begun)
				<-finish
			}
			got.add(e.ID)
		}
		return nil
	})
	b.run(c)
	publishGroups(t, c, 0, 1)
	<-begun
	publishGroups(t, c, 1, 4)
	plugintest.Eventually(t, "nothing is handed out again", func() bool { return again() >= 3 })
	close(finish)
	b.settled(events.StreamEvents, "rooms-event-identity-group")
	if fmt.Sprint(got.ids) != "[g0 g1 g2 g3]" {
		t.Errorf("handled %v, want each once and in order", got.ids)
	}
}

func TestConsume_SurvivesNATS(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	c := b.client("rooms")
	var got seen
	events.Consume(c, groupSubject, func(_ context.Context, e events.Event[events.GroupChanged]) error {
		got.add(e.ID)
		return nil
	})
	b.run(c)
	publishGroups(t, c, 0, 2)
	plugintest.Eventually(t, "the first events did not come", func() bool { return got.count() == 2 })
	b.stop()
	plugintest.Eventually(t, "the client still thinks that it is connected", func() bool { return !c.Connected() })
	if err := c.PublishDirect(t.Context(), groupSubject, "lost", "demo", events.GroupChanged{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("publishing without NATS = %v, want unavailable", err)
	}
	b.start()
	plugintest.Eventually(t, "the client does not come back", c.Connected)
	publishGroups(t, c, 2, 4)
	plugintest.Eventually(t, "no events come after NATS is back", func() bool { return got.count() >= 4 })
}

func TestConsume_ADrainFinishesAndGivesBack(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamEvents, "rooms-event-identity-group", groupSubject)
	first, second := b.client("rooms"), b.client("rooms")
	publishGroups(t, first, 0, 20)
	begun, finish := make(chan struct{}), make(chan struct{})
	var done atomic.Bool
	events.Consume(first, groupSubject, func(ctx context.Context, e events.Event[events.GroupChanged]) error {
		if e.ID == "g0" {
			close(begun)
			<-finish
			done.Store(ctx.Err() == nil)
		}
		return nil
	})
	cancel, wait := b.run(first)
	<-begun
	plugintest.Eventually(t, "the server does not hand out all events", func() bool { return b.handedOut(events.StreamEvents, "rooms-event-identity-group") == 20 })
	cancel()
	close(finish)
	wait()
	if !done.Load() {
		t.Error("the handler was not allowed to finish")
	}
	var got seen
	events.Consume(second, groupSubject, func(_ context.Context, e events.Event[events.GroupChanged]) error {
		got.add(e.ID)
		return nil
	})
	b.run(second)
	plugintest.Eventually(t, "the second process does not get what the first gave back", func() bool { return got.count() >= 19 })
	if got.ids[0] != "g1" {
		t.Errorf("the second process begins with %s, want g1: %v", got.ids[0], got.ids)
	}
}
