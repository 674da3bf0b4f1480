package broker_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mochi-mqtt/server/v2/packets"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/plugins/gateway/internal/broker"
	"outrider.dev/outrider/plugins/gateway/internal/credential"
	"outrider.dev/outrider/plugins/gateway/internal/quota"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/events"
	"outrider.dev/sdk/freeport"
	"outrider.dev/sdk/leak"
)

const patience = time.Minute

func TestMain(m *testing.M) { leak.Main(m) }

// world is a broker with a real NATS behind it.
type world struct {
	t        *testing.T
	dir      string
	nats     *server.Server
	port     int
	address  string
	book     *credential.Book
	broker   *broker.Broker
	acked    chan string         // command ids that devices have acknowledged
	waiting  chan credential.Ref // devices that are ready for commands
	js       jetstream.JetStream
	sequence uint64
	stands   atomic.Pointer[time.Time] // where the broker's clock stands; nil: it runs
}

// truck is the device that most tests connect.
var truck = credential.Ref{OrgID: "demo", ID: "truck"}

// newWorld starts NATS with its streams, and a broker that knows the devices "truck" and "van", whose keys are "key-" and their id.
func newWorld(t *testing.T, encryption *tls.Config) *world {
	t.Helper()
	return newWorldWithin(t, encryption, nil)
}

// newWorldWithin is newWorld with limits for devices; nil: none.
func newWorldWithin(t *testing.T, encryption *tls.Config, limits map[string]quota.Limit) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), acked: make(chan string, 64), waiting: make(chan credential.Ref, 64)}
	w.startNATS()
	conn := must(nats.Connect(w.nats.ClientURL(), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.Timeout(patience)))(t)
	w.js = must(jetstream.New(conn))(t)
	w.stream("TELEMETRY", "telemetry.>", -1)
	w.stream("DEVICE", "device.>", -1)
	w.stream("DEAD", "dead.>", -1)
	log := slog.New(slog.DiscardHandler)
	client := must(events.Connect(events.Config{URL: w.nats.ClientURL(), Plugin: "gateway", Log: log}))(t)
	w.eventually("the gateway reaches NATS", client.Connected)
	listener := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	w.address = listener.Addr().String()
	w.book = credential.NewBook(func(d credential.Device) { w.broker.Disconnect(d.Ref()) })
	w.know("truck")
	w.know("van")
	w.broker = must(broker.New(broker.Config{
		Quota: quota.NewMeter(limits, w.now), Listener: listener, TLS: encryption, Stream: client, Devices: w.book, Log: log, Now: w.now,
		Acknowledged: func(_, _, id string) { w.acked <- id },
		Waiting:      func(r credential.Ref) { w.waiting <- r },
	}))(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.broker.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
		client.Close()
		conn.Close()
		w.nats.Shutdown()
		w.nats.WaitForShutdown()
	})
	return w
}

// now is the broker's clock.
func (w *world) now() time.Time {
	if at := w.stands.Load(); at != nil {
		return *at
	}
	return time.Now()
}

// stopClock has allowances that grow with time not grow, however long the test takes.
func (w *world) stopClock() {
	at := time.Now()
	w.stands.Store(&at)
}

func (w *world) startNATS() {
	w.t.Helper()
	if w.port == 0 { // it is opened again after a stop
		port, release, err := freeport.Reserve()
		if err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(release)
		w.port = port
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: w.port, JetStream: true, StoreDir: w.dir, NoLog: true, NoSigs: true})
	if err != nil {
		w.t.Fatalf("make NATS: %v", err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		w.t.Fatal("NATS does not start")
	}
	w.nats = s
}

func (w *world) stopNATS() {
	w.nats.Shutdown()
	w.nats.WaitForShutdown()
}

// stream makes or changes a stream that refuses when it is full. It keeps everything, so that the test can look.
func (w *world) stream(name, subjects string, most int64) {
	w.t.Helper()
	_, err := w.js.CreateOrUpdateStream(w.context(), jetstream.StreamConfig{
		Name: name, Subjects: []string{subjects}, Discard: jetstream.DiscardNew, MaxMsgs: most, Storage: jetstream.FileStorage,
	})
	if err != nil {
		w.t.Fatalf("make stream %s: %v", name, err)
	}
}

func (w *world) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	w.t.Cleanup(cancel)
	return ctx
}

// know makes a device known, with the key "key-" and its id.
func (w *world) know(id string) {
	w.sequence++
	sum := sha256.Sum256([]byte("key-" + id))
	w.book.Put(credential.Device{ID: id, OrgID: "demo", VehicleID: "v-" + id, KeySHA256: hex.EncodeToString(sum[:]), Position: credential.Position{Sequence: w.sequence}})
}

// count is how many messages a stream holds.
func (w *world) count(stream string) int {
	w.t.Helper()
	s := must(w.js.Stream(w.context(), stream))(w.t)
	return int(must(s.Info(w.context()))(w.t).State.Msgs)
}

// last returns the data of the newest message on a subject.
func last[T any](w *world, stream, subject string) T {
	w.t.Helper()
	s := must(w.js.Stream(w.context(), stream))(w.t)
	m := must(s.GetLastMsgForSubject(w.context(), subject))(w.t)
	e, err := events.Unmarshal[T](m.Data)
	if err != nil {
		w.t.Fatalf("read %s: %v", subject, err)
	}
	return e.Data
}

// lastDead returns the newest dead letter of a source.
func (w *world) lastDead(source string) broker.DeadLetter {
	w.t.Helper()
	s := must(w.js.Stream(w.context(), "DEAD"))(w.t)
	m := must(s.GetLastMsgForSubject(w.context(), "dead.gateway."+source))(w.t)
	var letter broker.DeadLetter
	if err := json.Unmarshal(m.Data, &letter); err != nil {
		w.t.Fatalf("read the dead letter: %v", err)
	}
	return letter
}

func (w *world) eventually(what string, condition func() bool) {
	w.t.Helper()
	deadline := time.Now().Add(3 * patience)
	for !condition() {
		if time.Now().After(deadline) {
			w.t.Fatalf("it does not happen that %s", what)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// wire is a device that shows every packet: ordinary clients hide what these tests are about.
type wire struct {
	t       *testing.T
	conn    net.Conn
	reader  *bufio.Reader
	version byte
}

// dial connects and returns the reason of CONNACK.
func (w *world) dial(version byte, id, key string) (*wire, byte) {
	w.t.Helper()
	d := &wire{t: w.t, conn: must(net.Dial("tcp", w.address))(w.t), version: version}
	d.reader = bufio.NewReader(d.conn)
	w.t.Cleanup(func() { _ = d.conn.Close() })
	d.write(packets.Packet{
		FixedHeader: packets.FixedHeader{Type: packets.Connect},
		Connect: packets.ConnectParams{
			ProtocolName: []byte("MQTT"), Clean: true, Keepalive: 60, ClientIdentifier: "anything-" + id,
			UsernameFlag: true, Username: []byte(id), PasswordFlag: true, Password: []byte(key),
		},
	})
	pk, err := d.read()
	if err != nil || pk.FixedHeader.Type != packets.Connack {
		w.t.Fatalf("no CONNACK: %v %v", pk.FixedHeader.Type, err)
	}
	return d, pk.ReasonCode
}

// connect is dial for a device that must be let in.
func (w *world) connect(version byte, id string) *wire {
	w.t.Helper()
	d, code := w.dial(version, id, "key-"+id)
	if code != 0 {
		w.t.Fatalf("%s is refused: %#x", id, code)
	}
	return d
}

func (d *wire) write(pk packets.Packet) {
	d.t.Helper()
	if _, err := d.conn.Write(encoded(d.t, d.version, pk)); err != nil {
		d.t.Logf("write: %v", err)
	}
}

func encoded(t *testing.T, version byte, pk packets.Packet) []byte {
	t.Helper()
	pk.ProtocolVersion = version
	var buf bytes.Buffer
	var err error
	switch pk.FixedHeader.Type {
	case packets.Connect:
		err = pk.ConnectEncode(&buf)
	case packets.Publish:
		err = pk.PublishEncode(&buf)
	case packets.Puback:
		err = pk.PubackEncode(&buf)
	default:
		err = pk.SubscribeEncode(&buf)
	}
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	return buf.Bytes()
}

func (d *wire) read() (packets.Packet, error) {
	_ = d.conn.SetReadDeadline(time.Now().Add(patience))
	pk := packets.Packet{ProtocolVersion: d.version}
	first, err := d.reader.ReadByte()
	if err != nil {
		return pk, err
	}
	if err := pk.FixedHeader.Decode(first); err != nil {
		return pk, err
	}
	length, _, err := packets.DecodeLength(d.reader)
	if err != nil {
		return pk, err
	}
	pk.FixedHeader.Remaining = length
	body := make([]byte, length)
	if _, err := io.ReadFull(d.reader, body); err != nil {
		return pk, err
	}
	switch pk.FixedHeader.Type {
	case packets.Connack:
		err = pk.ConnackDecode(body)
	case packets.Puback:
		err = pk.PubackDecode(body)
	case packets.Suback:
		err = pk.SubackDecode(body)
	case packets.Publish:
		err = pk.PublishDecode(body)
	case packets.Disconnect:
		err = pk.DisconnectDecode(body)
	}
	return pk, err
}

// publish sends with QoS 1 and packet id 7.
func (d *wire) publish(topic, payload string) {
	d.t.Helper()
	d.write(packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1}, TopicName: topic, PacketID: 7, Payload: []byte(payload)})
}

// wantAck publishes and wants PUBACK with a reason.
func (d *wire) wantAck(topic, payload string, reason byte) {
	d.t.Helper()
	d.publish(topic, payload)
	pk, err := d.read()
	if err != nil || pk.FixedHeader.Type != packets.Puback || pk.PacketID != 7 || pk.ReasonCode != reason {
		d.t.Fatalf("got packet type %d reason %#x, %v; want PUBACK %#x", pk.FixedHeader.Type, pk.ReasonCode, err, reason)
	}
}

// wantEnd wants the connection to end without a PUBACK, after a DISCONNECT with a reason if the device speaks MQTT 5.
func (d *wire) wantEnd(reason byte) {
	d.t.Helper()
	pk, err := d.read()
	if d.version == 5 {
		if err != nil || pk.FixedHeader.Type != packets.Disconnect || pk.ReasonCode != reason {
			d.t.Fatalf("got packet type %d reason %#x, %v; want DISCONNECT %#x", pk.FixedHeader.Type, pk.ReasonCode, err, reason)
		}
		pk, err = d.read()
	}
	if netError, ok := errors.AsType[net.Error](err); err == nil || (ok && netError.Timeout()) {
		d.t.Fatalf("the connection goes on: packet type %d, %v", pk.FixedHeader.Type, err)
	}
}

func topic(id, kind string) string { return device.Topic(id, kind) }

func must[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
