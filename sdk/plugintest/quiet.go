package plugintest

import (
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
)

// awaitQuiet waits until nobody has an event to publish and the plugin has handled all that there are: what was done before changes its tables no
// more.
func (h *Host) awaitQuiet(t testing.TB, conn *pgx.Conn, js jetstream.JetStream) {
	t.Helper()
	Eventually(t, "events are under way and do not arrive", func() bool { return h.published(t, conn) && h.handled(t, js) })
}

// published reports whether every outbox is empty.
func (h *Host) published(t testing.TB, conn *pgx.Conn) bool {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'outbox' AND c.relkind = 'r'`)
	if err != nil {
		t.Fatalf("list outboxes: %v", err)
	}
	schemas, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("list outboxes: %v", err)
	}
	for _, schema := range schemas {
		var waits bool
		if err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM `+pgx.Identifier{schema, "outbox"}.Sanitize()+`)`).Scan(&waits); err != nil {
			t.Fatalf("look into the outbox of %s: %v", schema, err)
		}
		if waits {
			return false
		}
	}
	return true
}

// handled reports whether the plugin's consumers have nothing left to do.
func (h *Host) handled(t testing.TB, js jetstream.JetStream) bool {
	t.Helper()
	for _, subject := range h.Manifest.Events.Consumes {
		names := []string{events.ConsumerName(h.Manifest.ID, subject)}
		if subject == "telemetry" {
			names = nil
			for share := range events.Shares {
				names = append(names, events.TelemetryConsumerName(h.Manifest.ID, share))
			}
		}
		for _, name := range names {
			consumer, err := js.Consumer(t.Context(), events.Stream(subject), name)
			if err != nil {
				return false
			}
			if info := consumer.CachedInfo(); info.NumPending > 0 || info.NumAckPending > 0 {
				return false
			}
		}
	}
	return true
}
