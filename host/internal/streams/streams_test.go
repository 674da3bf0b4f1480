package streams_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

var rooms = manifest.Manifest{
	ID: "rooms", Push: []manifest.PushTopic{{Name: "alerts"}},
	Events: manifest.Events{Emits: []string{"event.rooms.room"}, Consumes: []string{"telemetry", "device.status", "event.identity.group"}},
}

var spa = manifest.Manifest{ID: "spa", Events: manifest.Events{Consumes: []string{"event.identity.group"}}}

type fixture struct {
	t       *testing.T
	server  *embedded.NATS
	host    jetstream.JetStream
	streams *streams.Streams
	access  *streams.Access

	publishing *publishing.Publishing
	asHost     func(options ...nats.Option) (*nats.Conn, error)
}

func TestMain(m *testing.M) { os.Exit(hosttest.Run(m)) }

func open(t *testing.T, sizes streams.Sizes) fixture {
	t.Helper()
	return openBounded(t, sizes, publishing.Limits{Messages: 100_000, Bytes: 64 << 20, Percent: 100})
}

func openBounded(t *testing.T, sizes streams.Sizes, limits publishing.Limits) fixture {
	t.Helper()
	server := hosttest.NATS(t)
	f := fixture{t: t, server: server, access: streams.NewAccess(server.URL(), "secret", server), asHost: server.Connect}
	f.start(sizes, limits)
	return f
}

// start makes the streams.
func (f *fixture) start(sizes streams.Sizes, limits publishing.Limits) {
	f.t.Helper()
	connection, err := f.asHost()
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(connection.Close)
	for range 2 { // opening repeats harmlessly
		if f.streams, err = streams.Open(f.t.Context(), connection, sizes); err != nil {
			f.t.Fatal(err)
		}
	}
	if f.host, err = jetstream.New(connection); err != nil {
		f.t.Fatal(err)
	}
	f.publishing = f.bound(limits, testPool(f.t))
}

// connect connects as a plugin; complaints carries what the server refuses.
func (f fixture) connect(m manifest.Manifest) (connection *nats.Conn, complaints chan error) {
	f.t.Helper()
	if err := f.streams.Install(f.t.Context(), m); err != nil {
		f.t.Fatal(err)
	}
	if err := f.publishing.Serve(m.ID); err != nil {
		f.t.Fatal(err)
	}
	c, err := f.access.Grant(m)
	if err != nil {
		f.t.Fatal(err)
	}
	complaints = make(chan error, 16)
	connection, err = nats.Connect(c.URL, nats.Timeout(time.Minute), nats.UserInfo(c.User, c.Password), nats.CustomInboxPrefix(c.InboxPrefix), nats.NoReconnect(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { complaints <- err }))
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(connection.Close)
	return connection, complaints
}

var roomy = streams.Sizes{Telemetry: 1 << 20, Others: 1 << 20}

func TestPlugin_DoesWhatItsManifestSays(t *testing.T) {
	f := open(t, roomy)
	connection, complaints := f.connect(rooms)
	js, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	device := "d1"
	for _, subject := range []string{events.TelemetrySubject("demo", device), "device.status.d1", "event.identity.group"} {
		if _, err := f.host.Publish(t.Context(), subject, []byte(subject)); err != nil {
			t.Fatal(err)
		}
	}
	f.receive(js, events.StreamTelemetry, events.TelemetryConsumerName("rooms", events.Share(events.Partition(device))), jetstream.FetchPriorityGroup(events.PinnedGroup))
	f.receive(js, events.StreamDevice, "rooms-device-status")
	f.receive(js, events.StreamEvents, "rooms-event-identity-group")
	if _, err := js.Publish(t.Context(), "event.rooms.room", nil, jetstream.WithMsgID("1")); err != nil {
		t.Errorf("publish its own event: %v", err)
	}
	if _, err := js.Publish(t.Context(), "dead.rooms.telemetry", nil); err != nil {
		t.Errorf("publish a dead letter: %v", err)
	}
	if err := connection.Publish("push.alerts.demo", nil); err != nil {
		t.Error(err)
	}
	if err := connection.Flush(); err != nil {
		t.Error(err)
	}
	select {
	case err := <-complaints:
		t.Errorf("the server complains: %v", err)
	default:
	}
}

// receive fetches one message and has it acknowledged.
func (f fixture) receive(js jetstream.JetStream, stream, consumer string, options ...jetstream.FetchOpt) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), time.Minute)
	defer cancel()
	c, err := js.Consumer(ctx, stream, consumer)
	if err != nil {
		f.t.Fatalf("find consumer %s: %v", consumer, err)
	}
	batch, err := c.Fetch(1, append(options, jetstream.FetchMaxWait(time.Minute))...)
	if err != nil {
		f.t.Fatalf("fetch from %s: %v", consumer, err)
	}
	message, open := <-batch.Messages()
	if !open {
		f.t.Fatalf("%s delivers nothing: %v", consumer, batch.Error())
	}
	if err := message.DoubleAck(ctx); err != nil {
		f.t.Errorf("acknowledge to %s: %v", consumer, err)
	}
}

func TestPlugin_RefusedEverythingElse(t *testing.T) {
	f := open(t, roomy)
	f.connect(spa)
	connection, complaints := f.connect(rooms)
	for _, subject := range []string{">", "telemetry.>", "event.>", "event.identity.group", "push.>", "_INBOX_spa.>", "_INBOX.>", "$JS.>", "$SYS.>", "dead.rooms.>"} {
		if _, err := connection.Subscribe(subject, func(*nats.Msg) {}); err != nil {
			t.Fatal(err)
		}
		refused(t, complaints, "subscribing to "+subject)
	}
	for _, subject := range []string{
		"telemetry.0.d1", "device.command.d1", "event.identity.user", "event.rooms.other", "dead.spa.x", "push.presenceUpdates.demo", "_INBOX_spa.x",
		"$JS.API.STREAM.DELETE.EVENTS", "$JS.API.STREAM.CREATE.MINE", "$JS.API.STREAM.MSG.GET.EVENTS", "$JS.API.DIRECT.GET.EVENTS",
		"$JS.API.CONSUMER.CREATE.EVENTS.mine", "$JS.API.CONSUMER.MSG.NEXT.EVENTS.spa-event-identity-group", "$JS.API.CONSUMER.DELETE.EVENTS.rooms-event-identity-group",
		"$JS.ACK.EVENTS.spa-event-identity-group.1.1.1.1.1",
	} {
		if err := connection.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		refused(t, complaints, "publishing to "+subject)
	}
}

func refused(t *testing.T, complaints chan error, what string) {
	t.Helper()
	select {
	case err := <-complaints:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v, want a permissions violation", what, err)
		}
	case <-time.After(time.Minute):
		t.Errorf("%s is not refused", what)
	}
}

func TestAccess_Revoked(t *testing.T) {
	f := open(t, roomy)
	connection, _ := f.connect(rooms)
	gone := make(chan struct{})
	connection.SetClosedHandler(func(*nats.Conn) { close(gone) })
	if err := f.access.Revoke("rooms"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-gone:
	case <-time.After(time.Minute):
		t.Error("the connection outlives the permission")
	}
	for _, login := range []nats.Option{nats.UserInfo("plugin_rooms", "guess"), nats.UserInfo("outrider", ""), nats.Name("nobody")} {
		if c, err := nats.Connect(f.server.URL(), login); err == nil {
			c.Close()
			t.Error("a stranger is let in")
		}
	}
}

func TestStreams_RefuseWhenFull(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 64 << 10, Others: 64 << 10})
	if err := f.streams.Install(t.Context(), rooms); err != nil {
		t.Fatal(err)
	}
	subject, accepted := events.TelemetrySubject("demo", "d1"), uint64(0)
	var err error
	for err == nil && accepted < 1000 {
		if _, err = f.host.Publish(t.Context(), subject, make([]byte, 1000)); err == nil {
			accepted++
		}
	}
	if err == nil || !strings.Contains(err.Error(), "maximum bytes exceeded") {
		t.Fatalf("after %d messages: %v, want a refusal", accepted, err)
	}
	stream, err := f.host.Stream(t.Context(), events.StreamTelemetry)
	if err != nil {
		t.Fatal(err)
	}
	if kept := stream.CachedInfo().State.Msgs; kept != accepted {
		t.Errorf("%d were accepted, %d are kept", accepted, kept)
	}
}

func TestInstall_RemovesWhatANewVersionDoesNotConsume(t *testing.T) {
	f := open(t, roomy)
	for _, m := range []manifest.Manifest{rooms, spa} {
		if err := f.streams.Install(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	smaller := rooms
	smaller.Events.Consumes = []string{"device.status"}
	if err := f.streams.Install(t.Context(), smaller); err != nil {
		t.Fatal(err)
	}
	if got := f.consumers(); fmt.Sprint(got) != "[DEVICE rooms-device-status EVENTS spa-event-identity-group]" {
		t.Errorf("consumers left: %v", got)
	}
	for range 2 {
		if err := f.streams.Remove(t.Context(), rooms.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := f.consumers(); fmt.Sprint(got) != "[EVENTS spa-event-identity-group]" {
		t.Errorf("consumers left once the plugin is purged: %v", got)
	}
}

// consumers are those of plugins; one of the host's is in every stream that holds only what somebody waits for.
func (f fixture) consumers() (all []string) {
	f.t.Helper()
	for _, name := range []string{events.StreamTelemetry, events.StreamDevice, events.StreamCommands, events.StreamEvents} {
		stream, err := f.host.Stream(f.t.Context(), name)
		if err != nil {
			f.t.Fatal(err)
		}
		for consumer := range stream.ConsumerNames(f.t.Context()).Name() {
			if consumer != "host-probe" {
				all = append(all, name+" "+consumer)
			}
		}
	}
	return all
}
