package broker_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/sdk/events"
)

// versions are the protocol levels that devices speak.
var versions = map[string]byte{"3.1.1": 4, "5": 5}

func TestTelemetry_IsAcknowledgedOnceTheStreamHasIt(t *testing.T) {
	for name, version := range versions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			d := w.connect(version, "truck")
			at := time.Now().UnixMilli()
			d.wantAck(topic("truck", "telemetry"), sample(at), 0)
			if got := w.count("TELEMETRY"); got != 1 {
				t.Fatalf("the stream has %d messages at the time of PUBACK, want 1", got)
			}
			data := last[events.Telemetry](w, "TELEMETRY", events.TelemetrySubject("demo", "truck"))
			if data.DeviceID != "truck" || data.OrgID != "demo" || len(data.Samples) != 1 || data.Samples[0].Time != at || *data.Samples[0].Lat != 53.4 {
				t.Errorf("the stream has %+v", data)
			}
		})
	}
}

func TestTelemetry_RepeatedAndOutOfOrder(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(4, "truck")
	now := time.Now().UnixMilli()
	newer, older := sample(now), sample(now-86_400_000)
	for _, payload := range []string{newer, newer, older, newer} {
		d.wantAck(topic("truck", "telemetry"), payload, 0)
	}
	if got := w.count("TELEMETRY"); got != 2 {
		t.Errorf("the stream has %d messages, want the newer and the older once each", got)
	}
	v := w.connect(4, "van")
	v.wantAck(topic("van", "telemetry"), newer, 0)
	if got := w.count("TELEMETRY"); got != 3 {
		t.Errorf("the stream has %d messages: another device's equal bytes count as repeated", got)
	}
}

func TestTelemetry_AThousandSamplesAndOneMore(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	d.wantAck(topic("truck", "telemetry"), samples(1000), 0)
	if data := last[events.Telemetry](w, "TELEMETRY", events.TelemetrySubject("demo", "truck")); len(data.Samples) != 1000 {
		t.Errorf("the stream has %d of 1,000 samples", len(data.Samples))
	}
	d.wantAck(topic("truck", "telemetry"), samples(1001), packets.ErrPayloadFormatInvalid.Code)
	if letter := w.lastDead("telemetry"); !strings.Contains(letter.Reason, "1001 samples") || !letter.Truncated {
		t.Errorf("dead letter %q, truncated %v", letter.Reason, letter.Truncated)
	}
}

func TestTelemetry_WhatCanNeverBeAcceptedIsAcknowledgedAndKept(t *testing.T) {
	now := time.Now()
	for _, tc := range []struct{ name, payload, reason string }{
		{"malformed JSON", `{"time":`, "the message is not JSON"},
		{"wrong type", fmt.Sprintf(`{"time":%d,"speed_kmh":"fast"}`, now.UnixMilli()), "samples[0]: speed_kmh must be a number, not a string"},
		{"too old", sample(now.Add(-401 * 24 * time.Hour).UnixMilli()), "samples[0]: time is more than 400 days ago"},
		{"too far ahead", sample(now.Add(25 * time.Hour).UnixMilli()), "samples[0]: time is more than 24 h ahead"},
	} {
		for name, version := range versions {
			t.Run(tc.name+" "+name, func(t *testing.T) {
				w := newWorld(t, nil)
				d := w.connect(version, "truck")
				want := byte(0)
				if version == 5 {
					want = packets.ErrPayloadFormatInvalid.Code
				}
				d.wantAck(topic("truck", "telemetry"), tc.payload, want)
				letter := w.lastDead("telemetry")
				if letter.DeviceID != "truck" || letter.OrgID != "demo" || letter.Raw != tc.payload || !strings.HasPrefix(letter.Reason, tc.reason) {
					t.Errorf("dead letter %+v, want the reason %q", letter, tc.reason)
				}
				if got := w.count("TELEMETRY"); got != 0 {
					t.Errorf("the stream has %d messages", got)
				}
				d.wantAck(topic("truck", "telemetry"), sample(now.UnixMilli()), 0) // the connection lives
			})
		}
	}
}

func TestTelemetry_ABadSampleDoesNotTakeItsSiblingsAlong(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	now := time.Now().UnixMilli()
	payload := fmt.Sprintf(`{"samples":[{"time":%d,"lat":91,"lng":0.5},{"time":12},{"time":%d,"lat":53.4,"lng":-2.3}]}`, now, now+1000)
	d.wantAck(topic("truck", "telemetry"), payload, 0)
	data := last[events.Telemetry](w, "TELEMETRY", events.TelemetrySubject("demo", "truck"))
	if len(data.Samples) != 2 || data.Samples[0].Lat != nil || data.Samples[1].Lat == nil {
		t.Errorf("the stream has %+v: want two samples, the first without a position", data.Samples)
	}
	if letter := w.lastDead("telemetry"); letter.Total != 1 || letter.Rejected[0].Index != 1 || letter.Rejected[0].Field != "time" {
		t.Errorf("dead letter %+v", letter)
	}
}

// TestTelemetry_ABadReadingDoesNotCostItsSample: the vehicle stays on the map while a sensor says nonsense.
func TestTelemetry_ABadReadingDoesNotCostItsSample(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	payload := fmt.Sprintf(`{"time":%d,"lat":53.4,"lng":-2.3,"fuel_percent":412.5,"can":{"soc_percent":140,"fuel_used_l":81234.5}}`, time.Now().UnixMilli())
	d.wantAck(topic("truck", "telemetry"), payload, 0)
	data := last[events.Telemetry](w, "TELEMETRY", events.TelemetrySubject("demo", "truck"))
	if s := data.Samples[0]; s.Lat == nil || s.FuelPercent != nil || s.CAN == nil || s.CAN.SocPercent != nil || *s.CAN.FuelUsedL != 81234.5 {
		t.Errorf("the stream has %+v", s)
	}
	if letter := w.lastDead("telemetry"); letter.Total != 2 || letter.Rejected[0].Field != "fuel_percent" || letter.Rejected[1].Field != "can.soc_percent" {
		t.Errorf("dead letter %+v", letter)
	}
	if c := w.broker.Counts(); c.Samples != 1 || c.Rejected != 0 || c.Readings != 2 {
		t.Errorf("counted %+v", c)
	}
}

func TestRubbish_DoesNotFillTheDeadLetters(t *testing.T) {
	w := newWorld(t, nil)
	w.stopClock()
	d := w.connect(4, "truck")
	for i := range 100 {
		d.wantAck(topic("truck", "telemetry"), fmt.Sprintf("rubbish %d", i), 0)
	}
	if got := w.count("DEAD"); got != 60 {
		t.Errorf("%d dead letters of 100 messages, want the allowance of 60", got)
	}
	if c := w.broker.Counts(); c.DeadLetters != 100 || c.DeadUnkept != 40 {
		t.Errorf("counted %+v", c)
	}
}

func TestTelemetry_AFullStreamMeansNoAcknowledgement(t *testing.T) {
	for name, version := range versions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.stream("TELEMETRY", "telemetry.>", 1)
			d := w.connect(version, "truck")
			now := time.Now().UnixMilli()
			d.wantAck(topic("truck", "telemetry"), sample(now), 0)
			d.publish(topic("truck", "telemetry"), sample(now+1000))
			d.wantEnd(packets.ErrServerBusy.Code)

			w.stream("TELEMETRY", "telemetry.>", -1)
			d = w.connect(version, "truck")
			d.wantAck(topic("truck", "telemetry"), sample(now+1000), 0)
			if got := w.count("TELEMETRY"); got != 2 {
				t.Errorf("the stream has %d messages, want 2", got)
			}
		})
	}
}

func TestTelemetry_WithoutNATSThereIsNoAcknowledgement(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(4, "truck")
	payload := sample(time.Now().UnixMilli())
	w.stopNATS()
	d.publish(topic("truck", "telemetry"), payload)
	d.wantEnd(0)
	rubbish := `{"time":`
	w.startNATS()
	w.eventually("the device gets its message stored", func() bool {
		d, code := w.dial(4, "truck", "key-truck")
		if code != 0 {
			t.Fatalf("refused: %#x", code)
		}
		d.publish(topic("truck", "telemetry"), payload)
		pk, err := d.read()
		return err == nil && pk.FixedHeader.Type == packets.Puback
	})
	if got := w.count("TELEMETRY"); got != 1 {
		t.Errorf("the stream has %d messages, want 1", got)
	}
	w.stream("DEAD", "dead.>", 1)
	d = w.connect(4, "truck")
	d.wantAck(topic("truck", "telemetry"), rubbish, 0)
	d.publish(topic("truck", "telemetry"), rubbish+" again")
	d.wantEnd(0) // nobody has the rubbish, so nobody says so
}

func TestEventsStatusAndReplies(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	now := time.Now().UnixMilli()
	event := fmt.Sprintf(`{"id":"e-1","type":"imualert","time":%d,"labels":[{"name":"harsh_braking","probability":0.9}]}`, now)
	d.wantAck(topic("truck", "events"), event, 0)
	d.wantAck(topic("truck", "events"), event, 0)
	if e := last[events.DeviceEvent](w, "DEVICE", "device.event.truck"); e.ID != "e-1" || e.DeviceID != "truck" || e.Labels[0].Probability != 0.9 {
		t.Errorf("the stream has the event %+v", e)
	}
	for _, status := range []string{`{"model":"JH8","firmware":"1"}`, `{"model":"JH8","firmware":"2"}`, `{"model":"JH8","firmware":"1"}`} {
		d.wantAck(topic("truck", "status"), status, 0)
	}
	if s := last[events.DeviceStatus](w, "DEVICE", "device.status.truck"); s.Firmware != "1" || s.OrgID != "demo" {
		t.Errorf("a state that came back is lost: %+v", s)
	}
	d.wantAck(topic("truck", "replies"), `{"id":"c-1","status":"done"}`, 0)
	if r := last[events.DeviceReply](w, "DEVICE", "device.reply.truck"); r.ID != "c-1" || r.Status != "done" {
		t.Errorf("the stream has the reply %+v", r)
	}
	d.wantAck(topic("truck", "status"), `{"model":7}`, packets.ErrPayloadFormatInvalid.Code)
	if letter := w.lastDead("status"); letter.Reason != "model must be a string, not a number" {
		t.Errorf("dead letter %+v", letter)
	}
	d.wantAck(topic("truck", "events"), `{"x":"`+strings.Repeat("y", 65<<10)+`"}`, packets.ErrPayloadFormatInvalid.Code)
	// one connection, one event, three states, one reply
	if got := w.count("DEVICE"); got != 6 {
		t.Errorf("the stream has %d messages, want 6", got)
	}
}

func sample(ms int64) string {
	return fmt.Sprintf(`{"time":%d,"lat":53.4,"lng":-2.3,"speed_kmh":61}`, ms)
}

func samples(n int) string {
	now := time.Now().UnixMilli()
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(`{"time":%d,"lat":53.4,"lng":-2.3,"speed_kmh":61,"heading_deg":90,"altitude_m":61.5}`, now-int64(i)*1000)
	}
	return `{"samples":[` + strings.Join(parts, ",") + `]}`
}
