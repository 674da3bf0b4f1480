package device

import "encoding/json"

// Command is what a device receives on its topic commands. The same id twice is one command.
type Command struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	ExpiresAt int64           `json:"expires_at"` // Unix milliseconds
	Data      json.RawMessage `json:"data,omitempty"`
}

// Reply is a device's answer to a command, on its topic replies.
type Reply struct {
	ID       string          `json:"id"`     // of the command
	Status   string          `json:"status"` // one of ReplyStatuses
	Text     string          `json:"text,omitempty"`
	Progress *float64        `json:"progress,omitempty"` // percent
	Data     json.RawMessage `json:"data,omitempty"`
}

// ReplyStatuses are the states of a command on the device: taken, under way, finished, impossible.
var ReplyStatuses = []string{"accepted", "progress", "done", "failed"}

// What the gateway itself says of a command, in events only: a device that has a setting may still refuse it, and one that has too much waiting gets no
// further command.
const (
	ReplyDelivered = "delivered"
	ReplyRefused   = "refused"
)

// ParseReply reads the payload of a reply. The error is a Rejected.
func ParseReply(raw []byte) (Reply, error) {
	var r Reply
	if err := decodeTexts(raw, &r); err != nil {
		return Reply{}, err
	}
	err := firstOf(
		required("id", r.ID), atMost("id", r.ID, 128),
		oneOf("status", r.Status, ReplyStatuses),
		atMost("text", r.Text, maxTextBytes),
		within("progress", r.Progress, 0, 100),
	)
	if err != nil {
		return Reply{}, err
	}
	return r, nil
}
