package push_test

import (
	"fmt"
	"testing"

	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/fault"
)

// While nobody can tell what a client may see it keeps its connection, gets nothing and knows it; afterwards it has what it had.
func TestHold(t *testing.T) {
	away := fault.New(fault.Unavailable, "Later.")
	silent := func(h *house, b *browser) {
		t.Helper()
		h.publish("presenceUpdates", "demo", item("v1", "/demo/", 1))
		b.send(map[string]any{"action": "ping"})
		if got := b.next(); got["action"] != "pong" {
			t.Errorf("while nobody can tell came %v", got)
		}
	}
	t.Run("its news wait, and come again", func(t *testing.T) {
		h := newHouse(t)
		b, other := h.subscribed("ann", "presenceUpdates"), h.subscribed("sue", "presenceUpdates")
		h.access.fail("ann", away)
		if got := b.next(); got["action"] != "waiting" {
			t.Fatalf("got %v, want to be told that news wait", got)
		}
		silent(h, b)
		if got := other.next(); fmt.Sprint(got["value"]) != "[1]" {
			t.Errorf("somebody else got %v", got)
		}
		h.access.fail("ann", nil)
		for _, want := range []string{"resumed", "subscribed", "resync"} {
			if got := b.next(); got["action"] != want {
				t.Fatalf("got %v, want %s", got, want)
			}
		}
		h.publish("presenceUpdates", "demo", item("v1", "/demo/", 2))
		if got := b.next(); fmt.Sprint(got["value"]) != "[2]" {
			t.Errorf("afterwards came %v", got)
		}
	})
	t.Run("what it gave up meanwhile does not come again", func(t *testing.T) {
		h := newHouse(t)
		b := h.subscribed("ann", "presenceUpdates")
		h.access.fail("ann", away)
		if got := b.next(); got["action"] != "waiting" {
			t.Fatalf("got %v", got)
		}
		b.send(map[string]any{"action": "unsubscribe", "subscriptionType": "presenceUpdates"})
		if got := b.next(); got["action"] != "unsubscribed" {
			t.Fatalf("got %v", got)
		}
		h.access.fail("ann", nil)
		if got := b.next(); got["action"] != "resumed" {
			t.Fatalf("got %v", got)
		}
		silent(h, b)
	})
	t.Run("who is no longer allowed is told so then", func(t *testing.T) {
		h := newHouse(t)
		b := h.subscribed("ann", "presenceUpdates")
		h.access.fail("ann", away)
		if got := b.next(); got["action"] != "waiting" {
			t.Fatalf("got %v", got)
		}
		h.access.fail("ann", fault.New(fault.SignedOut, "Disabled."))
		if code, _ := b.closed(); code != push.CloseSignedOut {
			t.Errorf("closed with %d", code)
		}
	})
}
