package broker_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/quota"
)

func event(n int) string {
	return fmt.Sprintf(`{"id":"e%d","type":"imualert","time":%d,"labels":[{"name":"harsh_braking","probability":0.9}]}`, n, time.Now().UnixMilli())
}

// TestLimits_OfADay is a device that sends events without end: what others need of the streams stays free, and it hears why.
func TestLimits_OfADay(t *testing.T) {
	const most = 5
	w := newWorldWithin(t, nil, map[string]quota.Limit{"events": {Day: most}})
	d := w.connect(5, "truck")
	for n := range most {
		d.wantAck(topic("truck", "events"), event(n), 0)
	}
	stored := w.count("DEVICE")
	d.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Subscribe, Qos: 1}, PacketID: 1, Filters: packets.Subscriptions{{Filter: topic("truck", "limits")}}})
	if pk, err := d.read(); err != nil || pk.FixedHeader.Type != packets.Suback {
		t.Fatalf("no SUBACK: %v", err)
	}
	d.publish(topic("truck", "events"), event(most))
	var ack, told packets.Packet
	for range 2 {
		pk, err := d.read()
		if err != nil {
			t.Fatal(err)
		}
		if pk.FixedHeader.Type == packets.Puback {
			ack = pk
		} else {
			told = pk
		}
	}
	if ack.ReasonCode != packets.ErrQuotaExceeded.Code || !strings.Contains(ack.Properties.ReasonString, "5 messages of events") {
		t.Errorf("PUBACK %#x %q", ack.ReasonCode, ack.Properties.ReasonString)
	}
	var heard struct {
		Topic string `json:"topic"`
		Limit int64  `json:"limit"`
		Until int64  `json:"until_ms"`
	}
	if err := json.Unmarshal(told.Payload, &heard); err != nil || heard.Topic != "events" || heard.Limit != most || heard.Until <= time.Now().UnixMilli() {
		t.Errorf("the device heard %q", told.Payload)
	}
	d.wantAck(topic("truck", "telemetry"), sample(time.Now().UnixMilli()), 0)
	v := w.connect(5, "van")
	v.wantAck(topic("van", "events"), event(0), 0)
	if got := w.broker.Counts().Beyond; got != 1 {
		t.Errorf("%d messages were beyond a limit", got)
	}
	if got := w.count("DEVICE"); got > stored+2 { // the other device came, and its event
		t.Errorf("the stream has %d messages after %d", got, stored)
	}
}

func TestLimits_OlderDevicesAreDisconnected(t *testing.T) {
	w := newWorldWithin(t, nil, map[string]quota.Limit{"events": {Day: 1}})
	d := w.connect(4, "truck")
	d.wantAck(topic("truck", "events"), event(0), 0)
	d.publish(topic("truck", "events"), event(1))
	d.wantEnd(0)
}

func TestLimits_OfConnections(t *testing.T) {
	w := newWorldWithin(t, nil, map[string]quota.Limit{quota.Connects: {PerSecond: 0.01, Burst: 3}})
	w.stopClock()
	for range 3 {
		w.connect(5, "truck")
	}
	if _, code := w.dial(5, "truck", "key-truck"); code == 0 {
		t.Error("a device connects without end")
	}
	w.connect(5, "van")
}
