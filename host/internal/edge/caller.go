package edge

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"sync"
)

// Caller is who sent a request and what the operation may know of it. Its JSON is web.CallerInfo of the SDK.
type Caller struct {
	UserID      string   `json:"user_id,omitempty"`
	Email       string   `json:"email,omitempty"`
	Name        string   `json:"name,omitempty"`
	OrgID       string   `json:"org_id"`
	HomeOrgID   string   `json:"home_org_id"`
	Role        string   `json:"role,omitempty"`
	Scope       Scope    `json:"scope"`
	Locale      string   `json:"locale,omitempty"`
	Units       string   `json:"units,omitempty"`
	Permissions []string `json:"permissions"`      // those that the operation declares and the caller holds
	Plugin      string   `json:"plugin,omitempty"` // set when a plugin calls as itself
	Trace       string   `json:"trace,omitempty"`

	Grant   Grant `json:"-"` // everything that the caller may do, for the host's own handlers; empty for a plugin
	subject *Subject
	depth   int // how many plugins called each other before this request
}

// header is the caller as plugins receive it.
func (c *Caller) header() (string, error) {
	content, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("encode caller: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(content), nil
}

// callers remembers for whom each plugin is working at this moment. A plugin may act for a user only while that user's own request to it is
// under way, and shows it by the header that it was given: one that is made up, or of yesterday, is not here.
type callers struct {
	mu      sync.Mutex
	flights map[callerKey]*callerFlight
}

type callerKey struct{ plugin, header string }

type callerFlight struct {
	caller *Caller
	count  int
}

func (c *callers) enter(plugin, header string, caller *Caller) (leave func()) {
	key := callerKey{plugin, header}
	c.mu.Lock()
	defer c.mu.Unlock()
	flight, ok := c.flights[key]
	if !ok {
		flight = &callerFlight{caller: caller}
		c.flights[key] = flight
	}
	flight.count++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if flight.count--; flight.count == 0 {
			delete(c.flights, key)
		}
	}
}

func (c *callers) find(plugin, header string) (*Caller, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	flight, ok := c.flights[callerKey{plugin, header}]
	if !ok {
		return nil, false
	}
	return flight.caller, true
}
