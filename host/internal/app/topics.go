package app

import (
	"net/http"
	"strings"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// topics lets browsers subscribe to what plugins publish.
type topics struct{ hub *push.Hub }

// Set makes known what a plugin publishes, in the place of what it published before.
func (t topics) Set(plugin string, isModule bool, declared []manifest.PushTopic) {
	t.hub.SetTopics(plugin, isModule, declared)
}

// Operations are those that subscribe to the topics over HTTP.
func (t topics) Operations(declared []manifest.PushTopic) (all []edge.Own) {
	for _, topic := range declared {
		method, template, ok := strings.Cut(topic.Operation, " ")
		if !ok || method != http.MethodPost {
			continue
		}
		all = append(all, edge.Own{
			Method: method, Template: template, Summary: "Subscribe a push connection to " + topic.Name, ReadsOnly: true,
			Lock: &pluginv1.Lock{Kind: pluginv1.Lock_ALL_OF, Permissions: topic.Permissions}, Handler: t.hub.Subscriptions(topic.Name, callerOf),
		})
	}
	return all
}
