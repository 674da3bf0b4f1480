package publishing

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/sdk/events"
)

// A plugin's outbox sends several events of one subject as one message. They go on as a batch of the stream server's ("fast batch"), of which it takes
// events in their order up to the first that it refuses, and none behind it; its answers say how far it came. What batch a message is of stands in the
// subject for its answers: <any>.<batch>.<flow>.fail.<number, from 1>.<operation>.$FI.
const (
	batchHead = "batch." // behind the inbox
	batchFlow = "500"    // events between two answers to a batch that goes on; an outbox sends fewer
	batchEnd  = ".$FI"

	batchStart  = 0
	batchAppend = 1
	batchCommit = 2
)

// takeBatch hands on the events that no bound stands against, from the first on, or refuses all.
func (f *forwarder) takeBatch(m *nats.Msg, subject, stream string, now time.Time) {
	if m.Reply == "" {
		return // an outbox waits for the answer
	}
	list, err := events.ReadBatch(m.Data)
	taken := 0
	for err == nil && taken < len(list) {
		e := list[taken]
		if err = f.allow(now, stream, len(e.Body)+len(e.ID)+len(subject)+overhead); err == nil {
			taken++
		}
	}
	if taken == 0 {
		f.refuse(m, subject, stream, err, now)
		return
	}
	f.batches++
	id := f.inbox[strings.LastIndexByte(f.inbox, '.')+1:] + "-" + strconv.FormatInt(f.batches, 36)
	for i, e := range list[:taken] {
		operation := batchAppend
		switch {
		case i == taken-1:
			operation = batchCommit
		case i == 0:
			operation = batchStart
		}
		out := &nats.Msg{Subject: subject, Data: e.Body, Header: nats.Header{nats.MsgIdHdr: {f.plugin + " " + e.ID}}}
		out.Reply = fmt.Sprintf("%s.%s%s.%s.%s.fail.%d.%d%s", f.inbox, batchHead, m.Reply, id, batchFlow, i+1, operation, batchEnd)
		if err := f.conn.PublishMsg(out); err != nil {
			f.answer(m.Reply, 503, fmt.Sprintf("%s: %v", subject, err))
			return
		}
	}
}

// answeredBatch tells the outbox how many events of its batch the stream has, when the stream has said so: its last answer counts them, also where it refused
// one in the middle. Any other refusal counts none: its events come again, and the stream drops those that it has. reply is where the outbox waits.
func (f *forwarder) answeredBatch(reply string, m *nats.Msg) {
	var said struct {
		Type  string               `json:"type"` // how far the batch is, or that it ends early: the last answer follows
		Batch string               `json:"batch"`
		Count int                  `json:"count"`
		Error *events.BatchRefusal `json:"error"`
	}
	err := json.Unmarshal(m.Data, &said)
	answer := events.BatchAnswer{Stored: said.Count, Error: said.Error}
	switch {
	case m.Header.Get("Status") != "" || err != nil: // nobody listens: the stream is away
		answer = events.BatchAnswer{Error: &events.BatchRefusal{Code: 503, ErrCode: refusedCode, Description: "the stream does not answer"}}
	case said.Type != "":
		return
	case said.Error != nil:
		answer.Stored = 0
	case said.Batch == "": // a server that knows no batches answers to each event; plugins were told to send none
		answer = events.BatchAnswer{Error: &events.BatchRefusal{Code: 503, ErrCode: refusedCode, Description: "the stream takes no batches"}}
	}
	body, err := json.Marshal(answer)
	if err == nil {
		err = f.conn.Publish(reply, body)
	}
	if err != nil {
		f.Log.Debug("an answer of a stream is lost, and its events come again", "plugin", f.plugin, "error", err)
	}
}

// replyOfBatch reads where an outbox waits from the subject for answers to an event of its batch, behind batchHead.
func replyOfBatch(subject string) string {
	const behind = 6 // batch, flow, what to do about a gap, number, operation, $FI
	tokens := strings.Split(subject, ".")
	if len(tokens) <= behind {
		return ""
	}
	return strings.Join(tokens[:len(tokens)-behind], ".")
}
