package events_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

func TestConsumeBursts_EachDeviceInOrderOnceInOneOfTwoProcesses(t *testing.T) {
	b := startBroker(t)
	for share := range events.Shares {
		b.consumer(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share), events.TelemetryFilters(share)...)
	}
	publishSamples(t, b.client("gateway"), 10, 40)
	got := perDevice{times: map[string][]int64{}}
	var calls atomic.Int32
	for range 2 {
		c := b.client("rooms")
		events.ConsumeBursts(c, 200*time.Millisecond, func(_ context.Context, batch []events.Event[events.Telemetry]) error {
			calls.Add(1)
			got.take(batch)
			return nil
		})
		b.run(c)
	}
	plugintest.Eventually(t, "not all samples came", func() bool { return got.total() >= 400 })
	for share := range events.Shares {
		b.settled(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share))
	}
	if got.total() != 400 {
		t.Errorf("%d samples were handled, want 400", got.total())
	}
	for device, times := range got.times {
		for i := 1; i < len(times); i++ {
			if times[i] <= times[i-1] {
				t.Errorf("%s: sample %d after %d", device, times[i], times[i-1])
			}
		}
	}
	if n := calls.Load(); n > 100 {
		t.Errorf("400 samples were handed over in %d pieces", n)
	}
}

// A process that ends in the middle loses nothing, and what it handled is not handed out again.
func TestConsumeBursts_AnotherProcessGoesOn(t *testing.T) {
	b := startBroker(t)
	share := events.Share(events.Partition("d1"))
	name := events.TelemetryConsumerName("rooms", share)
	b.consumer(events.StreamTelemetry, name, events.TelemetryFilters(share)...)
	gateway, got := b.client("gateway"), perDevice{times: map[string][]int64{}}
	take := func(_ context.Context, batch []events.Event[events.Telemetry]) error {
		got.take(batch)
		return nil
	}
	for round := range 3 {
		c := b.client("rooms")
		events.ConsumeBursts(c, 50*time.Millisecond, take)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); c.Run(ctx) }()
		for i := range 20 {
			at := int64(round*20 + i)
			if err := gateway.PublishDirect(t.Context(), events.TelemetrySubject("demo", "d1"), fmt.Sprint(at), "demo", events.Telemetry{DeviceID: "d1", Samples: []events.Sample{{Time: at}}}); err != nil {
				t.Fatal(err)
			}
		}
		plugintest.Eventually(t, "it does not begin", func() bool { return got.total() > round*20 })
		stop()
		<-ended
		b.impatient(events.StreamTelemetry, name)
		b.unpin(name)
	}
	c := b.client("rooms")
	events.ConsumeBursts(c, 50*time.Millisecond, take)
	b.run(c)
	b.settled(events.StreamTelemetry, name)
	if got.total() != 60 {
		t.Errorf("%d samples were handled, want 60: %v", got.total(), got.times)
	}
}

// unpin lets the next reader in at once.
func (b *broker) unpin(name string) {
	b.t.Helper()
	stream, err := b.js.Stream(b.t.Context(), events.StreamTelemetry)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := stream.UnpinConsumer(b.t.Context(), name, events.PinnedGroup); err != nil {
		b.t.Fatal(err)
	}
}
