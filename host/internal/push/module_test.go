package push_test

import (
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/push"
)

// A module's topics are there where it is on, and everybody of the organisation hears of a switch, whatever they may do.
func TestModuleSwitched(t *testing.T) {
	h := newHouse(t, func(o *push.Options) { o.Recheck = time.Hour })
	h.hub.SetTopics("fuel", true, []push.Topic{{Name: "tanks", Context: "vehicle", Permissions: []string{"getVehiclePresence"}}})
	off := h.connect("ann")
	off.send(map[string]any{"action": "subscribe", "subscriptionType": "tanks"})
	if got := off.next(); got["action"] != "error" || got["kind"] != "not_found" {
		t.Fatalf("while it is off: %v", got)
	}
	h.access.modules("ann", "fuel")
	b := h.subscribed("ann", "tanks")
	plain := h.connect("eve")
	plain.send(map[string]any{"action": "ping"})
	plain.next()
	h.access.modules("ann")
	h.hub.AccessChanged(push.Change{OrgID: "demo", Part: "modules"})
	if got := b.next(); got["action"] != "error" || got["kind"] != "not_found" || got["subscription_type"] != "tanks" {
		t.Errorf("the subscription: %v", got)
	}
	for _, one := range []*browser{b, plain} {
		if got := one.next(); got["action"] != "changed" || got["part"] != "modules" {
			t.Errorf("the news: %v", got)
		}
	}
	h.publish("tanks", "demo", item("v1", "/demo/", 1))
	b.send(map[string]any{"action": "ping"})
	if got := b.next(); got["action"] != "pong" {
		t.Errorf("after the end: %v", got)
	}
}

// Everybody on a host hears of plugins that come and go, whatever the organisation, and nobody's subscriptions end for it.
func TestPluginsChanged(t *testing.T) {
	h := newHouse(t, func(o *push.Options) { o.Recheck = time.Hour })
	h.hub.SetTopics("fuel", false, []push.Topic{{Name: "tanks", Context: "vehicle", Permissions: []string{"getVehiclePresence"}}})
	ann, eve := h.subscribed("ann", "tanks"), h.connect("eve")
	eve.send(map[string]any{"action": "ping"})
	eve.next()
	h.hub.AccessChanged(push.Change{Part: "plugins"})
	for _, one := range []*browser{ann, eve} {
		if got := one.next(); got["action"] != "changed" || got["part"] != "plugins" {
			t.Errorf("the news: %v", got)
		}
	}
	h.publish("tanks", "demo", item("v1", "/demo/", 1))
	if got := ann.next(); got["subscription_type"] != "tanks" {
		t.Errorf("what is pushed then: %v", got)
	}
}
