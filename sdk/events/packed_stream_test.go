package events_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugintest"
)

// telemetryOf is a message of so many samples, in order.
func telemetryOf(device string, from, samples int) events.Telemetry {
	m := events.Telemetry{DeviceID: device, OrgID: "demo", Samples: make([]events.Sample, samples)}
	for i := range m.Samples {
		speed, lat, lng := float64(i%90)+0.5, 53.123456, -2.654321
		m.Samples[i] = events.Sample{Time: int64(from + i), SpeedKmh: &speed, Lat: &lat, Lng: &lng, GPSValid: true, HeadingDeg: &speed, AltitudeM: &lat, OdometerM: &lng}
	}
	return m
}

// TestConsumeBatch_ManySamplesComeInParts: what is read of many large messages is not in memory at once.
func TestConsumeBatch_ManySamplesComeInParts(t *testing.T) {
	const sent, each = 60, 1000
	b := startBroker(t)
	share := events.Partition("d1") % events.Shares
	b.consumer(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share), events.TelemetryFilters(share)...)
	gateway := b.client("gateway")
	for i := range sent {
		if err := gateway.PublishDirect(t.Context(), events.TelemetrySubject("demo", "d1"), fmt.Sprint(i), "demo", telemetryOf("d1", i*each, each)); err != nil {
			t.Fatal(err)
		}
	}
	c := b.client("rooms")
	var mu sync.Mutex
	next, largest := int64(0), 0
	events.ConsumeBatch(c, "telemetry", func(_ context.Context, batch []events.Event[events.Telemetry]) error {
		mu.Lock()
		defer mu.Unlock()
		largest = max(largest, len(batch))
		for _, e := range batch {
			for _, s := range e.Data.Samples {
				if s.Time != next {
					return fmt.Errorf("sample %d, not %d", s.Time, next)
				}
				next++
			}
		}
		return nil
	})
	b.run(c)
	plugintest.Eventually(t, "not all samples came", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return next == sent*each
	})
	if largest > sent/2 {
		t.Errorf("%d messages of %d samples came at once", largest, each)
	}
}

// TestDeadLetter_OfPackedSamplesIsJSON: people read it, and it is handled when it comes again.
func TestDeadLetter_OfPackedSamplesIsJSON(t *testing.T) {
	b := startBroker(t)
	share := events.Partition("d1") % events.Shares
	b.consumer(events.StreamTelemetry, events.TelemetryConsumerName("rooms", share), events.TelemetryFilters(share)...)
	c := b.client("rooms")
	events.ConsumeBatch(c, "telemetry", func(context.Context, []events.Event[events.Telemetry]) error {
		return events.Permanent(errors.New("never"))
	})
	b.run(c)
	want := telemetryOf("d1", 0, 100)
	if err := b.client("gateway").PublishDirect(t.Context(), events.TelemetrySubject("demo", "d1"), "m1", "demo", want); err != nil {
		t.Fatal(err)
	}
	letter := b.dead()
	var e events.Event[events.Telemetry]
	if err := json.Unmarshal(letter.Data(), &e); err != nil || e.ID != "m1" || len(e.Data.Samples) != 100 || *e.Data.Samples[99].Lat != 53.123456 {
		t.Errorf("the letter is %.200s, %v", letter.Data(), err)
	}
}
