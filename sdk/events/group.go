package events

import (
	"encoding/binary"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Several events of one organisation and one share travel as one message: a byte that no event begins with, then for each of them the length of what is noted
// beside it (see Glance) and that note, its length and the event, packed or as JSON. Lengths are variable-length integers as encoding/binary has them.
// What a message costs the stream, its consumers and their acknowledgements is paid once for all of them.
const groupMark = 0x02

// usualParts is how many events a group has where many devices send: room for so many is made at once.
const usualParts = 16

// errBrokenGroup is a message that begins as a group and does not go on as one.
var errBrokenGroup = errors.New("the group of events is broken")

// part is one event of a message.
type part struct {
	note string // what its publisher noted beside it; empty: nothing
	body []byte // the event
}

// size is at most what the part takes in a group.
func (p part) size() int { return len(p.note) + len(p.body) + 2*binary.MaxVarintLen32 }

// appendPart writes one more event behind those that a group has; the first one behind groupMark.
func appendPart(b []byte, p part) []byte {
	b = append(binary.AppendUvarint(b, uint64(len(p.note))), p.note...)
	return append(binary.AppendUvarint(b, uint64(len(p.body))), p.body...)
}

// partsOf divides a message into its events: one, unless it is a group.
func partsOf(data []byte, headers nats.Header) ([]part, error) {
	if len(data) == 0 || data[0] != groupMark {
		return []part{{headers.Get(headerGlance), data}}, nil
	}
	parts := make([]part, 0, usualParts)
	for rest := data[1:]; len(rest) > 0; {
		note, behind, ok := cut(rest)
		body, behind, ok2 := cut(behind)
		if !ok || !ok2 || len(body) == 0 {
			return nil, errBrokenGroup
		}
		parts, rest = append(parts, part{string(note), body}), behind
	}
	if len(parts) == 0 {
		return nil, errBrokenGroup
	}
	return parts, nil
}

// cut takes what a length says from the beginning of b.
func cut(b []byte) (piece, rest []byte, ok bool) {
	size, n := binary.Uvarint(b)
	if n <= 0 || size > uint64(len(b)-n) {
		return nil, nil, false
	}
	end := n + int(size) // not beyond b
	return b[n:end], b[end:], true
}

// receivedMessage is a message that the server handed out; it is acknowledged when all of its events are handled.
type receivedMessage struct {
	message   jetstream.Msg
	sequence  uint64
	delivered uint64 // how often; 0: the server does not say
	parts     []part
	left      int // events that are not handled yet
}
