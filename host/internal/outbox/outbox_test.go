package outbox_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/outbox"
)

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

type row struct {
	Seq  int64
	Text string
}

// world is an outbox with what it has carried.
type world struct {
	outbox.Outbox[row]
	carried []string
	during  func() error // while rows are carried
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	w := &world{during: func() error { return nil }}
	w.Outbox = outbox.Outbox[row]{Pool: db.Pool(), Name: "test_outbox", Columns: "text", Seq: func(r row) int64 { return r.Seq }, Batch: 2}
	w.Carry = func(_ context.Context, _ pgx.Tx, rows []row) error {
		for _, r := range rows {
			w.carried = append(w.carried, r.Text)
		}
		return w.during()
	}
	_, err = db.Pool().Exec(t.Context(), `CREATE TABLE outrider.test_outbox (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
		INSERT INTO outrider.lock (name) VALUES ('test_outbox')`)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) begin(t *testing.T, text string) pgx.Tx {
	t.Helper()
	tx, err := w.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `INSERT INTO outrider.test_outbox (text) VALUES ($1)`, text); err != nil {
		t.Fatal(err)
	}
	return tx
}

func (w *world) drain(t *testing.T) {
	t.Helper()
	if err := w.Drain(t.Context()); err != nil {
		t.Fatalf("Drain: %v", err)
	}
}

// TestDrain_LosesNothing commits a row with a smaller number while the row behind it is carried.
func TestDrain_LosesNothing(t *testing.T) {
	w := newWorld(t)
	early := w.begin(t, "early")
	if err := w.begin(t, "late").Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.during = func() error {
		w.during = func() error { return nil }
		return early.Commit(t.Context())
	}
	w.drain(t)
	w.drain(t)
	if !slices.Equal(w.carried, []string{"late", "early"}) {
		t.Errorf("carried %q, want late and then early", w.carried)
	}
}

func TestDrain_BringsBatchesInOrder(t *testing.T) {
	w := newWorld(t)
	for _, text := range []string{"a", "b", "c", "d", "e"} {
		if err := w.begin(t, text).Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.drain(t)
	w.drain(t)
	if !slices.Equal(w.carried, []string{"a", "b", "c", "d", "e"}) {
		t.Errorf("carried %q", w.carried)
	}
}

func TestDrain_KeepsWhatCannotBeBrought(t *testing.T) {
	w := newWorld(t)
	if err := w.begin(t, "a").Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	away := errors.New("away")
	w.during = func() error { return away }
	if err := w.Drain(t.Context()); !errors.Is(err, away) {
		t.Errorf("Drain = %v, want the error of Carry", err)
	}
	w.during = func() error { return nil }
	w.drain(t)
	if !slices.Equal(w.carried, []string{"a", "a"}) {
		t.Errorf("carried %q, want a twice: the first time failed", w.carried)
	}
}

func TestDrain_OneAtATime(t *testing.T) {
	w := newWorld(t)
	if err := w.begin(t, "a").Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.during = func() error {
		other := *w
		other.Carry = func(context.Context, pgx.Tx, []row) error { return errors.New("another carries beside") }
		return other.Drain(t.Context())
	}
	w.drain(t)
}
