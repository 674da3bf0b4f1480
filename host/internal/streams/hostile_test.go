package streams_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// hostile both emits and consumes its own event, so that it chooses what the server hands out to it.
var hostile = manifest.Manifest{
	ID: "rooms", Push: []manifest.PushTopic{{Name: "alerts"}},
	Events: manifest.Events{Emits: []string{"event.rooms.room", "device.command"}, Consumes: []string{"event.rooms.room", "device.status"}},
}

// Whatever subject a plugin names for replies, nothing that it has the server send reaches a subject that is not its own.
func TestPlugin_CannotReplyToForeignSubjects(t *testing.T) {
	onBoth(t, cannotReply)
}

// onBoth tries with the embedded server and with one of an operator's that includes what `outrider nats-users` prints.
func onBoth(t *testing.T, try func(t *testing.T, f fixture)) {
	t.Run("embedded", func(t *testing.T) { try(t, open(t, roomy)) })
	t.Run("external", func(t *testing.T) { try(t, openExternal(t, spa, hostile)) })
}

// openExternal starts a server that is configured for these plugins.
func openExternal(t *testing.T, plugins ...manifest.Manifest) fixture {
	t.Helper()
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := reserved.Addr().String()
	reserved.Close()
	f := fixture{t: t, access: streams.NewAccess("nats://host:password@"+address, "secret", nil)}
	users, err := f.access.Config(plugins)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"users.conf": users, "nats.conf": fmt.Sprintf("listen: %q\njetstream { store_dir: %q }\ninclude users.conf\n", address, dir)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("NATS does not start")
	}
	f.asHost = func(more ...nats.Option) (*nats.Conn, error) {
		return nats.Connect("nats://host:password@"+address, more...)
	}
	f.start(roomy, publishing.Limits{Messages: 100_000, Bytes: 64 << 20, Percent: 100})
	return f
}

func cannotReply(t *testing.T, f fixture) {
	_, _ = f.connect(spa)
	connection, _ := f.connect(hostile)
	heard := make(chan *nats.Msg, 64)
	host, err := f.asHost()
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	foreign := []string{"event.identity.user", "event.alerts.alert", "telemetry.0.d1", "host.admin.end", "push.presenceUpdates.demo", "dead.spa.x", "probe.EVENTS", "_INBOX_spa.x"}
	for _, subject := range foreign {
		if _, err := host.ChanSubscribe(subject, heard); err != nil {
			t.Fatal(err)
		}
	}
	if err := host.Flush(); err != nil {
		t.Fatal(err)
	}
	own, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	info, next := "$JS.API.CONSUMER.INFO.EVENTS.rooms-event-rooms-room", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.rooms-event-rooms-room"
	for _, subject := range foreign {
		if _, err := own.Publish(t.Context(), "event.rooms.room", []byte(`{"forged":true}`)); err != nil {
			t.Fatal(err)
		}
		for _, through := range []struct {
			subject string
			body    string
		}{{info, ""}, {next, `{"batch":1,"no_wait":true}`}, {next, `{"batch":1,"expires":1000000000}`}, {"event.rooms.room", "x"}, {"dead.rooms.x", "x"}, {"push.alerts.demo", ""}, {"device.command.d1", "{}"}} {
			if err := connection.PublishRequest(through.subject, subject, []byte(through.body)); err != nil {
				t.Fatal(err)
			}
			traced := &nats.Msg{Subject: through.subject, Data: []byte(through.body), Header: nats.Header{"Nats-Trace-Dest": {subject}}}
			if err := connection.PublishMsg(traced); err != nil {
				t.Fatal(err)
			}
		}
	}
	f.settle(connection, own)
	for {
		select {
		case m := <-heard:
			t.Errorf("%s carries what the plugin had the server send: %s %.60s", m.Subject, m.Header, m.Data)
			continue
		default:
		}
		break
	}
}

// settle waits until the server has done what a plugin asked of it before.
func (f fixture) settle(connection *nats.Conn, own jetstream.JetStream) {
	f.t.Helper()
	if err := connection.Flush(); err != nil {
		f.t.Fatal(err)
	}
	for range 3 {
		if _, err := own.Publish(f.t.Context(), "event.rooms.room", []byte("last")); err != nil {
			f.t.Fatal(err)
		}
		if _, err := own.Consumer(f.t.Context(), events.StreamEvents, "rooms-event-rooms-room"); err != nil {
			f.t.Fatal(err)
		}
	}
}

// What another plugin was handed stays its own: nobody else acknowledges it, ends it or takes the consumer away, by whatever way.
func TestPlugin_CannotAnswerForAnotherConsumer(t *testing.T) {
	onBoth(t, cannotAnswer)
}

func cannotAnswer(t *testing.T, f fixture) {
	victim, _ := f.connect(spa)
	connection, _ := f.connect(hostile)
	if _, err := f.host.Publish(t.Context(), "event.identity.group", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(victim)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := js.Consumer(t.Context(), events.StreamEvents, "spa-event-identity-group")
	if err != nil {
		t.Fatal(err)
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	message := <-batch.Messages()
	own, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	ack := message.Reply()
	for _, body := range []string{"", "+ACK", "+TERM", "-NAK"} {
		if _, err := own.Publish(t.Context(), "event.rooms.room", []byte(body)); err != nil {
			t.Fatal(err)
		}
		for _, m := range []*nats.Msg{
			{Subject: ack, Data: []byte(body)},
			{Subject: "$JS.API.CONSUMER.MSG.NEXT.EVENTS.rooms-event-rooms-room", Reply: ack, Data: []byte(`{"batch":4,"no_wait":true}`)},
			{Subject: "event.rooms.room", Reply: ack, Data: []byte(body)},
			{Subject: "event.rooms.room", Reply: ack, Data: []byte(body), Header: nats.Header{"Nats-Trace-Dest": {ack}}},
			{Subject: "$JS.API.CONSUMER.DELETE.EVENTS.spa-event-identity-group"},
			{Subject: "$JS.API.STREAM.PURGE.EVENTS"},
		} {
			if err := connection.PublishMsg(m); err != nil {
				connection, _ = f.connect(hostile) // the server may end the connection of who tries
				if own, err = jetstream.New(connection); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := connection.Flush(); err != nil {
			connection, _ = f.connect(hostile)
			if own, err = jetstream.New(connection); err != nil {
				t.Fatal(err)
			}
		}
	}
	f.settle(connection, own)
	left, err := f.host.Consumer(t.Context(), events.StreamEvents, "spa-event-identity-group")
	if err != nil {
		t.Fatalf("the other plugin's consumer: %v", err)
	}
	if state := left.CachedInfo(); state.NumAckPending != 1 || state.AckFloor.Consumer != 0 || state.NumRedelivered != 0 {
		t.Errorf("somebody else answered for it: %d wait, %d acknowledged", state.NumAckPending, state.AckFloor.Consumer)
	}
	if err := message.DoubleAck(t.Context()); err != nil {
		t.Errorf("its owner cannot acknowledge it: %v", err)
	}
}

// An id of a message is known for its plugin alone: guessing another's, or the host's, has nothing of theirs taken for a copy.
func TestPlugin_CannotHaveAnothersMessageTakenForKnown(t *testing.T) {
	f := open(t, roomy)
	connection, _ := f.connect(hostile)
	own, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	for _, subject := range []string{"event.rooms.room", "dead.rooms.x"} {
		first, err := own.Publish(t.Context(), subject, nil, jetstream.WithMsgID("replay-1"))
		if err != nil || first.Duplicate {
			t.Fatalf("%+v, %v", first, err)
		}
		if again, err := own.Publish(t.Context(), subject, nil, jetstream.WithMsgID("replay-1")); err != nil || !again.Duplicate {
			t.Errorf("its own second copy: %+v, %v", again, err)
		}
	}
	for _, subject := range []string{"event.identity.user", "dead.spa.x"} {
		if theirs, err := f.host.Publish(t.Context(), subject, nil, jetstream.WithMsgID("replay-1")); err != nil || theirs.Duplicate {
			t.Errorf("%s: %+v, %v: want it kept", subject, theirs, err)
		}
	}
}

// Plugins work as before after the streams were opened again.
func TestPlugin_GoesOnAfterStreamsWereReopened(t *testing.T) {
	f := open(t, roomy)
	connection, _ := f.connect(hostile)
	if err := f.server.Reopen(); err != nil {
		t.Fatal(err)
	}
	own, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	await(t, "it cannot publish any more", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		_, err := own.Publish(ctx, "event.rooms.room", []byte("x"))
		return err == nil
	})
	f.receive(own, events.StreamEvents, "rooms-event-rooms-room")
}

// A plugin learns whether anybody is there to be pushed to.
func TestPlugin_WatchedIsTold(t *testing.T) {
	f := open(t, roomy)
	connection, _ := f.connect(hostile)
	if _, err := connection.Request("push.alerts.demo", nil, 10*time.Second); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("nobody watches: %v", err)
	}
	host, err := f.asHost()
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	if _, err := host.Subscribe("push.alerts.*", func(m *nats.Msg) { _ = m.Respond(nil) }); err != nil {
		t.Fatal(err)
	}
	if err := host.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := connection.Request("push.alerts.demo", nil, time.Minute); err != nil {
		t.Errorf("somebody watches: %v", err)
	}
}

// testPool is a database of the test with the host's tables.
func testPool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db.Pool()
}

// bound serves plugins as the host does.
func (f fixture) bound(limits publishing.Limits, pool *pgxpool.Pool) *publishing.Publishing {
	f.t.Helper()
	p := publishing.New(publishing.Config{
		Limits: limits, Connect: f.asHost, Fill: f.streams.Fill, Pool: pool, Log: slog.New(slog.NewTextHandler(f.t.Output(), nil)), Now: time.Now,
	})
	f.t.Cleanup(p.Close)
	if err := p.Load(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	return p
}

// A plugin that publishes without end is refused, by a sentence with subject and reason; the host, other plugins and revocations are not.
func TestPlugin_CannotFillAStream(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits publishing.Limits
		says   string
	}{
		{"its rate", publishing.Limits{Messages: 10, Bytes: 64 << 20, Percent: 100}, "more than 10 messages a second"},
		{"its bytes", publishing.Limits{Messages: 100_000, Bytes: 1 << 10, Percent: 100}, "more than 1024 bytes a second"},
		{"its share", publishing.Limits{Messages: 100_000, Bytes: 64 << 20, Percent: 50}, "within a week"},
		{"the host's room", publishing.Limits{Messages: 100_000, Bytes: 64 << 20, Percent: 100}, "kept for the host"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := openBounded(t, streams.Sizes{Telemetry: 1 << 20, Others: 16 << 20}, c.limits)
			connection, _ := f.connect(hostile)
			own, err := jetstream.New(connection)
			if err != nil {
				t.Fatal(err)
			}
			body := make([]byte, 16<<10)
			accepted := 0
			for err == nil && accepted < 5_000 {
				if _, err = own.Publish(t.Context(), "event.rooms.room", body); err == nil {
					accepted++
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "event.rooms.room") {
				t.Fatalf("after %d messages: %v", accepted, err)
			}
			held, most, err := f.streams.Fill(t.Context(), events.StreamEvents)
			if err != nil || held > most-most/8 {
				t.Errorf("%d of %d bytes are held, %v: want an eighth kept", held, most, err)
			}
			if _, err := f.host.Publish(t.Context(), "event.identity.user", body); err != nil {
				t.Errorf("the host: %v", err)
			}
			usage := f.publishing.Usages()
			at := slices.IndexFunc(usage, func(u publishing.Usage) bool { return u.Plugin == "rooms" && u.Stream == events.StreamEvents })
			if at < 0 || usage[at].Refused == 0 || usage[at].RefusedSince.IsZero() || !strings.Contains(usage[at].Reason, c.says) || usage[at].MessagesToday != int64(accepted) {
				shown, _ := json.Marshal(usage)
				t.Errorf("after %d messages the operator sees %s", accepted, shown)
			}
		})
	}
}

// What was counted is there after a restart.
func TestPublishing_CountsOverRestarts(t *testing.T) {
	pool := testPool(t)
	for round := range 3 {
		f := open(t, roomy)
		f.publishing = f.bound(publishing.Limits{Messages: 1000, Bytes: 1 << 20, Percent: 50}, pool)
		connection, _ := f.connect(hostile)
		own, err := jetstream.New(connection)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			if _, err := own.Publish(t.Context(), "event.rooms.room", []byte(fmt.Sprint(n))); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.publishing.Load(t.Context()); err != nil { // which keeps what was counted
			t.Fatal(err)
		}
		if got := f.publishing.Usages(); len(got) != 1 || got[0].MessagesToday != int64(5*(round+1)) || got[0].BytesWeek == 0 {
			t.Errorf("round %d: %+v", round, got)
		}
	}
}
