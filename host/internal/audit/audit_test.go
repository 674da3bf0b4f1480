package audit_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/sdk/fault"
)

func openPool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db.Pool()
}

func openJournal(t *testing.T, dir string) *audit.Journal {
	t.Helper()
	j, err := audit.Open(dir, "host-1", false)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// ship runs the log until condition holds of what it has.
func ship(t *testing.T, pool *pgxpool.Pool, j *audit.Journal, keep time.Duration, condition func(*audit.Log) bool) *audit.Log {
	t.Helper()
	l := audit.NewLog(pool, j, keep, slog.New(slog.NewTextHandler(t.Output(), nil)), time.Now)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = l.Run(ctx)
	}()
	defer func() { cancel(); <-done }()
	deadline, tick := time.After(time.Minute), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for !condition(l) {
		select {
		case <-deadline:
			t.Fatal("the records did not reach the table")
		case <-tick.C:
		}
	}
	return l
}

func find(t *testing.T, l *audit.Log, s audit.Search) audit.Page {
	t.Helper()
	if s.Limit == 0 {
		s.Limit = 100
	}
	page, err := l.Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func record(n int, org string) audit.Record {
	return audit.Record{
		ID: audit.NewID(), At: time.Date(2026, 11, 21, 8, 0, n, 0, time.UTC), OrgID: org, ActorID: "u1", ActorEmail: "ann@demo.test", ActorName: "Ann Lee",
		Operation: "POST /api/org/{orgId}/vehicles", ObjectKind: "vehicle", ObjectID: fmt.Sprint("v", n), Status: 201, Fields: []string{"name"},
	}
}

// What was begun by a host that died is in the log as unknown; what was ended is there once, though it is shipped twice.
func TestLog_LosesNothingWithTheHost(t *testing.T) {
	pool, dir := openPool(t), t.TempDir()
	first := openJournal(t, dir)
	ended, died := record(1, "demo"), record(2, "demo")
	for _, r := range []audit.Record{ended, died} {
		if err := first.Begin(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.End(ended); err != nil {
		t.Fatal(err)
	}
	// The host is killed here: nothing is closed, and the last line was being written.
	newest, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(newest) != 1 {
		t.Fatalf("the journal has %v, %v", newest, err)
	}
	file, err := os.OpenFile(newest[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.WriteString(`{"phase":"begin","rec`)
	file.Close()

	for range 2 {
		second := openJournal(t, dir)
		l := ship(t, pool, second, 0, func(l *audit.Log) bool { return len(find(t, l, audit.Search{}).Records) >= 2 })
		records := find(t, l, audit.Search{}).Records
		if len(records) != 2 || records[0].ID != died.ID || records[0].Result != audit.Unknown || records[1].Result != audit.Done || records[1].Host != "host-1" {
			t.Errorf("the log has %+v", records)
		}
		if err := second.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLog_FindsAndPages(t *testing.T) {
	pool := openPool(t)
	j := openJournal(t, t.TempDir())
	for n := range 30 {
		r := record(n, []string{"demo", "rival"}[n%2])
		if n == 4 {
			r.ActorName, r.ActorEmail, r.Status = "Bo\x00b", "bob@demo.test", 403
		}
		if n == 6 { // a device
			r.ActorID, r.ActorName, r.ActorEmail = "", "", ""
		}
		if err := j.End(r); err != nil {
			t.Fatal(err)
		}
	}
	l := ship(t, pool, j, 0, func(l *audit.Log) bool { return len(find(t, l, audit.Search{}).Records) == 30 })
	for name, tc := range map[string]struct {
		search audit.Search
		want   int
	}{
		"an organisation": {audit.Search{OrgID: "demo"}, 15}, "somebody": {audit.Search{Person: "BOB"}, 1},
		"an object": {audit.Search{Object: "v7"}, 1}, "a kind": {audit.Search{Object: "vehicle"}, 30}, "an operation": {audit.Search{Operation: "/VEHICLES"}, 30},
		"refusals": {audit.Search{Result: audit.Refused}, 1}, "what users did": {audit.Search{Users: true}, 29},
		"a time": {audit.Search{From: time.Date(2026, 11, 21, 8, 0, 10, 0, time.UTC), To: time.Date(2026, 11, 21, 8, 0, 12, 0, time.UTC)}, 2},
	} {
		if got := len(find(t, l, tc.search).Records); got != tc.want {
			t.Errorf("%s: %d records, want %d", name, got, tc.want)
		}
	}
	var ids []string
	for cursor := ""; ; {
		page := find(t, l, audit.Search{OrgID: "rival", Before: cursor, Limit: 4})
		for _, r := range page.Records {
			ids = append(ids, r.ObjectID)
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(ids) != 15 || ids[0] != "v29" || ids[14] != "v1" {
		t.Errorf("the pages hold %v", ids)
	}
	if _, err := l.Find(t.Context(), audit.Search{Before: "rubbish", Limit: 1}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a made-up cursor = %v, want invalid", err)
	}
	for _, change := range []string{`UPDATE outrider.audit_log SET actor_name = ''`, `DELETE FROM outrider.audit_log`, `TRUNCATE outrider.audit_log`} {
		if _, err := pool.Exec(t.Context(), change); err == nil || !strings.Contains(err.Error(), "only added to") {
			t.Errorf("%s = %v, want a refusal", change, err)
		}
	}
	var removed int
	if err := pool.QueryRow(t.Context(), `SELECT outrider.audit_prune_chain('demo', $1, 100)`, time.Date(2026, 11, 21, 8, 0, 20, 0, time.UTC)).Scan(&removed); err != nil || removed != 10 {
		t.Errorf("pruned %d, %v; want 10", removed, err)
	}
}

func TestFieldsOf_NamesAndNoValues(t *testing.T) {
	for body, want := range map[string]string{
		`{"password":"Outrider1","Profile":{"firstname":"Ann"},"ids":["a"],"a b@c":1}`: "[Profile.firstname ids password]",
		`[1]`: "[]", `{"x":`: "[]",
	} {
		if got := fmt.Sprint(audit.FieldsOf([]byte(body))); got != want {
			t.Errorf("FieldsOf(%s) = %s, want %s", body, got, want)
		}
	}
}
