package publishing

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/events"
)

// What waits here for one plugin, at most; its publishers hear nothing of what comes on top, and try again.
const (
	pendingMessages = 8_192
	pendingBytes    = 64 << 20
)

// refusedCode is the code of a refusal, beside those of JetStream.
const refusedCode = 10_999

// group has one of several hosts take a message.
const group = "host"

// forwarder hands on what one plugin publishes, in its order.
type forwarder struct {
	*Publishing
	plugin   string
	conn     *nats.Conn
	inbox    string // of the streams' answers; behind it stands where each goes
	bucket   bucket
	refusals *refusals
	batches  int64 // that were handed on, of take alone
}

func (p *Publishing) forward(pluginID string) (*forwarder, error) {
	f := &forwarder{Publishing: p, plugin: pluginID, bucket: newBucket(p.Limits), refusals: newRefusals()}
	var err error
	f.conn, err = p.Connect(nats.Name("outrider bounds of "+pluginID), nats.MaxReconnects(-1), nats.ReconnectWait(500*time.Millisecond), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			p.Log.Warn("a plugin publishes faster than it can be taken", "plugin", pluginID, "error", err)
		}))
	if err != nil {
		return nil, err
	}
	f.inbox = f.conn.NewInbox()
	answers, errAnswers := f.conn.Subscribe(f.inbox+".>", f.answered)
	taken, errTaken := f.conn.QueueSubscribe(streams.BoundFilter(pluginID), group, f.take)
	err = errors.Join(errAnswers, errTaken)
	for _, s := range []*nats.Subscription{answers, taken} {
		if err == nil {
			err = s.SetPendingLimits(pendingMessages, pendingBytes)
		}
	}
	if err == nil {
		err = f.conn.Flush()
	}
	if err != nil {
		f.conn.Close()
		return nil, err
	}
	return f, nil
}

// take hands one message on, or refuses it.
func (f *forwarder) take(m *nats.Msg) {
	subject, ok := streams.Unbound(f.plugin, m.Subject)
	if !ok {
		return // the server's own word of a message that somebody traces
	}
	now := f.Now()
	stream := events.Stream(subject)
	if events.IsBatch(m.Header) {
		f.takeBatch(m, subject, stream, now)
		return
	}
	size := len(m.Data) + len(subject) + overhead
	for name, values := range m.Header {
		size += len(name) + len(strings.Join(values, ""))
	}
	if err := f.allow(now, stream, size); err != nil {
		f.refuse(m, subject, stream, err, now)
		return
	}
	out := &nats.Msg{Subject: subject, Data: m.Data, Header: f.headers(m.Header)}
	if m.Reply != "" {
		out.Reply = f.inbox + "." + m.Reply
	}
	if err := f.conn.PublishMsg(out); err != nil {
		f.answer(m.Reply, 503, fmt.Sprintf("%s: %v", subject, err))
	}
}

// allow counts a message in, or says which bound it would pass.
func (f *forwarder) allow(now time.Time, stream string, size int) error {
	if f.fill.streams[stream] == nil {
		return errors.New("no stream keeps this subject")
	}
	if err := f.bucket.allow(now, stream, size, f.Limits); err != nil {
		return err
	}
	if stream == events.StreamControl {
		return f.usage.take(key{f.plugin, stream}, int64(size), 0)
	}
	if err := f.fill.take(stream, int64(size)); err != nil {
		return err
	}
	return f.usage.take(key{f.plugin, stream}, int64(size), f.share(stream))
}

// headers are those that go on. Those by which the server is told what to do with a message stay behind; the id by which it knows one that came before
// holds the plugin's, so that nobody has another's taken for known.
func (f *forwarder) headers(from nats.Header) nats.Header {
	to := nats.Header{}
	for name, values := range from {
		if !strings.HasPrefix(strings.ToLower(name), "nats-") {
			to[name] = values
		}
	}
	if id := from.Get(nats.MsgIdHdr); id != "" {
		to.Set(nats.MsgIdHdr, f.plugin+" "+id)
	}
	return to
}

// refuse tells the publisher, and now and then the log.
func (f *forwarder) refuse(m *nats.Msg, subject, stream string, reason error, now time.Time) {
	text := subject + " is refused: " + reason.Error()
	if f.refusals.add(stream, reason.Error(), now) {
		f.Log.Warn("what a plugin publishes is refused, and waits where it is", "plugin", f.plugin, "subject", subject, "reason", reason)
	}
	f.answer(m.Reply, 429, text)
}

// answered passes the stream's answer on to who published.
func (f *forwarder) answered(m *nats.Msg) {
	reply := strings.TrimPrefix(m.Subject, f.inbox+".")
	if batch, ok := strings.CutPrefix(reply, batchHead); ok {
		f.answeredBatch(replyOfBatch(batch), m)
		return
	}
	if m.Header.Get("Status") != "" { // nobody listens: the stream is away
		f.answer(reply, 503, "the stream does not answer")
		return
	}
	if err := f.conn.Publish(reply, m.Data); err != nil {
		f.Log.Debug("an answer of a stream is lost, and its message comes again", "plugin", f.plugin, "error", err)
	}
}

// answer is in the form of JetStream's own refusals, which every client reads.
func (f *forwarder) answer(reply string, code int, text string) {
	if reply == "" {
		return
	}
	body, err := json.Marshal(map[string]any{"error": map[string]any{"code": code, "err_code": refusedCode, "description": text}})
	if err == nil {
		err = f.conn.Publish(reply, body)
	}
	if err != nil {
		f.Log.Debug("a refusal is lost", "plugin", f.plugin, "error", err)
	}
}
