package streams_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/outrider/host/internal/publishing"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
)

// batch has the host take events of one subject and returns its answer.
func batch(t *testing.T, connection *nats.Conn, list ...events.BatchedEvent) (answer events.BatchAnswer) {
	t.Helper()
	return sendBatch(t, connection, events.BatchMessage("event.rooms.room", list))
}

func sendBatch(t *testing.T, connection *nats.Conn, m *nats.Msg) (answer events.BatchAnswer) {
	t.Helper()
	reply, err := connection.RequestMsg(m, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// numbered are events from first to last, the ids and bodies of which tell their numbers.
func numbered(first, last, bytes int) (list []events.BatchedEvent) {
	for n := first; n <= last; n++ {
		list = append(list, events.BatchedEvent{ID: fmt.Sprintf("id-%d", n), Body: []byte(fmt.Sprintf("%d%s", n, strings.Repeat(" ", bytes)))})
	}
	return list
}

// bodies are the messages of the event stream, in their order.
func (f fixture) bodies() (list []string) {
	f.t.Helper()
	stream, err := f.host.Stream(f.t.Context(), events.StreamEvents)
	if err != nil {
		f.t.Fatal(err)
	}
	state := stream.CachedInfo().State
	for n := state.FirstSeq; n <= state.LastSeq; n++ {
		m, err := stream.GetMsg(f.t.Context(), n)
		if err == nil && m.Subject == "event.rooms.room" {
			list = append(list, strings.TrimSpace(string(m.Data)))
		}
	}
	return list
}

func count(last int) (list []string) {
	for n := 1; n <= last; n++ {
		list = append(list, fmt.Sprint(n))
	}
	return list
}

func TestBatch_EachEventOnceAndInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, f fixture) {
		connection, _ := f.connect(hostile)
		for _, c := range []struct{ first, last, stored int }{
			{1, 1, 1},     // alone
			{2, 100, 99},  // many
			{2, 100, 99},  // once more, after a lost answer
			{90, 120, 31}, // some once more
			{121, 122, 2},
		} {
			if got := batch(t, connection, numbered(c.first, c.last, 0)...); got.Stored != c.stored || got.Error != nil {
				t.Errorf("events %d to %d: %+v", c.first, c.last, got)
			}
		}
		if got, want := fmt.Sprint(f.bodies()), fmt.Sprint(count(122)); got != want {
			t.Errorf("the stream has %s", got)
		}
		stream, err := f.host.Stream(t.Context(), events.StreamEvents)
		if err != nil {
			t.Fatal(err)
		}
		m, err := stream.GetLastMsgForSubject(t.Context(), "event.rooms.room")
		if err != nil || m.Header.Get(nats.MsgIdHdr) != "rooms id-122" {
			t.Errorf("the last message has %v, %v", m.Header, err)
		}
	})
}

// What no bound stands against is stored, the rest is not, and nothing behind a refused event is.
func TestBatch_StopsAtABound(t *testing.T) {
	f := openBounded(t, roomy, publishing.Limits{Messages: 1, Bytes: 64 << 20, Percent: 100}) // ten at once
	connection, _ := f.connect(hostile)
	first := batch(t, connection, numbered(1, 30, 0)...)
	if first.Stored < 10 || first.Stored > 12 || first.Error != nil {
		t.Errorf("the answer to 30 is %+v", first)
	}
	second := batch(t, connection, numbered(first.Stored+1, 30, 0)...)
	if second.Stored == 0 && (second.Error == nil || !strings.Contains(second.Error.Description, "messages a second")) {
		t.Errorf("the answer to the rest is %+v", second)
	}
	if got, want := fmt.Sprint(f.bodies()), fmt.Sprint(count(first.Stored+second.Stored)); got != want {
		t.Errorf("the stream has %s, want %s", got, want)
	}
}

// A stream that becomes full in the middle has the events before, and says so.
func TestBatch_StopsAtAFullStream(t *testing.T) {
	f := open(t, streams.Sizes{Telemetry: 1 << 20, Others: 1 << 20})
	connection, _ := f.connect(hostile)
	stream, err := f.host.Stream(t.Context(), events.StreamEvents)
	if err != nil {
		t.Fatal(err)
	}
	config := stream.CachedInfo().Config
	config.MaxMsgs = 7
	if _, err := f.host.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	held := len(f.bodies())
	first := batch(t, connection, numbered(1, 20, 0)...)
	if first.Stored != 7-held || first.Error != nil {
		t.Errorf("the answer is %+v", first)
	}
	if again := batch(t, connection, numbered(first.Stored+1, 20, 0)...); again.Stored != 0 || again.Error == nil {
		t.Errorf("the answer to the rest is %+v", again)
	}
	config.MaxMsgs = -1
	if _, err := f.host.UpdateStream(t.Context(), config); err != nil {
		t.Fatal(err)
	}
	if got := batch(t, connection, numbered(first.Stored+1, 20, 0)...); got.Stored != 20-first.Stored || got.Error != nil {
		t.Errorf("with room the answer is %+v", got)
	}
	if got, want := fmt.Sprint(f.bodies()), fmt.Sprint(count(20)); got != want {
		t.Errorf("the stream has %s", got)
	}
}

// A batch that cannot be read is refused whole, and one event in it holds no more than a message may.
func TestBatch_Broken(t *testing.T) {
	f := open(t, roomy)
	connection, complaints := f.connect(hostile)
	good := events.BatchMessage("event.rooms.room", numbered(1, 3, 0))
	for name, body := range map[string][]byte{
		"empty": nil, "no batch": []byte("{}"), "cut short": good.Data[:len(good.Data)-1], "no events": good.Data[:1],
	} {
		if got := sendBatch(t, connection, &nats.Msg{Subject: good.Subject, Header: good.Header, Data: body}); got.Stored != 0 || got.Error == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if err := connection.PublishMsg(good); err != nil { // nobody waits for the answer
		t.Fatal(err)
	}
	foreign := events.BatchMessage("event.identity.user", numbered(1, 3, 0))
	if err := connection.PublishMsg(foreign); err != nil {
		t.Fatal(err)
	}
	refused(t, complaints, "a batch on another's subject")
	own, err := jetstream.New(connection)
	if err != nil {
		t.Fatal(err)
	}
	f.settle(connection, own)
	for _, body := range f.bodies() {
		if len(body) < 3 { // but for what settle sends
			t.Errorf("the stream has %q", body)
		}
	}
}
