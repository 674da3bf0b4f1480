package events_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
)

// startSharesOf starts a broker with the consumers of telemetry that a plugin has.
func startSharesOf(t *testing.T, plugin string) *broker {
	b := startBroker(t)
	for share := range events.Shares {
		b.consumer(events.StreamTelemetry, events.TelemetryConsumerName(plugin, share), events.TelemetryFilters(share)...)
	}
	return b
}

// sendEach has every device send so many samples, one after the other's answer.
func sendEach(t *testing.T, c *events.Client, devices []string, each int) {
	t.Helper()
	var sending sync.WaitGroup
	for _, device := range devices {
		sending.Go(func() {
			for i := range each {
				sample := events.Telemetry{DeviceID: device, OrgID: "demo", Samples: []events.Sample{{Time: int64(i)}}}
				if err := c.PublishTelemetry(t.Context(), fmt.Sprint(device, "-", i), sample); err != nil {
					t.Errorf("publish %s, %d: %v", device, i, err)
				}
			}
		})
	}
	sending.Wait()
}

func devicesNamed(count int) (names []string) {
	for i := range count {
		names = append(names, fmt.Sprint("d", i))
	}
	return names
}

func TestPublishTelemetry_EachOnceAndEachDeviceInOrderInFewMessages(t *testing.T) {
	b := startSharesOf(t, "rooms")
	const devices, each = 300, 5 // more at once than wait
	sendEach(t, b.client("gateway"), devicesNamed(devices), each)
	if got := b.messages(events.StreamTelemetry); got > devices*each/4 {
		t.Errorf("%d samples of %d devices are %d messages", devices*each, devices, got)
	}
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
	for share := range events.Shares {
		b.settled(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share))
	}
}

// TestPublishTelemetry_OneBadEventCostsNoOther: those that came with it in one message are handled, and it is the dead letter of its own device.
func TestPublishTelemetry_OneBadEventCostsNoOther(t *testing.T) {
	b := startSharesOf(t, "rooms")
	sendEach(t, b.client("gateway"), devicesNamed(100), 2)
	got := perDevice{times: map[string][]int64{}}
	rooms := b.client("rooms")
	events.ConsumeBatch(rooms, "telemetry", func(_ context.Context, batch []events.Event[events.Telemetry]) error {
		for _, e := range batch {
			if e.Data.DeviceID == "d57" && e.Data.Samples[0].Time == 1 {
				return events.Permanent(errors.New("never"))
			}
		}
		got.take(batch)
		return nil
	})
	b.run(rooms)
	letter := b.dead()
	var e events.Event[events.Telemetry]
	if err := json.Unmarshal(letter.Data(), &e); err != nil || e.ID != "d57-1" || letter.Headers().Get(events.HeaderSubject) != events.TelemetrySubject("demo", "d57") {
		t.Errorf("the letter is %s of %s, %v", letter.Data(), letter.Headers().Get(events.HeaderSubject), err)
	}
	plugintest.Eventually(t, "the others were not all handled", func() bool { return got.total() == 199 })
	for share := range events.Shares {
		b.settled(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share))
	}
}

func TestPublishTelemetry_RefusedWhenFullOrAway(t *testing.T) {
	b := startBroker(t)
	c := b.client("gateway")
	unavailable := func(why string) {
		t.Helper()
		err := c.PublishTelemetry(t.Context(), why, events.Telemetry{DeviceID: "d", OrgID: "demo"})
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable || f.RetryAfter <= 0 {
			t.Errorf("%s: %v, want it to be unavailable for a while", why, err)
		}
	}
	b.limit(events.StreamTelemetry, 1)
	if err := c.PublishTelemetry(t.Context(), "first", events.Telemetry{DeviceID: "d", OrgID: "demo"}); err != nil {
		t.Fatalf("publish: %v", err)
	}
	unavailable("a full stream")
	b.stop()
	unavailable("no server")
}
