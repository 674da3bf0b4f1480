package push

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	feedMaxItems = 100_000  // items of one tick and feed
	feedMaxBytes = 64 << 20 // more than that in a tick: the browsers read the snapshot instead
	flushWait    = 2 * time.Second
)

// feed is one subject, push.{topic}.{organisation}, while somebody here is subscribed to it.
type feed struct {
	topic Topic
	orgID string
	sub   *nats.Subscription

	mu    sync.Mutex
	fresh latest // since the last delivery
	gap   bool   // something was lost since then
	lost  int    // messages that the NATS client dropped, so far
	first func() // called when something comes after nothing

	due time.Time // not delivered before; used by deliverUntil alone

	groups map[string]*group                     // by view key; guarded by hub.mu
	users  map[string]map[*subscription]struct{} // by user id; guarded by hub.mu
}

// group is the subscriptions that see the same.
type group struct {
	view    view
	members map[*subscription]struct{}
	list    []*subscription // the members, made when it is needed; never changed, replaced
}

// subscription is one client's interest in a topic of an organisation.
type subscription struct {
	client *client
	feed   *feed
	values []string
	view   view
	group  *group
	at     *group // the same as far as the client's outbox has been told, which guards it
}

func newFeed(conn *nats.Conn, topic Topic, orgID string, first func(), bad func(error)) (*feed, error) {
	f := &feed{topic: topic, orgID: orgID, first: first, groups: make(map[string]*group), users: make(map[string]map[*subscription]struct{})}
	sub, err := conn.Subscribe("push."+topic.Name+"."+orgID, func(m *nats.Msg) {
		if m.Reply != "" { // a plugin asks whether anybody listens
			_ = m.Respond(nil) // not connected: it will ask again
			return
		}
		if err := f.receive(m.Data); err != nil {
			bad(err)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("subscribe to %s of %s: %w", topic.Name, orgID, err)
	}
	f.sub = sub
	return f, nil
}

func (f *feed) close() {
	_ = f.sub.Unsubscribe() // fails only when the connection is closed, and then it is gone as well
}

// receive keeps the newest value of each key until the next delivery.
func (f *feed) receive(data []byte) error {
	items, err := decode(data)
	if err != nil {
		return fmt.Errorf("push %s of %s: %w", f.topic.Name, f.orgID, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.gap {
		return nil
	}
	if len(f.fresh.items) == 0 {
		f.first()
	}
	for n := range items {
		f.fresh.add(&items[n])
	}
	if len(f.fresh.items) > feedMaxItems || f.fresh.bytes > feedMaxBytes {
		f.fresh, f.gap = latest{}, true
	}
	return nil
}

// waits reports whether there is something to deliver.
func (f *feed) waits() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.fresh.items) > 0 || f.gap
}

// take empties the feed; gap says that something was lost.
func (f *feed) take() (items []*item, gap bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	items, gap = f.fresh.items, f.gap
	f.fresh, f.gap = latest{}, false
	if lost, err := f.sub.Dropped(); err == nil && lost > f.lost {
		f.lost, gap = lost, true
	}
	return items, gap
}

// parcel is a batch and the members of a group that get it.
type parcel struct {
	group *group
	to    []*subscription
	batch *batch
}

// parcels are each group's part of the items, and each user's of those for that user alone. Called by deliverUntil with hub.mu held.
func (f *feed) parcels(items []*item) (list []parcel) {
	if len(items) == 0 {
		return nil
	}
	general, personal := split(items)
	whole := newBatch(f.topic.AnnouncedAs(), general)
	for _, g := range f.groups {
		if b := g.batch(whole); b != nil {
			list = append(list, parcel{g, g.everybody(), b})
		}
	}
	for userID, own := range personal {
		for s := range f.users[userID] {
			if seen := wanted(s.view, own); len(seen) > 0 {
				list = append(list, parcel{s.group, []*subscription{s}, newBatch(f.topic.AnnouncedAs(), seen)})
			}
		}
	}
	return list
}

// everybody lists the members. Called by deliverUntil with hub.mu held.
func (g *group) everybody() []*subscription {
	if g.list == nil {
		g.list = slices.Collect(maps.Keys(g.members))
	}
	return g.list
}

// batch is the part of the whole that the group sees: the whole itself where that is everything, so that its bytes are shared.
func (g *group) batch(whole *batch) *batch {
	var seen []*item
	for _, i := range whole.items {
		if g.view.sees(i) {
			seen = append(seen, i)
		}
	}
	switch len(seen) {
	case 0:
		return nil
	case len(whole.items):
		return whole
	default:
		return newBatch(whole.announced, seen)
	}
}

func (f *feed) resyncAll() {
	for _, g := range f.groups {
		for s := range g.members {
			s.client.wire.resync(s)
		}
	}
}

// join puts s where its view belongs.
func (f *feed) join(s *subscription, v view) {
	g, ok := f.groups[v.key()]
	if !ok {
		g = &group{view: v, members: make(map[*subscription]struct{})}
		f.groups[v.key()] = g
	}
	g.members[s], g.list = struct{}{}, nil
	s.view, s.group = v, g
	s.client.wire.out.move(s, g)
	user := s.client.userID
	if f.users[user] == nil {
		f.users[user] = make(map[*subscription]struct{})
	}
	f.users[user][s] = struct{}{}
}

// leave takes s out.
func (f *feed) leave(s *subscription) {
	delete(s.group.members, s)
	s.group.list = nil
	if len(s.group.members) == 0 {
		delete(f.groups, s.group.view.key())
	}
	user := s.client.userID
	delete(f.users[user], s)
	if len(f.users[user]) == 0 {
		delete(f.users, user)
	}
}

func split(items []*item) (general []*item, personal map[string][]*item) {
	personal = make(map[string][]*item)
	for _, i := range items {
		if i.UserID == "" {
			general = append(general, i)
		} else {
			personal[i.UserID] = append(personal[i.UserID], i)
		}
	}
	return general, personal
}

func wanted(v view, items []*item) (seen []*item) {
	for _, i := range items {
		if v.wants(i) {
			seen = append(seen, i)
		}
	}
	return seen
}
