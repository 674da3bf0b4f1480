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

// SetTopics makes known what a plugin publishes. Who is subscribed stays so; what a topic asks for is checked as it is now.
func (h *Hub) SetTopics(plugin string, topics []Topic) { h.topics.set(plugin, topics) }

// topicIndex finds topics by what clients call them. It may be used by several goroutines.
type topicIndex struct {
	mu      sync.RWMutex
	byOwner map[string][]Topic
	byName  map[string]Topic
}

func newTopicIndex() *topicIndex {
	x := &topicIndex{byOwner: map[string][]Topic{}}
	x.set("host", hostTopics())
	return x
}

// set puts a plugin's topics in the place of those that it had.
func (x *topicIndex) set(plugin string, topics []Topic) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.byOwner[plugin] = topics
	x.byName = map[string]Topic{}
	for _, owned := range x.byOwner {
		for _, t := range owned {
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
