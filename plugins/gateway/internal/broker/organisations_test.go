package broker_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"

	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/sdk/device"
)

// knowTheirs has the organisation rival have a device that is called like ours.
func (w *world) knowTheirs(id string) credential.Ref {
	sum := sha256.Sum256([]byte("theirs-" + id))
	w.sequence++
	w.book.Put(credential.Device{ID: id, OrgID: "rival", KeySHA256: hex.EncodeToString(sum[:]), Position: credential.Position{Sequence: w.sequence}})
	return credential.Ref{OrgID: "rival", ID: id}
}

// Two organisations' devices of one id are two devices: neither takes the other's connection over, nor hears of it.
func TestTwoOrganisations_HaveDevicesOfOneID(t *testing.T) {
	for name, version := range versions {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, nil)
			theirTruck := w.knowTheirs("truck")
			ours := w.connect(version, "truck")
			theirs, code := w.dial(version, "truck", "theirs-truck")
			if code != 0 {
				t.Fatalf("theirs is refused: %#x", code)
			}
			for d, who := range map[*wire]credential.Ref{ours: truck, theirs: theirTruck} {
				for _, kind := range []string{"commands", "status"} {
					if code := d.subscribe(topic("truck", kind), 1); code != 1 {
						t.Fatalf("%v subscribes to %s: %#x", who, kind, code)
					}
				}
				if got := <-w.waiting; got != who {
					t.Errorf("%v is waiting, want %v", got, who)
				}
			}
			if err := w.broker.Deliver(theirTruck, device.Command{ID: "c-1", Type: "greet"}, false); err != nil {
				t.Fatal(err)
			}
			pk, err := theirs.read()
			if err != nil || pk.TopicName != topic("truck", "commands") || !strings.Contains(string(pk.Payload), "c-1") {
				t.Fatalf("theirs reads %s %s, %v", pk.TopicName, pk.Payload, err)
			}
			theirs.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Puback}, PacketID: pk.PacketID})
			if id := <-w.acked; id != "c-1" {
				t.Errorf("acknowledged %s", id)
			}
			ours.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1, Retain: true}, TopicName: topic("truck", "status"), PacketID: 7, Payload: []byte(`{"model":"ours"}`)})
			read := map[byte]string{}
			for range 2 { // the acknowledgement and the status, in any order
				pk, err := ours.read()
				if err != nil {
					t.Fatal(err)
				}
				read[pk.FixedHeader.Type] = pk.TopicName + string(pk.Payload)
			}
			if read[packets.Publish] != topic("truck", "status")+`{"model":"ours"}` {
				t.Errorf("ours reads %v", read)
			}
			// What theirs hears next is the answer to its own sample: neither our command nor our status came before it.
			at := sample(time.Now().UnixMilli())
			theirs.publish(topic("truck", "telemetry"), at)
			if pk, err := theirs.read(); err != nil || pk.FixedHeader.Type != packets.Puback {
				t.Fatalf("theirs reads type %d %s %s, %v", pk.FixedHeader.Type, pk.TopicName, pk.Payload, err)
			}
			ours.publish(topic("truck", "telemetry"), at) // the same bytes: no repetition of theirs
			if pk, err := ours.read(); err != nil || pk.FixedHeader.Type != packets.Puback {
				t.Fatalf("ours reads type %d, %v", pk.FixedHeader.Type, err)
			}
			if got := w.count("TELEMETRY"); got != 2 {
				t.Errorf("the stream has %d samples, want one of each", got)
			}
			w.broker.Disconnect(theirTruck)
			w.eventually("theirs is gone", func() bool { return len(w.broker.Connections("rival")) == 0 })
			if len(w.broker.Connections("demo")) != 1 {
				t.Error("ours went with theirs")
			}
		})
	}
}

// What a topic is called inside is nothing that a device can say.
func TestTopics_InsideNamesAreNobodys(t *testing.T) {
	for _, other := range []string{"@demo/devices/truck/telemetry", "@rival/devices/truck/telemetry", "@@demo/devices/truck/telemetry"} {
		w := newWorld(t, nil)
		w.knowTheirs("truck")
		d := w.connect(5, "truck")
		if code := d.subscribe(strings.Replace(other, "telemetry", "commands", 1), 1); code < 0x80 {
			t.Errorf("subscribed to %s: %#x", other, code)
		}
		d.publish(other, sample(time.Now().UnixMilli()))
		d.wantEnd(packets.ErrNotAuthorized.Code)
		if got := w.count("TELEMETRY"); got != 0 {
			t.Errorf("%s: the stream has %d messages", other, got)
		}
	}
}
