package broker_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/broker"
	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
)

func TestConnect_RefusesAWrongKey(t *testing.T) {
	w := newWorld(t, nil)
	w.stopClock()
	for _, tc := range []struct {
		name, id, key string
		version, want byte
	}{
		{"wrong key, 3.1.1", "truck", "guess", 4, 5},
		{"wrong key, 5", "truck", "guess", 5, packets.ErrBadUsernameOrPassword.Code},
		{"another's key", "truck", "key-van", 5, packets.ErrBadUsernameOrPassword.Code},
		{"a stranger", "nobody", "key-nobody", 5, packets.ErrBadUsernameOrPassword.Code},
		{"no key", "truck", "", 5, packets.ErrProtocolViolation.Code},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, code := w.dial(tc.version, tc.id, tc.key); code != tc.want {
				t.Errorf("CONNACK %#x, want %#x", code, tc.want)
			}
		})
	}
	for range 10 {
		w.dial(4, "van", "guess")
	}
	if _, code := w.dial(4, "van", "key-van"); code == 0 {
		t.Error("after ten guesses the eleventh attempt is looked at")
	}
	w.connect(4, "truck") // others from the same address are not blocked
}

func TestTopics_OfOthersEndTheConnection(t *testing.T) {
	for name, version := range versions {
		for _, other := range []string{topic("van", "telemetry"), topic("truck", "commands"), topic("truck", "anything"), "devices/truck", "elsewhere"} {
			t.Run(name+" "+other, func(t *testing.T) {
				w := newWorld(t, nil)
				d := w.connect(version, "truck")
				d.publish(other, sample(time.Now().UnixMilli()))
				d.wantEnd(packets.ErrNotAuthorized.Code)
				if got := w.count("TELEMETRY"); got != 0 {
					t.Errorf("the stream has %d messages", got)
				}
			})
		}
	}
}

func TestSubscribe_OnlyToItsOwn(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	for filter, want := range map[string]byte{
		topic("truck", "commands"): 1, topic("truck", "status"): 1,
		topic("van", "commands"): packets.ErrNotAuthorized.Code, "#": packets.ErrNotAuthorized.Code, "devices/+/commands": packets.ErrNotAuthorized.Code,
		"devices/truck/#": packets.ErrNotAuthorized.Code, "$SYS/#": packets.ErrNotAuthorized.Code, "$share/g/devices/truck/commands": packets.ErrNotAuthorized.Code,
	} {
		if got := d.subscribe(filter, 1); got != want {
			t.Errorf("subscribe %s = %#x, want %#x", filter, got, want)
		}
	}
}

func TestConnect_TakesTheFormerConnectionOver(t *testing.T) {
	w := newWorld(t, nil)
	former := w.connect(5, "truck")
	w.eventually("the first is announced", func() bool { return w.count("DEVICE") == 1 }) // one that is taken over before is not
	latter := w.connect(4, "truck")
	former.wantEnd(packets.ErrSessionTakenOver.Code)
	latter.wantAck(topic("truck", "telemetry"), sample(time.Now().UnixMilli()), 0)
	if got := w.broker.Connections("demo"); len(got) != 1 || got[0].Protocol != "3.1.1" || got[0].Messages != 1 || got[0].VehicleID != "v-truck" {
		t.Errorf("connections %+v", got)
	}
	if got := w.broker.Connections("rival"); len(got) != 0 {
		t.Errorf("another organisation sees %+v", got)
	}
	_ = latter.conn.Close()
	w.eventually("the end is announced", func() bool { return !last[events.DeviceConnection](w, "DEVICE", "device.connection.truck").Connected })
	if got := w.count("DEVICE"); got != 3 {
		t.Errorf("%d announcements, want that it came twice and went once", got)
	}
}

func TestConnect_EndsWithTheRight(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	gone, _ := w.book.Authenticate("truck", "key-truck")
	gone.Disabled, gone.Sequence = true, 99
	w.book.Put(gone)
	d.wantEnd(packets.ErrAdministrativeAction.Code)
	if _, code := w.dial(5, "truck", "key-truck"); code != packets.ErrBadUsernameOrPassword.Code {
		t.Errorf("a disabled device is answered %#x", code)
	}
}

// TestConnect_EndsWithoutBeingRead holds a device's connection full of answers that it does not read: its end must not wait for that.
func TestConnect_EndsWithoutBeingRead(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	flood := encoded(t, 5, packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1}, TopicName: topic("truck", "telemetry"), PacketID: 7, Payload: []byte("{}")})
	fed := make(chan struct{})
	go func() {
		defer close(fed)
		for err := error(nil); err == nil; {
			_, err = d.conn.Write(flood)
		}
	}()
	former, still := int64(0), 0
	w.eventually("nothing more is read of it", func() bool {
		now := w.broker.Counts().Rejected
		if still++; now == 0 || now != former {
			former, still = now, 0
		}
		return still == 50
	})
	began := time.Now()
	w.book.Put(credential.Device{ID: "truck", OrgID: "demo", Disabled: true, Position: credential.Position{Sequence: 99}})
	if took := time.Since(began); took > 30*time.Second { // unread answers end the connection after one and a half of its keep-alive: 90 s
		t.Errorf("news of the other devices would have waited for %v", took)
	}
	w.eventually("it is gone", func() bool { return len(w.broker.Connections("demo")) == 0 })
	<-fed
}

func TestConnect_QoS2AndHugeMessagesEndIt(t *testing.T) {
	w := newWorld(t, nil)
	d := w.connect(5, "truck")
	d.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 2}, TopicName: topic("truck", "telemetry"), PacketID: 9, Payload: []byte("{}")})
	d.wantEnd(packets.ErrQosNotSupported.Code)
	v := w.connect(4, "van")
	v.publish(topic("van", "telemetry"), strings.Repeat("x", device.MaxMessageBytes))
	v.wantEnd(0)
}

func TestCommands_AreDeliveredAndAcknowledged(t *testing.T) {
	for name, version := range versions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			d := w.connect(version, "truck")
			c := device.Command{ID: "c-1", Type: "recording_times", ExpiresAt: 1, Data: []byte(`{"date":"2026-03-04"}`)}
			if err := w.broker.Deliver(truck, c, false); err != broker.ErrNotReady {
				t.Errorf("deliver before the subscription: %v", err)
			}
			if code := d.subscribe(topic("truck", "commands"), 1); code != 1 {
				t.Fatalf("subscribe: %#x", code)
			}
			if id := <-w.waiting; id != truck {
				t.Errorf("%v is waiting", id)
			}
			if err := w.broker.Deliver(truck, c, false); err != nil {
				t.Fatalf("deliver: %v", err)
			}
			if err := w.broker.Deliver(truck, c, false); err != broker.ErrNotReady {
				t.Errorf("the same command again: %v", err)
			}
			pk, err := d.read()
			if err != nil || pk.FixedHeader.Type != packets.Publish || pk.FixedHeader.Qos != 1 || pk.TopicName != topic("truck", "commands") ||
				string(pk.Payload) != `{"id":"c-1","type":"recording_times","expires_at":1,"data":{"date":"2026-03-04"}}` {
				t.Fatalf("got %s %s, %v", pk.TopicName, pk.Payload, err)
			}
			// The device's own packet ids may be the same as the server's.
			d.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1}, TopicName: topic("truck", "replies"), PacketID: pk.PacketID, Payload: []byte(`{"id":"c-1","status":"accepted"}`)})
			if ack, err := d.read(); err != nil || ack.FixedHeader.Type != packets.Puback {
				t.Fatalf("no PUBACK for the reply: %v", err)
			}
			d.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Puback}, PacketID: pk.PacketID})
			if id := <-w.acked; id != "c-1" {
				t.Errorf("acknowledged %s", id)
			}
			if err := w.broker.Deliver(truck, c, false); err != broker.ErrNotReady {
				t.Errorf("the command that it has, read from the queue before: %v", err)
			}
		})
	}
}

func (d *wire) subscribe(filter string, qos byte) byte {
	d.t.Helper()
	d.write(packets.Packet{
		FixedHeader: packets.FixedHeader{Type: packets.Subscribe, Qos: 1}, PacketID: 3,
		Filters: packets.Subscriptions{{Filter: filter, Qos: qos}},
	})
	pk, err := d.read()
	if err != nil || pk.FixedHeader.Type != packets.Suback {
		d.t.Fatalf("no SUBACK: type %d, %v", pk.FixedHeader.Type, err)
	}
	return pk.ReasonCodes[0]
}
