package plugintest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/events/schema"
)

// read reads a JSON file of the host's data folder.
func (h *Host) read(name string, into any) {
	h.t.Helper()
	raw, err := os.ReadFile(filepath.Join(h.dataDir, name))
	if err != nil {
		h.t.Fatalf("read %s of the host: %v", name, err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		h.t.Fatalf("read %s of the host: %v", name, err)
	}
}

// address is where an embedded part listens, and the password of one of its users.
func (h *Host) address(part, secret string) (address, password string) {
	h.t.Helper()
	var ports map[string]int
	var secrets map[string]string
	h.read("ports.json", &ports)
	h.read("secrets.json", &secrets)
	return "127.0.0.1:" + strconv.Itoa(ports[part]), secrets[secret]
}

// Database connects to the host's database as its superuser, whom no policy holds back.
func (h *Host) Database(t testing.TB) *pgx.Conn {
	t.Helper()
	address, password := h.address("postgres", "postgres.superuser")
	u := url.URL{Scheme: "postgres", User: url.UserPassword("postgres", password), Host: address, Path: "/outrider"}
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatalf("connect to the host's database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	})
	return conn
}

// Fingerprint is a digest of each table of the plugin's schema, without what the SDK keeps for itself and without the tables and columns in
// ignore ("table", "table.column").
func (h *Host) Fingerprint(t testing.TB, conn *pgx.Conn, ignore map[string]string) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('inbox', 'outbox', 'migration', 'fleet_snapshot')`, h.Manifest.ID)
	if err != nil {
		t.Fatalf("list tables: %v", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("list tables: %v", err)
	}
	digests := map[string]string{}
	for _, table := range tables {
		if ignore[table] != "" {
			continue
		}
		hidden := []string{}
		for name := range ignore {
			if column, ok := strings.CutPrefix(name, table+"."); ok {
				hidden = append(hidden, column)
			}
		}
		query := fmt.Sprintf(`SELECT count(*) || ' rows ' || coalesce(md5(string_agg(line, E'\n' ORDER BY line)), '')
			FROM (SELECT (to_jsonb(r) - $1::text[])::text AS line FROM %s r) lines`, pgx.Identifier{h.Manifest.ID, table}.Sanitize())
		var digest string
		if err := conn.QueryRow(t.Context(), query, hidden).Scan(&digest); err != nil {
			t.Fatalf("read table %s: %v", table, err)
		}
		digests[table] = digest
	}
	return digests
}

// JetStream connects to the host's streams as the host.
func (h *Host) JetStream(t testing.TB) jetstream.JetStream {
	t.Helper()
	address, password := h.address("nats", "nats.host")
	conn, err := nats.Connect("nats://"+address, nats.UserInfo("outrider", password), nats.Timeout(patience))
	if err != nil {
		t.Fatalf("connect to the host's NATS: %v", err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(patience))
	if err != nil {
		t.Fatalf("open JetStream: %v", err)
	}
	return js
}

// Event is one event that the plugin consumes. Subject is as the manifest names it; Key is the device's id for telemetry and device
// subjects, otherwise empty.
type Event struct {
	Subject, Key, OrgID, ID string
	Data                    any
}

func (e Event) subject() string {
	switch {
	case e.Subject == "telemetry":
		return events.TelemetrySubject(e.OrgID, e.Key)
	case e.Key != "":
		return e.Subject + "." + e.Key
	}
	return e.Subject
}

// Deliver hands an event to the plugin, as often as it is called, and waits until the plugin has handled it. It fails if the event
// ends in the dead letters.
func (h *Host) Deliver(t testing.TB, js jetstream.JetStream, e Event) {
	t.Helper()
	body, err := json.Marshal(events.Event[any]{ID: e.ID, Type: e.Subject, Version: 1, OrgID: e.OrgID, At: time.Now().UTC(), Data: e.Data})
	if err != nil {
		t.Fatalf("write event: %v", err)
	}
	before := h.dead(t, js)
	taken, err := js.Publish(t.Context(), e.subject(), body) // without Nats-Msg-Id: the stream takes it again
	if err != nil {
		t.Fatalf("publish %s: %v", e.Subject, err)
	}
	name := events.ConsumerName(h.Manifest.ID, h.consumed(e.Subject))
	if e.Subject == "telemetry" {
		name = events.TelemetryConsumerName(h.Manifest.ID, events.Share(events.Partition(e.Key)))
	}
	Eventually(t, h.Manifest.ID+" does not handle "+e.Subject, func() bool {
		consumer, err := js.Consumer(t.Context(), events.Stream(e.Subject), name)
		if err != nil {
			return false
		}
		// Not NumPending: the stream answers before its consumers know of the message.
		return consumer.CachedInfo().AckFloor.Stream >= taken.Sequence
	})
	if after := h.dead(t, js); after != before {
		t.Errorf("%s ended in the dead letters: %s", e.Subject, body)
	}
}

// consumed is the entry of the manifest's events.consumes by which the plugin gets a subject.
func (h *Host) consumed(subject string) string {
	if schema.IsShared(subject) && !slices.Contains(h.Manifest.Events.Consumes, subject) {
		return schema.OfAll(subject)
	}
	return subject
}

func (h *Host) dead(t testing.TB, js jetstream.JetStream) uint64 {
	t.Helper()
	stream, err := js.Stream(t.Context(), events.StreamDead)
	if err != nil {
		t.Fatalf("find the dead letters: %v", err)
	}
	info, err := stream.Info(t.Context(), jetstream.WithSubjectFilter(events.DeadSubject(h.Manifest.ID, ">")))
	if err != nil {
		t.Fatalf("count the dead letters: %v", err)
	}
	var count uint64
	for _, n := range info.State.Subjects {
		count += n
	}
	return count
}

// DataDir is the host's data folder.
func (h *Host) DataDir() string { return h.dataDir }

// PID is the host's process, for tests that measure it.
func (h *Host) PID() int { return h.command.Process.Pid }

// Processes are the plugins' processes, by plugin id, as the host names them. It needs /proc.
func (h *Host) Processes() map[string]int {
	found := map[string]int{}
	for _, name := range globProcesses() {
		raw, err := os.ReadFile(filepath.Join(name, "cmdline"))
		stat, other := os.ReadFile(filepath.Join(name, "stat"))
		if err != nil || other != nil {
			continue // it ended meanwhile
		}
		id, isPlugin := strings.CutPrefix(strings.TrimRight(string(raw), "\x00"), "outrider-plugin-")
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); isPlugin && len(fields) > 3 && fields[3] == strconv.Itoa(h.PID()) && fields[0] != "Z" {
			found[id], _ = strconv.Atoi(filepath.Base(name))
		}
	}
	return found
}

func globProcesses() []string {
	names, _ := filepath.Glob("/proc/[0-9]*") // the pattern is sound
	return names
}
