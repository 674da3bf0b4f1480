package push

import (
	"context"
	"fmt"
	"slices"

	"outrider.dev/sdk/fault"
)

// Subscribe makes a subscription for a connection of the same user, on this host or another one, as the operations
// POST …/vehicles/subscriptions and POST /files/subscriptions do. Its kinds are those of the socket's subscribe, and not_found for a connection
// that is not the caller's.
func (h *Hub) Subscribe(ctx context.Context, who Subject, req Request) error {
	h.mu.RLock()
	c := h.clients[req.ConnectionID]
	h.mu.RUnlock()
	if c == nil {
		return h.subscribeElsewhere(ctx, who, req)
	}
	if c.userID != who.UserID {
		return errNoConnection()
	}
	return h.subscribe(ctx, c, req)
}

const noConnection = "There is no such push connection."

func errNoConnection() error { return fault.New(fault.NotFound, noConnection) }

// subscribe checks and makes a subscription, and tells the client. The NATS server knows of the interest before the client is told, so nothing
// that happens after `subscribed` is missed.
func (h *Hub) subscribe(ctx context.Context, c *client, req Request) error {
	topic, ok := h.topics.find(req.SubscriptionType, req.Context)
	if !ok || req.Context != "" && req.Context != topic.Context {
		return fault.New(fault.Invalid, "There is no such subscription.")
	}
	if len(req.Values) > maxValues {
		return fault.New(fault.Invalid, "A subscription may name at most %d values.", maxValues)
	}
	who := c.who()
	if req.OrgID == "" {
		req.OrgID = who.OrgID
	}
	if !isToken(req.OrgID) {
		return fault.New(fault.NotFound, "There is no such organisation.")
	}
	grant, err := h.access.Decide(ctx, who, req.OrgID)
	if err != nil {
		return fmt.Errorf("decide for %s in %s: %w", who.UserID, req.OrgID, err)
	}
	if !grant.has(h.topics.module(topic)) {
		return errModuleOff()
	}
	if !grant.holdsAll(topic.Permissions...) {
		return fault.New(fault.Denied, "You do not have permission to subscribe to %s.", topic.AnnouncedAs())
	}
	if err := h.attach(c, topic, req, grant.Scope); err != nil {
		return err
	}
	if err := h.nats.FlushTimeout(flushWait); err != nil {
		h.unsubscribe(c, req)
		return fault.Wrap(fault.Unavailable, err, "Live updates are not available just now.")
	}
	c.say(answer{Action: "subscribed", SubscriptionType: topic.AnnouncedAs()}.encode())
	return nil
}

func errModuleOff() error {
	return fault.New(fault.NotFound, "The organisation has this module switched off.")
}

// attach puts the subscription into its feed, which it opens if nobody else listens to it.
func (h *Hub) attach(c *client, topic Topic, req Request, scope Scope) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped || h.clients[c.id] != c {
		return fault.New(fault.Unavailable, "The connection is closing.")
	}
	key := feedKey(topic, req.OrgID)
	f := h.feeds[key]
	if f == nil {
		var err error
		if f, err = newFeed(h.nats, topic, req.OrgID, h.wake, h.badPublication); err != nil {
			return fault.Wrap(fault.Unavailable, err, "Live updates are not available just now.")
		}
		h.feeds[key] = f
	}
	s := c.subs[key]
	values := slices.Clone(req.Values)
	if s == nil {
		s = &subscription{client: c, feed: f}
		c.subs[key] = s
	} else {
		f.leave(s)
		values = widen(s.values, values)
	}
	s.values = values
	f.join(s, newView(topic, scope, values))
	return nil
}

// widen joins the filters of two screens that share one connection: everything (no values) stays everything. Past maxValues
// the oldest go.
func widen(old, added []string) []string {
	if len(old) == 0 || len(added) == 0 {
		return nil
	}
	kept := slices.DeleteFunc(slices.Clone(old), func(v string) bool { return slices.Contains(added, v) })
	all := append(kept, added...)
	return all[max(0, len(all)-maxValues):]
}

// unsubscribe ends a subscription that the client no longer wants.
func (h *Hub) unsubscribe(c *client, req Request) {
	topic, ok := h.topics.find(req.SubscriptionType, req.Context)
	if !ok {
		return
	}
	if req.OrgID == "" {
		req.OrgID = c.who().OrgID
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c.forgetWaiting(topic, req.OrgID)
	if s := c.subs[feedKey(topic, req.OrgID)]; s != nil {
		h.detach(s)
	}
}

// detach takes s out of its feed and closes a feed that nobody listens to. Called with mu held.
func (h *Hub) detach(s *subscription) {
	key := feedKey(s.feed.topic, s.feed.orgID)
	s.feed.leave(s)
	s.client.wire.out.move(s, nil)
	delete(s.client.subs, key)
	if len(s.feed.groups) == 0 {
		s.feed.close()
		delete(h.feeds, key)
	}
}

func feedKey(topic Topic, orgID string) string { return topic.Name + "." + orgID }

func (h *Hub) badPublication(err error) {
	h.counters.bad.Add(1)
	h.opts.Log.Warn("a plugin published something that cannot be pushed", "error", err)
}
