package push

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"outrider.dev/sdk/fault"
)

// SubjectAccessChanged is where the host says that what somebody may do has changed; hosts tell each other.
const SubjectAccessChanged = "host.access.changed"

// Change says whose access changed. Empty fields stand for everybody: only org_id set is the whole organisation.
type Change struct {
	UserID    string `json:"user_id"`
	OrgID     string `json:"org_id"`
	SessionID string `json:"session_id"`
}

func (ch Change) concerns(s Subject, orgs map[string]bool) bool {
	return (ch.UserID == "" || ch.UserID == s.UserID) &&
		(ch.SessionID == "" || ch.SessionID == s.SessionID) &&
		(ch.OrgID == "" || orgs[ch.OrgID])
}

// listen follows changes of access and serves subscriptions that other hosts were asked for.
func (h *Hub) listen() ([]*nats.Subscription, error) {
	changes, err := h.nats.Subscribe(SubjectAccessChanged, func(m *nats.Msg) {
		var ch Change
		if err := json.Unmarshal(m.Data, &ch); err != nil {
			ch = Change{} // somebody's access changed: check everybody
		}
		select {
		case h.changed <- ch:
		default: // so many that the regular check is as good
		}
	})
	if err != nil {
		return nil, fmt.Errorf("follow changes of access: %w", err)
	}
	asked, err := h.nats.Subscribe(subscribeSubject(h.id), h.subscribeForOther)
	if err != nil {
		unlisten([]*nats.Subscription{changes})
		return nil, fmt.Errorf("serve subscriptions of other hosts: %w", err)
	}
	return []*nats.Subscription{changes, asked}, nil
}

func unlisten(subs []*nats.Subscription) {
	for _, s := range subs {
		_ = s.Unsubscribe() // fails only when the connection is closed
	}
}

// checkUntil checks clients when access changes, all of them regularly, and ends those whose token has expired.
func (h *Hub) checkUntil(ctx context.Context) {
	all := time.NewTicker(h.opts.Recheck)
	defer all.Stop()
	expiry := time.NewTicker(min(time.Second, h.opts.Recheck))
	defer expiry.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-expiry.C:
			h.endExpired()
		case ch := <-h.changed:
			h.check(ctx, ch)
		case <-all.C:
			h.check(ctx, Change{})
		}
	}
}

func (h *Hub) endExpired() {
	now := h.opts.Now()
	for _, p := range h.present() {
		if !now.Before(p.client.who().ExpiresAt) {
			p.client.end(CloseSignedOut, "token expired")
		}
	}
}

// presence is one client and what it is subscribed to, copied so that deciding holds no lock.
type presence struct {
	client *client
	subs   []*subscription
	orgs   map[string]bool
}

func (h *Hub) present() []presence {
	h.mu.RLock()
	defer h.mu.RUnlock()
	list := make([]presence, 0, len(h.clients))
	for _, c := range h.clients {
		p := presence{client: c, orgs: map[string]bool{c.who().OrgID: true}}
		for _, s := range c.subs {
			p.subs = append(p.subs, s)
			p.orgs[s.feed.orgID] = true
		}
		list = append(list, p)
	}
	return list
}

// check asks again what the clients that ch concerns may see, once for each user, session and organisation.
func (h *Hub) check(ctx context.Context, ch Change) {
	ask := h.asker(ctx)
	for _, p := range h.present() {
		who := p.client.who()
		if !ch.concerns(who, p.orgs) {
			continue
		}
		grant, err := ask(who, who.OrgID)
		switch {
		case fault.KindOf(err) == fault.SignedOut:
			p.client.end(CloseSignedOut, "signed out")
			continue
		case err == nil && !grant.Holds("connect"):
			p.client.end(CloseDenied, "no permission to connect")
			continue
		}
		for _, s := range p.subs {
			grant, err := ask(who, s.feed.orgID)
			h.recheck(s, grant, err)
		}
	}
}

type asked struct{ user, session, org string }

type decided struct {
	grant Grant
	err   error
}

func (h *Hub) asker(ctx context.Context) func(Subject, string) (Grant, error) {
	known := make(map[asked]decided)
	return func(who Subject, orgID string) (Grant, error) {
		key := asked{who.UserID, who.SessionID, orgID}
		d, ok := known[key]
		if !ok {
			d.grant, d.err = h.access.Decide(ctx, who, orgID)
			known[key] = d
		}
		return d.grant, d.err
	}
}

// recheck ends a subscription that is no longer allowed, and moves one whose scope is another now.
func (h *Hub) recheck(s *subscription, grant Grant, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.client.subs[feedKey(s.feed.topic, s.feed.orgID)] != s {
		return
	}
	topic := s.feed.topic
	if err == nil && !holdsAll(grant, topic.Permissions) {
		err = fault.New(fault.Denied, "You no longer have permission for %s.", topic.announced())
	}
	if err != nil {
		h.detach(s)
		s.client.say(refusal(topic.announced(), err).encode())
		return
	}
	now := newView(topic, grant.Scope(), s.values)
	if now.key() != s.group.view.key() {
		s.feed.leave(s)
		s.feed.join(s, now)
		s.client.out.resync(s)
	}
}
