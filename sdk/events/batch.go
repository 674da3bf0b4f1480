package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
)

// headerBatch marks a message that holds several events of its subject, as the outbox has them: the host hands each to the stream, in their order, and
// answers once. A plugin is woken once for all of them, not once for each.
const headerBatch = "Outrider-Batch"

// BatchedEvent is one event of a batch.
type BatchedEvent struct {
	ID   string
	Body []byte
}

// BatchAnswer is the host's answer to a batch: how many of its events, from the first on, the stream has, and why not the rest. Without Error and with too few
// events the others may be sent again at once.
type BatchAnswer struct {
	Stored int           `json:"stored"`
	Error  *BatchRefusal `json:"error,omitempty"`
}

// BatchRefusal is in the form of JetStream's own refusals.
type BatchRefusal struct {
	Code        int    `json:"code"`
	ErrCode     int    `json:"err_code"`
	Description string `json:"description"`
}

// IsBatch reports whether a message is a batch.
func IsBatch(header nats.Header) bool { return header.Get(headerBatch) != "" }

// ReadBatch returns the events of a batch in their order; an error if it is none.
func ReadBatch(data []byte) ([]BatchedEvent, error) {
	if len(data) < 2 || data[0] != groupMark {
		return nil, errBrokenGroup
	}
	parts, err := partsOf(data, nil)
	if err != nil {
		return nil, err
	}
	list := make([]BatchedEvent, len(parts))
	for i, p := range parts {
		list[i] = BatchedEvent{ID: p.note, Body: p.body}
	}
	return list, nil
}

// BatchMessage is the message of several events of one subject.
func BatchMessage(subject string, list []BatchedEvent) *nats.Msg {
	size := 1
	for _, e := range list {
		size += part{e.ID, e.Body}.size()
	}
	body := append(make([]byte, 0, size), groupMark)
	for _, e := range list {
		body = appendPart(body, part{e.ID, e.Body})
	}
	return &nats.Msg{Subject: subject, Header: nats.Header{headerBatch: {"1"}}, Data: body}
}

// runs divides rows of the outbox into those that go out as one message, in their order: neighbours of one subject. Where the host takes no batches each is
// alone, and so is one that is traced: its trace shows its own way.
func runs(rows []outboxRow, batches bool) (list [][]outboxRow) {
	begin, bytes := 0, 0
	for i, row := range rows {
		if i > begin && (!batches || row.trace != "" || rows[begin].trace != "" || row.subject != rows[begin].subject || bytes+len(row.data) > maxGroupBytes) {
			list, begin, bytes = append(list, rows[begin:i]), i, 0
		}
		bytes += len(row.data)
	}
	if begin < len(rows) {
		list = append(list, rows[begin:])
	}
	return list
}

// publishRun publishes events of one subject and says how many of them, from the first on, the stream has. Fewer than all without an error: try the others again.
func (r *relay) publishRun(ctx context.Context, run []outboxRow) (stored int, err error) {
	if len(run) == 1 {
		if err := r.publish(ctx, run[0]); err != nil {
			return 0, err
		}
		return 1, nil
	}
	list := make([]BatchedEvent, len(run))
	for i, row := range run {
		body, err := envelope(row.id, row.subject, row.orgID, row.version, row.at, row.data)
		if err != nil {
			return 0, fmt.Errorf("read event %s: %w", row.id, err)
		}
		list[i] = BatchedEvent{ID: row.id, Body: body}
	}
	return r.client.publishBatch(ctx, BatchMessage(run[0].subject, list), len(list))
}

// publishBatch sends a batch of so many events and waits for its answer.
func (c *Client) publishBatch(ctx context.Context, m *nats.Msg, events int) (stored int, err error) {
	ctx, cancel := context.WithTimeout(ctx, publishTimeout)
	defer cancel()
	reply, err := c.conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return 0, streamAway(m.Subject, err)
	}
	var answer BatchAnswer
	if err := json.Unmarshal(reply.Data, &answer); err != nil {
		return 0, streamAway(m.Subject, fmt.Errorf("read the answer to a batch: %w", err))
	}
	stored = min(max(answer.Stored, 0), events)
	switch {
	case answer.Error != nil:
		err = streamAway(m.Subject, errors.New(answer.Error.Description))
	case stored == 0:
		err = streamAway(m.Subject, errors.New("the stream took nothing of a batch"))
	}
	return stored, err
}
