package push

import (
	"encoding/json"
	"fmt"
	"time"

	"outrider.dev/sdk/fault"
)

// Request asks for a subscription. It is the body of the subscription operations over HTTP, too.
type Request struct {
	ConnectionID     string   `json:"connectionId"`     // the answer to getConnectionId
	SubscriptionType string   `json:"subscriptionType"` // empty: named by Context
	Context          string   `json:"context"`
	Values           []string `json:"values"` // vehicle, group or fileset ids; empty: everything in scope
	OrgID            string   `json:"orgId"`  // empty: the organisation that the caller acts in
}

// command is a message of a client.
type command struct {
	Request
	Action string `json:"action"`
	Token  string `json:"token"`
}

// answer is a message that is about the connection, not data.
type answer struct {
	Action           string     `json:"action"`
	SubscriptionType string     `json:"subscription_type,omitempty"`
	Kind             fault.Kind `json:"kind,omitempty"`
	Title            string     `json:"title,omitempty"`
	Part             string     `json:"part,omitempty"` // of the organisation, that has changed
	ExpiresAt        *time.Time `json:"expires_at,omitempty"`
}

func (a answer) encode() []byte {
	data, err := json.Marshal(a)
	if err != nil { // strings and a time: it cannot happen, and a client must not wait for nothing
		return fmt.Appendf(nil, `{"action":"error","kind":%q}`, fault.Internal)
	}
	return data
}

func resyncMessage(subscriptionType string) []byte {
	return answer{Action: "resync", SubscriptionType: subscriptionType}.encode()
}

// refusal is the answer for an error: the kind and the sentence for the user.
func refusal(subscriptionType string, err error) answer {
	return answer{Action: "error", SubscriptionType: subscriptionType, Kind: fault.KindOf(err), Title: title(err)}
}
