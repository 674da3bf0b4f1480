package events_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
)

func TestPublishTogether_StreamHasEachOnceAndEachSenderInOrder(t *testing.T) {
	b := startBroker(t)
	for share := range events.Shares {
		b.consumer(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share), events.TelemetryFilters(share)...)
	}
	c := b.client("gateway")
	const devices, each = 300, 5 // more at once than a group has
	var sending sync.WaitGroup
	for d := range devices {
		sending.Go(func() {
			device := fmt.Sprint("d", d)
			for i := range each {
				for range 2 { // the second is known
					sample := events.Telemetry{DeviceID: device, Samples: []events.Sample{{Time: int64(i)}}}
					if err := c.PublishTogether(t.Context(), events.TelemetrySubject("demo", device), fmt.Sprint(device, "-", i), "demo", sample); err != nil {
						t.Errorf("publish %s, %d: %v", device, i, err)
					}
				}
			}
		})
	}
	sending.Wait()
	got := perDevice{times: map[string][]int64{}}
	rooms := b.client("rooms")
	events.ConsumeBatch(rooms, "telemetry", func(_ context.Context, batch []events.Event[events.Telemetry]) error {
		got.take(batch)
		return nil
	})
	b.run(rooms)
	plugintest.Eventually(t, "not all samples came", func() bool { return got.total() >= devices*each })
	for device, times := range got.times {
		for i, at := range times {
			if at != int64(i) {
				t.Fatalf("%s: samples %v, want each once and in order", device, times)
			}
		}
	}
}

func TestPublishTogether_RefusedWhenFullOrAway(t *testing.T) {
	b := startBroker(t)
	c := b.client("gateway")
	unavailable := func(why string) {
		t.Helper()
		err := c.PublishTogether(t.Context(), events.TelemetrySubject("demo", "d"), why, "demo", events.Telemetry{})
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Errorf("%s: %v, want it to be unavailable for a while", why, err)
		}
	}
	b.limit(events.StreamTelemetry, 1)
	if err := c.PublishTogether(t.Context(), events.TelemetrySubject("demo", "d"), "first", "demo", events.Telemetry{}); err != nil {
		t.Fatalf("publish: %v", err)
	}
	unavailable("a full stream")
	b.stop()
	unavailable("no server")
}
