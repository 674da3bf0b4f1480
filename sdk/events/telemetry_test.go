package events_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
	"outrider.dev/sdk/store"
)

// perDevice notes the sample times of each device in the order in which they were handled.
type perDevice struct {
	mu    sync.Mutex
	times map[string][]int64
	count int
}

func (p *perDevice) take(batch []events.Event[events.Telemetry]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range batch {
		p.times[e.Data.DeviceID] = append(p.times[e.Data.DeviceID], e.Data.Samples[0].Time)
		p.count++
	}
}

func (p *perDevice) total() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

func publishSamples(t *testing.T, c *events.Client, devices, each int) {
	t.Helper()
	for i := range each {
		for d := range devices {
			device := fmt.Sprint("d", d)
			sample := events.Telemetry{DeviceID: device, Samples: []events.Sample{{Time: int64(i)}}}
			if err := c.PublishDirect(t.Context(), events.TelemetrySubject("demo", device), fmt.Sprint(device, "-", i), "demo", sample); err != nil {
				t.Fatalf("publish: %v", err)
			}
		}
	}
}

func TestConsumeBatch_EachDeviceInOrderInOneOfTwoProcesses(t *testing.T) {
	b := startBroker(t)
	for share := range events.Shares {
		b.consumer(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share), events.TelemetryFilters(share)...)
	}
	got := perDevice{times: map[string][]int64{}}
	for range 2 { // two versions side by side
		c := b.client("rooms")
		events.ConsumeBatch(c, "telemetry", func(_ context.Context, batch []events.Event[events.Telemetry]) error {
			got.take(batch)
			return nil
		})
		b.run(c)
	}
	publishSamples(t, b.client("gateway"), 10, 40)
	plugintest.Eventually(t, "not all samples came", func() bool { return got.total() >= 400 })
	for device, times := range got.times {
		for i := 1; i < len(times); i++ {
			if times[i] <= times[i-1] {
				t.Errorf("%s: sample %d after %d", device, times[i], times[i-1])
			}
		}
	}
}

func TestConsumeBatch_OneBadEventTakesNoOtherAlong(t *testing.T) {
	b := startBroker(t)
	b.consumer(events.StreamDevice, "rooms-device-status", "device.status.*")
	c := b.client("rooms")
	for i := range 10 {
		id := fmt.Sprint("d", i)
		if err := c.PublishDirect(t.Context(), "device.status."+id, id, "demo", events.DeviceStatus{DeviceID: id}); err != nil {
			t.Fatalf("publish: %v", err)
		}
	}
	var good seen
	events.ConsumeBatch(c, "device.status", func(_ context.Context, batch []events.Event[events.DeviceStatus]) error {
		for _, e := range batch {
			switch e.Data.DeviceID {
			case "d4":
				return errors.New("d4 is bad")
			case "d6":
				return fmt.Errorf("open: %w", store.ErrNoTenant) // of an organisation without the module
			}
		}
		for _, e := range batch {
			good.add(e.Data.DeviceID)
		}
		return nil
	})
	b.run(c)
	letter := b.dead()
	if letter.Subject() != "dead.rooms.device.status" || letter.Headers().Get(events.HeaderSubject) != "device.status.d4" {
		t.Errorf("dead letter %s of %v", letter.Subject(), letter.Headers())
	}
	b.settled(events.StreamDevice, "rooms-device-status")
	if good.count() != 8 {
		t.Errorf("%d good events were handled, want 8: %v", good.count(), good.ids)
	}
}

func TestPublishDirect_IsIdempotentAndRefusedWhenFull(t *testing.T) {
	b := startBroker(t)
	c := b.client("gateway")
	for range 2 {
		if err := c.PublishDirect(t.Context(), "telemetry.1.d", "same", "demo", events.Telemetry{}); err != nil {
			t.Fatalf("publish: %v", err)
		}
	}
	stream, err := b.js.Stream(t.Context(), events.StreamTelemetry)
	if err != nil {
		t.Fatalf("find stream: %v", err)
	}
	info, err := stream.Info(t.Context())
	if err != nil || info.State.Msgs != 1 {
		t.Errorf("%d messages, %v; want 1", info.State.Msgs, err)
	}
	b.limit(events.StreamTelemetry, 1)
	if err := c.PublishDirect(t.Context(), "telemetry.1.d", "other", "demo", events.Telemetry{}); err == nil {
		t.Error("a full stream took an event")
	}
}

func TestPush_ReachesTheHost(t *testing.T) {
	b := startBroker(t)
	sub, err := b.conn.SubscribeSync("push.*.*")
	if err != nil {
		t.Fatalf("subscribe: %v", err)
	}
	c := b.client("rooms")
	plugintest.Eventually(t, "not connected", c.Connected)
	if err := b.conn.Flush(); err != nil {
		t.Fatalf("flush: %v", err)
	}
	p := events.Push{Topic: "presenceUpdates", Items: []events.PushItem{{Key: "v1", Path: "/demo/", Value: map[string]int{"speed": 5}}}}
	if err := c.Push(t.Context(), "demo", p); err != nil {
		t.Fatalf("push: %v", err)
	}
	m, err := sub.NextMsgWithContext(t.Context())
	if err != nil || m.Subject != "push.presenceUpdates.demo" {
		t.Fatalf("%v, %v", m, err)
	}
	if err := c.Push(t.Context(), "a.b", p); err == nil {
		t.Error("an organisation with a dot is pushed to")
	}
}
