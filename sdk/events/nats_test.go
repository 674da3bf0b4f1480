package events_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/freeport"
	"outrider.dev/sdk/leak"
	"outrider.dev/sdk/plugintest"
)

// broker is a real NATS server with the streams of the product, in a folder of the test.
type broker struct {
	t      *testing.T
	dir    string
	port   int
	server *server.Server
	conn   *nats.Conn
	js     jetstream.JetStream
}

func startBroker(t *testing.T) *broker {
	t.Helper()
	ignore := goleak.IgnoreCurrent()
	t.Cleanup(func() {
		leak.None(t, ignore, goleak.IgnoreAnyFunction("github.com/nats-io/nats-server/v2/server.(*Server).startGoRoutine.func1"))
	})
	b := &broker{t: t, dir: t.TempDir()}
	b.start()
	t.Cleanup(func() {
		b.conn.Close()
		b.stop()
	})
	conn, err := nats.Connect(b.server.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(20*time.Millisecond), nats.Timeout(time.Minute))
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	b.conn = conn
	if b.js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(time.Minute)); err != nil {
		t.Fatalf("open JetStream: %v", err)
	}
	for name, subject := range map[string]string{
		events.StreamTelemetry: "telemetry.>", events.StreamEvents: "event.>", events.StreamDead: "dead.>", events.StreamDevice: "device.>",
	} {
		config := jetstream.StreamConfig{Name: name, Subjects: []string{subject}, Discard: jetstream.DiscardNew}
		if _, err := b.js.CreateStream(t.Context(), config); err != nil {
			t.Fatalf("create stream %s: %v", name, err)
		}
	}
	return b
}

func (b *broker) start() {
	b.t.Helper()
	if b.port == 0 {
		port, release, err := freeport.Reserve() // it is opened again after a stop
		if err != nil {
			b.t.Fatal(err)
		}
		b.t.Cleanup(release)
		b.port = port
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: b.port, JetStream: true, StoreDir: b.dir, NoSigs: true, NoLog: true})
	if err != nil {
		b.t.Fatalf("make NATS: %v", err)
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		b.t.Fatal("NATS is not ready")
	}
	b.server = s
}

func (b *broker) stop() {
	b.server.Shutdown()
	b.server.WaitForShutdown()
}

// consumer makes a durable consumer as the host does.
func (b *broker) consumer(stream, name string, filters ...string) {
	b.t.Helper()
	config := jetstream.ConsumerConfig{
		Durable: name, FilterSubjects: filters, AckPolicy: jetstream.AckExplicitPolicy, AckWait: 30 * time.Second, MaxDeliver: -1, MaxAckPending: 1000,
	}
	if stream == events.StreamTelemetry {
		config.PriorityPolicy, config.PriorityGroups, config.PinnedTTL = jetstream.PriorityPolicyPinned, []string{events.PinnedGroup}, 30*time.Second
	}
	if _, err := b.js.CreateConsumer(b.t.Context(), stream, config); err != nil {
		b.t.Fatalf("create consumer %s: %v", name, err)
	}
}

// impatient has the server hand out again at once what is not acknowledged, and returns how often it has.
func (b *broker) impatient(stream, name string) (again func() int) {
	b.t.Helper()
	consumer, err := b.js.Consumer(b.t.Context(), stream, name)
	if err != nil {
		b.t.Fatalf("find consumer %s: %v", name, err)
	}
	config := consumer.CachedInfo().Config
	config.AckWait = 100 * time.Millisecond
	if consumer, err = b.js.UpdateConsumer(b.t.Context(), stream, config); err != nil {
		b.t.Fatalf("change consumer %s: %v", name, err)
	}
	return func() int {
		info, err := consumer.Info(b.t.Context())
		if err != nil {
			return 0
		}
		return info.NumRedelivered
	}
}

// handedOut is how many events of a consumer are on their way or with a plugin.
func (b *broker) handedOut(stream, name string) int {
	b.t.Helper()
	consumer, err := b.js.Consumer(b.t.Context(), stream, name)
	if err != nil {
		b.t.Fatalf("find consumer %s: %v", name, err)
	}
	return consumer.CachedInfo().NumAckPending // as it is now: finding it asks the server
}

// client is a plugin's client; run begins its consumers.
func (b *broker) client(plugin string) *events.Client {
	b.t.Helper()
	c, err := events.Connect(events.Config{URL: b.server.ClientURL(), Plugin: plugin, Log: slog.New(slog.NewTextHandler(b.t.Output(), nil))})
	if err != nil {
		b.t.Fatalf("connect as %s: %v", plugin, err)
	}
	b.t.Cleanup(c.Close)
	plugintest.Eventually(b.t, plugin+" does not connect", c.Connected)
	return c
}

func (b *broker) run(c *events.Client) (cancel, wait func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Run(ctx)
	}()
	wait = func() { <-done }
	b.t.Cleanup(func() {
		cancel()
		wait()
	})
	return cancel, wait
}

// limit has a stream refuse what comes beyond a number of messages.
func (b *broker) limit(stream string, messages int64) {
	b.t.Helper()
	config := b.config(stream)
	config.MaxMsgs = messages
	if _, err := b.js.UpdateStream(b.t.Context(), config); err != nil {
		b.t.Fatalf("limit stream %s: %v", stream, err)
	}
}

// messages is how many messages a stream has.
func (b *broker) messages(stream string) int {
	b.t.Helper()
	s, err := b.js.Stream(b.t.Context(), stream)
	if err != nil {
		b.t.Fatalf("find %s: %v", stream, err)
	}
	return int(s.CachedInfo().State.Msgs)
}

func (b *broker) config(stream string) jetstream.StreamConfig {
	b.t.Helper()
	s, err := b.js.Stream(b.t.Context(), stream)
	if err != nil {
		b.t.Fatalf("find stream %s: %v", stream, err)
	}
	return s.CachedInfo().Config
}

// dead returns the oldest dead letter, waiting for it.
func (b *broker) dead() jetstream.Msg {
	b.t.Helper()
	consumer, err := b.js.CreateOrUpdateConsumer(b.t.Context(), events.StreamDead, jetstream.ConsumerConfig{Durable: "reader", AckPolicy: jetstream.AckExplicitPolicy})
	if err != nil {
		b.t.Fatalf("read dead letters: %v", err)
	}
	m, err := consumer.Next(jetstream.FetchMaxWait(time.Minute))
	if err != nil {
		b.t.Fatalf("no dead letter came: %v", err)
	}
	if err := m.Ack(); err != nil {
		b.t.Fatalf("acknowledge: %v", err)
	}
	return m
}

// settled waits until a consumer has nothing left to do.
func (b *broker) settled(stream, name string) {
	b.t.Helper()
	plugintest.Eventually(b.t, name+" has work left", func() bool {
		c, err := b.js.Consumer(b.t.Context(), stream, name)
		if err != nil {
			return false
		}
		info, err := c.Info(b.t.Context())
		return err == nil && info.NumPending == 0 && info.NumAckPending == 0
	})
}
