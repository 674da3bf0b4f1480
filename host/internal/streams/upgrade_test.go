package streams_test

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/embedded"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
)

// TestInstall_ChangesConsumersOfAnEarlierRelease starts on the data of a host whose consumers had one filter each.
func TestInstall_ChangesConsumersOfAnEarlierRelease(t *testing.T) {
	parts, name := hosttest.Parts(t), events.ConsumerName("rooms", "device.status")
	begin := func() (*embedded.NATS, jetstream.JetStream, *streams.Streams) {
		server, err := embedded.StartNATS(t.Context(), parts, embedded.NATSOptions{})
		if err != nil {
			t.Fatal(err)
		}
		connection, err := server.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(connection.Close)
		host, err := jetstream.New(connection)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := streams.Open(t.Context(), connection, roomy)
		if err != nil {
			t.Fatal(err)
		}
		return server, host, opened
	}
	server, host, _ := begin()
	earlier := jetstream.ConsumerConfig{Durable: name, AckPolicy: jetstream.AckExplicitPolicy, FilterSubject: events.Filter("device.status")}
	if _, err := host.CreateConsumer(t.Context(), events.StreamDevice, earlier); err != nil {
		t.Fatal(err)
	}
	server.Stop()

	server, host, opened := begin()
	t.Cleanup(server.Stop)
	if err := opened.Install(t.Context(), rooms); err != nil {
		t.Fatalf("Install: %v", err)
	}
	consumer, err := host.Consumer(t.Context(), events.StreamDevice, name)
	if err != nil {
		t.Fatal(err)
	}
	if filters := consumer.CachedInfo().Config.FilterSubjects; len(filters) != 2 {
		t.Errorf("its filters are %v", filters)
	}
}
