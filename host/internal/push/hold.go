package push

import (
	"context"
	"slices"
)

// hold keeps a client's connection open while nobody can tell what it may see: it gets nothing, and is told that its news wait.
func (h *Hub) hold(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.clients[c.id] != c || c.held {
		return
	}
	c.held = true
	for _, s := range c.subs {
		c.waiting = append(c.waiting, Request{SubscriptionType: s.feed.topic.AnnouncedAs(), OrgID: s.feed.orgID, Values: slices.Clone(s.values)})
		h.detach(s)
	}
	c.say(answer{Action: "waiting"}.encode())
}

// resume gives a client back what it was subscribed to, as far as it is still allowed, and has it ask for what it has missed.
func (h *Hub) resume(ctx context.Context, c *client) {
	h.mu.Lock()
	waiting := c.waiting
	held := c.held
	c.held, c.waiting = false, nil
	h.mu.Unlock()
	if !held {
		return
	}
	c.say(answer{Action: "resumed"}.encode())
	for _, req := range waiting {
		if err := h.subscribe(ctx, c, req); err != nil {
			c.say(refusal(req.SubscriptionType, err).encode())
			continue
		}
		c.say(resyncMessage(req.SubscriptionType))
	}
}

// forgetWaiting is unsubscribe for a client that is held. Called with mu held.
func (c *client) forgetWaiting(topic Topic, orgID string) {
	c.waiting = slices.DeleteFunc(c.waiting, func(r Request) bool { return r.SubscriptionType == topic.AnnouncedAs() && r.OrgID == orgID })
}
