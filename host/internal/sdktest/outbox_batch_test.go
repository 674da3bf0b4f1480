package sdktest

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
	"outrider.dev/sdk/plugintest"
)

// startBatched is startRelayed with the host between plugin and stream, which takes batches.
func startBatched(t *testing.T, limits publishing.Limits) relayed {
	t.Helper()
	server := hosttest.NATS(t)
	conn, err := server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	made, err := streams.Open(t.Context(), conn, streams.Sizes{Telemetry: 1 << 20, Others: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tables.Close)
	bounds := publishing.New(publishing.Config{
		Limits: limits, Connect: server.Connect, Fill: made.Fill, Pool: tables.Pool(), Log: slog.New(slog.NewTextHandler(t.Output(), nil)), Now: time.Now,
	})
	t.Cleanup(bounds.Close)
	if err := bounds.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := manifest.Manifest{ID: "rooms", Events: manifest.Events{Emits: []string{bookingSubject}}}
	if err := bounds.Serve(m.ID); err != nil {
		t.Fatal(err)
	}
	access := streams.NewAccess(server.URL(), "secret", server)
	credentials, err := access.Grant(m)
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := js.CreateConsumer(t.Context(), events.StreamEvents, jetstream.ConsumerConfig{Durable: "reader", FilterSubject: bookingSubject, AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		t.Fatal(err)
	}
	return relayed{t: t, reader: reader, client: func() *events.Client {
		c, err := events.Connect(events.Config{
			URL: credentials.URL, User: credentials.User, Password: credentials.Password, Plugin: "rooms", Batches: true, Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}}
}

// Events that wait together go out as batches, in order, each once, through bounds that cut them short and a change of relays.
func TestOutbox_InBatches(t *testing.T) {
	db := open(t)
	const all = 600
	bookings := make([]booked, all)
	for i := range bookings {
		bookings[i] = booked{fmt.Sprintf("room-%03d", i)}
	}
	if err := db.InOrg(t.Context(), "demo", func(tx *gorm.DB) error { return events.PublishAll(tx, "demo", bookingSubject, bookings) }); err != nil {
		t.Fatal(err)
	}
	r := startBatched(t, publishing.Limits{Messages: 50, Bytes: 64 << 20, Percent: 100})
	first := r.relay(db)
	for i, want := range bookings {
		if i == all/2 {
			first()
			r.relay(db)
		}
		if got := r.next(); got.Data != want || got.OrgID != "demo" || got.Type != bookingSubject {
			t.Fatalf("event %d is %+v, want %s", i, got, want.Room)
		}
	}
	plugintest.Eventually(t, "the outbox is not cleared", func() bool { return outboxSize(t, db) == 0 })
}
