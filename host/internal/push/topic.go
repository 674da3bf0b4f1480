package push

// Topic is something a browser can subscribe to.
type Topic struct {
	Name        string   // the subscription type, and the middle of the subject push.{Name}.{organisation}
	Announced   string   // subscription_type of what is pushed; empty: Name
	Context     string   // what the values of a subscription are: vehicle, node, filesetRequest, org
	Permissions []string // all of them are needed
	OrgWide     bool     // an item that names no path, vehicle or user is for everybody in the organisation
}

// Topics are the subscriptions of the product and their permissions.
func Topics() []Topic {
	return []Topic{
		{Name: "presenceUpdates", Context: "vehicle", Permissions: []string{"getPresenceUpdates", "getVehiclePresence"}},
		{Name: "alerts", Context: "node", Permissions: []string{"getAlertUpdates", "listAlerts"}},
		{Name: "filesetRequest", Announced: "fileUpdateProgress", Context: "filesetRequest", Permissions: []string{"getFileProgressUpdates"}},
		{Name: "orgUpdates", Context: "org", Permissions: []string{"getOrgUpdates"}, OrgWide: true},
	}
}

func (t Topic) announced() string {
	if t.Announced != "" {
		return t.Announced
	}
	return t.Name
}

// topicIndex finds topics by what clients call them.
type topicIndex map[string]Topic

func indexTopics(topics []Topic) topicIndex {
	index := make(topicIndex, 2*len(topics))
	for _, t := range topics {
		index[t.Name] = t
		index[t.announced()] = t
	}
	return index
}

// find resolves the subscription type; the file progress call of the catalogue names only its context.
func (x topicIndex) find(subscriptionType, context string) (Topic, bool) {
	if subscriptionType == "" {
		subscriptionType = context
	}
	t, ok := x[subscriptionType]
	return t, ok
}
