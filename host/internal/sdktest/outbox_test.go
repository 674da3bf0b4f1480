package sdktest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/store"
)

const bookingSubject = "event.rooms.booking"

// anything is a source of capabilities for tests that never reach a database.
type anything struct{}

func (anything) Capability(context.Context, string) (string, time.Time, error) {
	return "x", time.Now().Add(time.Hour), nil
}

type booked struct {
	Room string `json:"room"`
}

func publish(t *testing.T, db *store.DB, room string) {
	t.Helper()
	if err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return errors.Join(book(tx, "demo", room, room), events.Publish(tx, "demo", bookingSubject, booked{room}))
	}); err != nil {
		t.Fatalf("publish %s: %v", room, err)
	}
}

// relayed is a NATS with the stream, and what a plugin's processes need to run their relays.
type relayed struct {
	t      *testing.T
	reader jetstream.Consumer
	client func() *events.Client
}

func startRelayed(t *testing.T) relayed {
	t.Helper()
	server := hosttest.NATS(t)
	conn, err := server.Connect()
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatalf("open JetStream: %v", err)
	}
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: events.StreamEvents, Subjects: []string{"event.>"}})
	if err != nil {
		t.Fatalf("create stream: %v", err)
	}
	reader, err := stream.CreateConsumer(t.Context(), jetstream.ConsumerConfig{Durable: "reader", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatalf("create consumer: %v", err)
	}
	if err := server.Grant(embedded.NATSUser{Name: "rooms", Password: "secret", Permissions: permissions()}); err != nil {
		t.Fatalf("let rooms in: %v", err)
	}
	return relayed{t: t, reader: reader, client: func() *events.Client {
		c, err := events.Connect(events.Config{
			URL: server.URL(), User: "rooms", Password: "secret", Plugin: "rooms", Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		})
		if err != nil {
			t.Fatalf("connect as rooms: %v", err)
		}
		t.Cleanup(c.Close)
		return c
	}}
}

// relay runs one relay and returns what ends it.
func (r relayed) relay(db *store.DB) (stop func()) {
	ctx, cancel := context.WithCancel(r.t.Context())
	done := make(chan struct{})
	c := r.client()
	go func() {
		defer close(done)
		c.Relay(ctx, db)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	r.t.Cleanup(stop)
	return stop
}

// next returns the room of the next event in the stream.
func (r relayed) next() events.Event[booked] {
	r.t.Helper()
	m, err := r.reader.Next(jetstream.FetchMaxWait(time.Minute))
	for errors.Is(err, jetstream.ErrNoHeartbeat) { // the machine stood still
		m, err = r.reader.Next(jetstream.FetchMaxWait(time.Minute))
	}
	if err != nil {
		r.t.Fatalf("no event came: %v", err)
	}
	return r.decode(m)
}

func TestOutbox_ARolledBackEventNeverExisted(t *testing.T) {
	db, r := open(t), startRelayed(t)
	r.relay(db)
	broken := errors.New("broken")
	err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error {
		return errors.Join(events.Publish(tx, "demo", bookingSubject, booked{"never"}), broken)
	})
	if !errors.Is(err, broken) {
		t.Fatalf("the error is %v", err)
	}
	publish(t, db, "atlas")
	if got := r.next(); got.Data.Room != "atlas" || got.OrgID != "demo" || got.Type != bookingSubject || got.Version != 1 || got.ID == "" {
		t.Errorf("the first event is %+v", got)
	}
}

func TestOutbox_InOrderThroughTwoRelaysAndAHandOver(t *testing.T) {
	db, r := open(t), startRelayed(t)
	first := r.relay(db)
	r.relay(db)
	for i := range 60 {
		if i == 30 {
			first() // the other takes over in the middle
		}
		publish(t, db, fmt.Sprintf("room-%03d", i))
	}
	for i := range 60 {
		if got, want := r.next().Data.Room, fmt.Sprintf("room-%03d", i); got != want {
			t.Fatalf("event %d is %s, want %s", i, got, want)
		}
	}
	plugintest.Eventually(t, "the outbox is not cleared", func() bool { return outboxSize(t, db) == 0 })
}

func TestOutbox_WaitsWhileNATSIsAway(t *testing.T) {
	db := open(t)
	publish(t, db, "before")
	if got := outboxSize(t, db); got != 1 {
		t.Fatalf("%d events wait, want 1", got)
	}
	r := startRelayed(t)
	r.relay(db)
	if got := r.next().Data.Room; got != "before" {
		t.Errorf("the event is %s", got)
	}
}

func TestPublish_RefusesWhatIsNotInTheManifest(t *testing.T) {
	db := open(t)
	for name, do := range map[string]func(tx *gorm.DB) error{
		"another plugin's subject": func(tx *gorm.DB) error { return events.Publish(tx, "demo", "event.vehicles.vehicle", booked{}) },
		"another organisation":     func(tx *gorm.DB) error { return events.Publish(tx, "rival", bookingSubject, booked{}) },
	} {
		if err := db.InOrg(t.Context(), "demo", do); err == nil {
			t.Errorf("%s: published", name)
		}
	}
}

func TestOnce(t *testing.T) {
	db := open(t)
	handle := func(orgID, id string) (first bool) {
		t.Helper()
		e := events.Event[booked]{ID: id, Type: "event.identity.group", OrgID: orgID}
		if err := db.InOrg(t.Context(), orgID, func(tx *gorm.DB) (err error) {
			first, err = events.Once(tx, e)
			return err
		}); err != nil {
			t.Fatalf("handle: %v", err)
		}
		return first
	}
	if !handle("demo", "e1") || handle("demo", "e1") || !handle("demo", "e2") || !handle("rival", "e1") {
		t.Error("an event is not handled exactly once")
	}
}

func outboxSize(t *testing.T, db *store.DB) (n int64) {
	t.Helper()
	if err := db.InAll(t.Context(), func(tx *gorm.DB) error { return tx.Raw(`SELECT count(*) FROM outbox`).Scan(&n).Error }); err != nil {
		t.Fatalf("count outbox: %v", err)
	}
	return n
}
