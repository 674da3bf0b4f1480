package edge

import (
	"sync"

	"outrider.dev/sdk/web"
)

// Caller is who sent a request and what the operation may know of it.
type Caller struct {
	web.CallerInfo
	Grant Grant // everything that the caller may do, for the host's own handlers; empty for a plugin

	subject *Subject
	absent  bool // the user has no request under way
	reports bool // who acts for the user may call the operations of report types alone
	depth   int  // how many plugins called each other before this request
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
