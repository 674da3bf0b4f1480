package mail

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/plugintest"
)

// slow is a server that takes a mail when it is let.
type slow struct {
	begun atomic.Int32
	let   chan struct{}
}

func (s *slow) Deliver(ctx context.Context, _ Message) error {
	s.begun.Add(1)
	select {
	case <-s.let:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A mail that a server takes long for stays with the host that sends it, however short a claim is: it is handed over once.
func TestQueue_HoldsWhatASlowServerTakes(t *testing.T) {
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	server := &slow{let: make(chan struct{})}
	q, other := NewQueue(db.Pool(), server, slog.New(slog.DiscardHandler)), NewQueue(db.Pool(), server, slog.New(slog.DiscardHandler))
	q.claimed = 2 * time.Second
	if _, err := q.Add(t.Context(), message("k1", "ann@demo.test")); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := q.one(t.Context())
		done <- err
	}()
	plugintest.Eventually(t, "it is not sent", func() bool { return server.begun.Load() == 1 })
	var until time.Time
	for range 3 {
		plugintest.Eventually(t, "the claim is not held", func() bool {
			if more, err := other.one(t.Context()); more || err != nil {
				t.Fatalf("another takes it while it is being sent: %v", err)
			}
			before := until
			err := db.Pool().QueryRow(t.Context(), `SELECT next_at FROM outrider.mail`).Scan(&until)
			return err == nil && until.After(before)
		})
	}
	close(server.let)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var sent int
	if err := db.Pool().QueryRow(t.Context(), `SELECT count(*) FROM outrider.mail WHERE sent_at IS NOT NULL`).Scan(&sent); err != nil || sent != 1 {
		t.Errorf("%d are sent, %v", sent, err)
	}
}
