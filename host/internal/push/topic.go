package push

import (
	"sync"

	"outrider.dev/sdk/plugin/manifest"
)

// Topic is something a browser can subscribe to. The middle of its subject push.{Name}.{organisation} is its name.
type Topic = manifest.PushTopic

// hostTopics are what the host itself publishes: changes of the organisation.
func hostTopics() []Topic {
	return []Topic{{Name: "orgUpdates", Context: "org", Permissions: []string{"getOrgUpdates"}, OrgWide: true}}
}

// SetTopics makes known what a plugin publishes, and whether it is a module, whose topics are there where it is on. Who is subscribed stays so; what a topic
// asks for is checked as it is now.
func (h *Hub) SetTopics(plugin string, isModule bool, topics []Topic) {
	h.topics.set(plugin, isModule, topics)
}

// topicIndex finds topics by what clients call them. It may be used by several goroutines.
type topicIndex struct {
	mu      sync.RWMutex
	byOwner map[string]owned
	byName  map[string]Topic
	modules map[string]string // by the name of a topic, where its owner is a module
}

// owned is what a plugin publishes.
type owned struct {
	topics   []Topic
	isModule bool
}

func newTopicIndex() *topicIndex {
	x := &topicIndex{byOwner: map[string]owned{}}
	x.set("host", false, hostTopics())
	return x
}

// set puts a plugin's topics in the place of those that it had.
func (x *topicIndex) set(plugin string, isModule bool, topics []Topic) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.byOwner[plugin] = owned{topics, isModule}
	x.byName, x.modules = map[string]Topic{}, map[string]string{}
	for id, owned := range x.byOwner {
		for _, t := range owned.topics {
			if owned.isModule {
				x.modules[t.Name] = id
			}
			for _, name := range t.Names() {
				x.byName[name] = t
			}
		}
	}
}

// find resolves the subscription type; a call may name only its context, when that is the topic's name.
func (x *topicIndex) find(subscriptionType, context string) (Topic, bool) {
	if subscriptionType == "" {
		subscriptionType = context
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	t, ok := x.byName[subscriptionType]
	return t, ok
}

// module is the id of the module that a topic is of; empty for a topic that is always there.
func (x *topicIndex) module(t Topic) string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.modules[t.Name]
}
