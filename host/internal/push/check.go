package push

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"outrider.dev/sdk/fault"
)

const (
	checksAtOnce = 16
	checkTimeout = 4 * time.Second // less than Recheck: who cannot be decided about gets nothing after 5 s
)

// AccessChanged makes the hub check whom the change concerns. It does not wait; call it once the decisions that the change made wrong are
// forgotten.
func (h *Hub) AccessChanged(ch Change) {
	select {
	case h.changed <- ch:
	default: // so many that the regular check is as good
	}
}

// concerns reports whether a change may be one of what the client sees. Called with mu held.
func concerns(ch Change, c *client) bool {
	who := c.who()
	if ch.UserID != "" && ch.UserID != who.UserID || ch.SessionID != "" && ch.SessionID != who.SessionID {
		return false
	}
	if ch.OrgID == "" || ch.OrgID == who.OrgID {
		return true
	}
	for _, s := range c.subs {
		if s.feed.orgID == ch.OrgID {
			return true
		}
	}
	return false
}

// checkUntil checks clients when access changes, and all of them regularly.
func (h *Hub) checkUntil(ctx context.Context) {
	all := time.NewTicker(h.opts.Recheck)
	defer all.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case ch := <-h.changed:
			h.check(ctx, ch)
		case <-all.C:
			h.check(ctx, Change{})
		}
	}
}

// tendUntil looks after the clients, one after the other, so that none needs a timer of its own.
func (h *Hub) tendUntil(ctx context.Context) {
	every := time.NewTicker(min(time.Second, h.opts.Recheck, h.opts.Ping))
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		for _, c := range h.everybody() {
			c.tend(time.Now())
		}
	}
}

func (h *Hub) everybody() []*client {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.AppendSeq(make([]*client, 0, len(h.clients)), maps.Values(h.clients))
}

// presence is one client and what it is subscribed to, copied so that deciding holds no lock.
type presence struct {
	client *client
	subs   []*subscription
}

// concerned lists the clients that a change may concern.
func (h *Hub) concerned(ch Change) []presence {
	h.mu.RLock()
	defer h.mu.RUnlock()
	list := make([]presence, 0, len(h.clients))
	for _, c := range h.clients {
		if concerns(ch, c) {
			list = append(list, presence{client: c, subs: slices.Collect(maps.Values(c.subs))})
		}
	}
	return list
}

// check asks again what the clients that ch concerns may see, several at once: after a change of an organisation nothing is remembered.
func (h *Hub) check(ctx context.Context, ch Change) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(checksAtOnce)
	concerned := h.concerned(ch)
	for _, p := range concerned {
		group.Go(func() error { h.checkClient(ctx, p); return nil })
	}
	_ = group.Wait() // the checks return no errors
	if ch.Part == "" {
		return
	}
	news := answer{Action: "changed", Part: ch.Part}.encode()
	for _, p := range concerned {
		if ch.OrgID == "" || p.client.who().OrgID == ch.OrgID {
			p.client.say(news)
		}
	}
}

// checkClient ends the connection, or single subscriptions, that are no longer allowed. Where nobody can tell, the connection stays and gets nothing until
// somebody can: browsers that came anew would only add to the trouble.
func (h *Hub) checkClient(ctx context.Context, p presence) {
	who := p.client.who()
	grant, err := h.access.Decide(ctx, who, who.OrgID)
	switch kind := fault.KindOf(err); {
	case errors.Is(ctx.Err(), context.Canceled): // the host is stopping
		return
	case kind == fault.SignedOut:
		p.client.end(CloseSignedOut, "signed out")
		return
	case kind == fault.NotFound, err == nil && !grant.Allowed("connect"):
		p.client.end(CloseDenied, "no permission to connect")
		return
	case err != nil:
		h.hold(p.client)
		return
	}
	h.resume(ctx, p.client)
	for _, s := range p.subs {
		there, err := grant, error(nil)
		if s.feed.orgID != who.OrgID {
			there, err = h.access.Decide(ctx, who, s.feed.orgID)
		}
		h.recheck(s, there, err)
	}
}

// recheck ends a subscription that is no longer allowed, and moves one whose scope is another now.
func (h *Hub) recheck(s *subscription, grant Grant, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.client.subs[feedKey(s.feed.topic, s.feed.orgID)] != s {
		return
	}
	topic, known := h.topics.find(s.feed.topic.Name, "")
	if !known {
		topic = s.feed.topic
	}
	if err == nil && !grant.has(h.topics.module(topic)) {
		err = errModuleOff()
	}
	if err == nil && !grant.holdsAll(topic.Permissions...) {
		err = fault.New(fault.Denied, "You no longer have permission for %s.", topic.AnnouncedAs())
	}
	if err != nil {
		h.detach(s)
		s.client.say(refusal(topic.AnnouncedAs(), err).encode())
		return
	}
	now := newView(topic, grant.Scope, s.values)
	if now.key() != s.group.view.key() {
		s.feed.leave(s)
		s.feed.join(s, now)
		s.client.wire.resync(s)
	}
}
