package push

import (
	"slices"
	"strings"
	"time"
)

// Connection is one open push connection of this host, as an operator sees it.
type Connection struct {
	ID            string    `json:"id"`
	UserID        string    `json:"user_id"`
	SessionID     string    `json:"session_id"`
	OrgID         string    `json:"org_id"` // acted in
	Since         time.Time `json:"since"`
	Address       string    `json:"address"`
	UserAgent     string    `json:"user_agent"`
	Transport     string    `json:"transport"`
	Subscriptions []string  `json:"subscriptions"` // "presenceUpdates demo"
	WaitingItems  int       `json:"waiting_items"`
	WaitingBytes  int       `json:"waiting_bytes"`
}

// Connections lists the open ones, the oldest first.
func (h *Hub) Connections() []Connection {
	h.mu.RLock()
	defer h.mu.RUnlock()
	all := make([]Connection, 0, len(h.clients))
	for _, c := range h.clients {
		who := c.who()
		one := Connection{
			ID: c.id, UserID: who.UserID, SessionID: who.SessionID, OrgID: who.OrgID, Since: c.since, Address: c.address,
			UserAgent: c.userAgent, Transport: "websocket", Subscriptions: []string{},
		}
		for _, s := range c.subs {
			one.Subscriptions = append(one.Subscriptions, s.feed.topic.AnnouncedAs()+" "+s.feed.orgID)
		}
		slices.Sort(one.Subscriptions)
		one.WaitingItems, one.WaitingBytes = c.wire.out.waits()
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b Connection) int {
		if order := a.Since.Compare(b.Since); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all
}

// End closes a connection of this host and reports whether it was there. The browser comes back by itself unless its session is over.
func (h *Hub) End(id string) bool {
	h.mu.RLock()
	defer h.mu.RUnlock()
	c, ok := h.clients[id]
	if ok {
		c.end(CloseDenied, "ended by an administrator")
	}
	return ok
}

// waits is how many merged items, answers and batches wait to be written, and the bytes of the items.
func (o *outbox) waits() (items, bytes int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	items = o.keys + len(o.control)
	for _, w := range o.waiting {
		if w.batch != nil {
			items += len(w.batch.items)
		}
	}
	return items, o.bytes
}
