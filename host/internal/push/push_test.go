package push_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/plugintest"
)

func asClose(err error, ce *websocket.CloseError) bool { return errors.As(err, ce) }

func item(key, path string, value any) map[string]any {
	return map[string]any{"key": key, "path": path, "vehicle_id": key, "value": value}
}

func TestConnect_Refusals(t *testing.T) {
	h := newHouse(t, func(o *push.Options) { o.PublicURL = "https://portal.example.com" })
	h.access.token("old", "ann", time.Now().Add(-time.Minute))
	for _, tc := range []struct {
		name, token, origin string
		want                int
	}{
		{"an unknown token", "nobody", "", http.StatusUnauthorized},
		{"an expired token", "old", "", http.StatusUnauthorized},
		{"without the permission to connect", "nob", "", http.StatusForbidden},
		{"a page of another site", "ann", "https://evil.example.com", http.StatusForbidden},
		{"the public host under another scheme", "ann", "http://portal.example.com", http.StatusForbidden},
		{"a page of the public address", "ann", "https://portal.example.com", http.StatusSwitchingProtocols},
	} {
		t.Run(tc.name, func(t *testing.T) {
			header := []string{}
			if tc.origin != "" {
				header = []string{"Origin", tc.origin}
			}
			conn, res, err := h.dial(tc.token, header...)
			if err == nil {
				defer conn.CloseNow() // the test is over
			}
			if res == nil || res.StatusCode != tc.want {
				t.Fatalf("got %v, %v; want %d", res, err, tc.want)
			}
		})
	}
}

func TestConnectionID_IsBareAndJSONIsAnswered(t *testing.T) {
	b := newHouse(t).connect("ann")
	b.send(map[string]any{"action": "getConnectionId"})
	id, err := b.text()
	if err != nil || json.Valid([]byte(id)) || len(id) < 30 {
		t.Errorf("connection id = %q, %v; want a bare unguessable id", id, err)
	}
	b.send("not an object")
	if got := b.next(); got["action"] != "error" || got["kind"] != "invalid" {
		t.Errorf("a message of the wrong shape: got %v", got)
	}
	b.send(map[string]any{"action": "subscribe", "subscriptionType": "presenceUpdates", "connectionId": "another"})
	if got := b.next(); got["kind"] != "invalid" {
		t.Errorf("another connection's id: got %v", got)
	}
}

func TestSubscribe_NeedsThePermission(t *testing.T) {
	h := newHouse(t)
	for _, tc := range []struct{ name, token, topic, org, want string }{
		{"without it", "eve", "presenceUpdates", "", "denied"},
		{"an unknown topic", "ann", "gossip", "", "invalid"},
		{"another organisation", "ann", "presenceUpdates", "rival", "not_found"},
		{"an organisation that is a wildcard", "sue", "presenceUpdates", "*", "not_found"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := h.connect(tc.token)
			b.send(map[string]any{"action": "subscribe", "subscriptionType": tc.topic, "orgId": tc.org})
			if got := b.next(); got["action"] != "error" || got["kind"] != tc.want || got["subscription_type"] != tc.topic {
				t.Errorf("got %v, want an error %s that names the topic", got, tc.want)
			}
		})
	}
}

// TestScope publishes for several places and checks who gets which.
func TestScope(t *testing.T) {
	h := newHouse(t)
	for _, tc := range []struct {
		name, token string
		values      []string
		want        string
	}{
		{"the whole organisation's group", "ann", nil, "v1 v2 v7"},
		{"a subtree, and not one whose name begins alike", "ben", nil, "v1"},
		{"a driver's own vehicle", "dee", nil, "v7"},
		{"support sees all, also what has no path", "sue", nil, "v1 v2 v7 v9"},
		{"only the vehicles asked for", "ann", []string{"v2", "v9"}, "v2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := h.subscribed(tc.token, "presenceUpdates", tc.values...)
			h.publish("presenceUpdates", "rival", item("v5", "/demo/north/", "v5"))
			h.publish("presenceUpdates", "demo", item("v1", "/demo/north/", "v1"), item("v2", "/demo/northern/", "v2"),
				item("v7", "/demo/south/", "v7"), item("v9", "", "v9"))
			got := b.next()
			if got["subscription_type"] != "presenceUpdates" || strings.Trim(fmt.Sprint(got["value"]), "[]") != tc.want {
				t.Errorf("got %v, want %s", got, tc.want)
			}
		})
	}
}

func TestCoalescing_KeepsTheNewestOfAKey(t *testing.T) {
	const tick = 2 * time.Second
	h := newHouse(t, func(o *push.Options) { o.Tick = tick })
	b := h.subscribed("ann", "presenceUpdates")
	began := time.Now()
	for n := range 1000 {
		h.publish("presenceUpdates", "demo", item("v1", "/demo/", n), item("v2", "/demo/", n))
	}
	messages := 0
	for {
		messages++
		if got := fmt.Sprint(b.next()["value"]); got == "[999 999]" {
			break
		}
	}
	if took := time.Since(began); messages > 3+int(took/tick) {
		t.Errorf("2,000 values of two vehicles came in %d messages within %s; want one at once, and then one a tick", messages, took)
	}
}

func TestPersonalAndOrganisationTopics(t *testing.T) {
	h := newHouse(t)
	b := h.connect("ann")
	b.send(map[string]any{"action": "subscribe", "context": "filesetRequest", "values": []string{"f1"}})
	if got := b.next(); got["subscription_type"] != "fileUpdateProgress" {
		t.Fatalf("got %v", got)
	}
	b.send(map[string]any{"action": "subscribe", "subscriptionType": "orgUpdates"})
	b.next()
	b.send(map[string]any{"action": "subscribe", "context": "filesetRequest", "values": []string{"f2"}})
	b.next()
	for _, user := range []string{"ben", "ann"} {
		h.publish("filesetRequest", "demo", map[string]any{"key": "f1", "user_id": user, "value": user + "1"},
			map[string]any{"key": "f2", "user_id": user, "value": user + "2"}, map[string]any{"key": "f3", "user_id": user, "value": user + "3"})
	}
	if got := b.next(); got["subscription_type"] != "fileUpdateProgress" || fmt.Sprint(got["value"]) != "[ann1 ann2]" {
		t.Errorf("file progress: got %v; want ann's of the two files asked for", got)
	}
	h.publish("orgUpdates", "demo", map[string]any{"key": "modules", "value": "fuel"})
	if got := b.next(); got["subscription_type"] != "orgUpdates" || fmt.Sprint(got["value"]) != "[fuel]" {
		t.Errorf("organisation update: got %v", got)
	}
}

func TestAccessTakenAway(t *testing.T) {
	t.Run("a permission ends the subscription and names it", func(t *testing.T) {
		h := newHouse(t, func(o *push.Options) { o.Recheck = time.Hour })
		b := h.subscribed("ann", "presenceUpdates")
		h.access.user("ann", push.Scope{Path: "/demo/"}, "connect")
		h.hub.AccessChanged(push.Change{UserID: "ann", OrgID: "demo"})
		if got := b.next(); got["action"] != "error" || got["kind"] != "denied" || got["subscription_type"] != "presenceUpdates" {
			t.Fatalf("got %v", got)
		}
		h.publish("presenceUpdates", "demo", item("v1", "/demo/", 1))
		b.send(map[string]any{"action": "ping"})
		if got := b.next(); got["action"] != "pong" {
			t.Errorf("after the end of the subscription came %v", got)
		}
	})
	t.Run("it is noticed without being told", func(t *testing.T) {
		h := newHouse(t)
		b := h.subscribed("ann", "presenceUpdates")
		h.access.user("ann", push.Scope{Path: "/demo/"}, "connect")
		if got := b.next(); got["kind"] != "denied" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("a narrower scope moves the subscription", func(t *testing.T) {
		h := newHouse(t)
		b := h.subscribed("ann", "presenceUpdates")
		h.access.user("ann", push.Scope{Path: "/demo/north/"}, presence...)
		if got := b.next(); got["action"] != "resync" {
			t.Fatalf("got %v, want resync", got)
		}
		h.publish("presenceUpdates", "demo", item("v1", "/demo/south/", 1), item("v2", "/demo/north/", 2))
		if got := b.next(); fmt.Sprint(got["value"]) != "[2]" {
			t.Errorf("got %v, want the vehicle in the north alone", got)
		}
	})
	for name, tc := range map[string]struct {
		change func(*fakeAccess)
		want   websocket.StatusCode
	}{
		"a disabled account ends the connection": {func(a *fakeAccess) { a.fail("ann", fault.New(fault.SignedOut, "Disabled.")) }, push.CloseSignedOut},
		"no permission to connect ends it":       {func(a *fakeAccess) { a.user("ann", push.Scope{Path: "/demo/"}) }, push.CloseDenied},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			b := h.subscribed("ann", "presenceUpdates")
			tc.change(h.access)
			if code, reason := b.closed(); code != tc.want || reason == "" {
				t.Errorf("closed with %d %q, want %d and a reason", code, reason, tc.want)
			}
		})
	}
}

func TestToken(t *testing.T) {
	begin := func(t *testing.T) (*house, *clock) {
		c := &clock{at: time.Now()}
		h := newHouse(t, func(o *push.Options) { o.Now = c.now })
		h.access.token("short", "ann", c.now().Add(time.Minute))
		return h, c
	}
	t.Run("an expired one ends the connection", func(t *testing.T) {
		h, clock := begin(t)
		b := h.subscribed("short", "presenceUpdates")
		clock.advance(time.Minute)
		if code, reason := b.closed(); code != push.CloseSignedOut || reason != "token expired" {
			t.Errorf("closed with %d %q", code, reason)
		}
	})
	t.Run("a renewed one keeps it open", func(t *testing.T) {
		h, clock := begin(t)
		b, old := h.subscribed("short", "presenceUpdates"), h.subscribed("short", "presenceUpdates")
		b.send(map[string]any{"action": "token", "token": "ben"})
		if got := b.next(); got["kind"] != "invalid" {
			t.Errorf("another user's token: got %v", got)
		}
		b.send(map[string]any{"action": "token", "token": "ann"})
		if got := b.next(); got["action"] != "token" || got["expires_at"] == nil {
			t.Errorf("renewing: got %v", got)
		}
		clock.advance(time.Minute)
		if code, _ := old.closed(); code != push.CloseSignedOut {
			t.Errorf("the one that was not renewed is closed with %d", code)
		}
		for n := range 20 { // longer than it takes until all have been looked after once more
			h.publish("presenceUpdates", "demo", item("v1", "/demo/", n))
			b.next()
		}
	})
}

// clock is the hub's time, which tests move.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(by)
}

func TestBounds(t *testing.T) {
	t.Run("connections of a user", func(t *testing.T) {
		h := newHouse(t, func(o *push.Options) { o.MaxPerUser = 2 })
		h.connect("ann")
		h.connect("ann")
		if _, res, err := h.dial("ann"); err == nil || res.StatusCode != http.StatusTooManyRequests {
			t.Errorf("a third connection: got %v, %v", res, err)
		}
		h.connect("ben")
	})
	t.Run("a client that asks for nothing", func(t *testing.T) {
		h := newHouse(t, func(o *push.Options) { o.Handshake = 100 * time.Millisecond })
		if code, _ := h.connect("ann").closed(); code != push.CloseSilent {
			t.Errorf("closed with %d", code)
		}
	})
	t.Run("a flood of messages", func(t *testing.T) {
		h := newHouse(t, func(o *push.Options) { o.MessageBurst, o.MessagesPerSecond = 5, rate.Every(time.Hour) })
		b := h.connect("ann")
		for range 6 {
			b.send(map[string]any{"action": "ping"})
		}
		if code, _ := b.closed(); code != push.CloseFlood {
			t.Errorf("closed with %d", code)
		}
	})
	t.Run("the host stops", func(t *testing.T) {
		h := newHouse(t)
		b := h.subscribed("ann", "presenceUpdates")
		go h.stop()
		if code, _ := b.closed(); code != websocket.StatusGoingAway {
			t.Errorf("closed with %d", code)
		}
	})
}

func TestSubscribeOverHTTP(t *testing.T) {
	h := newHouse(t)
	other := push.New(h.nats, h.access, push.Options{})
	other.SetTopics("product", false, topics())
	b := h.connect("ann")
	b.send(map[string]any{"action": "getConnectionId"})
	id, err := b.text()
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	req := push.Request{ConnectionID: id, Context: "filesetRequest", Values: []string{"f1"}}
	for name, hub := range map[string]*push.Hub{"the connection's host": h.hub, "another host": other} {
		t.Run(name, func(t *testing.T) {
			subscribe := func(user string, req push.Request) (err error) {
				plugintest.Eventually(t, "the connection's host does not answer", func() bool {
					err = hub.Subscribe(t.Context(), push.Subject{UserID: user}, req)
					return fault.KindOf(err) != fault.Unavailable
				})
				return err
			}
			if err := subscribe("ben", req); fault.KindOf(err) != fault.NotFound {
				t.Errorf("by another user: got %v, want not found", err)
			}
			if err := subscribe("ann", req); err != nil {
				t.Fatalf("Subscribe: %v", err)
			}
			if got := b.next(); got["action"] != "subscribed" {
				t.Errorf("got %v", got)
			}
			denied := push.Request{ConnectionID: id, SubscriptionType: "alerts"}
			if err := subscribe("ann", denied); fault.KindOf(err) != fault.Denied {
				t.Errorf("without the permission: got %v, want denied", err)
			}
		})
	}
}

func TestSubscriptions_Operation(t *testing.T) {
	h := newHouse(t)
	b := h.connect("ann")
	b.send(map[string]any{"action": "getConnectionId"})
	id, err := b.text()
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	for _, tc := range []struct {
		name, as, body string
		want           int
	}{
		{"a body without type and context", "ann", `{"connectionId":"` + id + `"}`, 200},
		{"the whole body", "ann", `{"connectionId":"` + id + `","subscriptionType":"presenceUpdates","context":"vehicle","values":["v1"],"more":1}`, 200},
		{"another user's connection", "ben", `{"connectionId":"` + id + `"}`, 404},
		{"a connection that is none", "ann", `{"connectionId":"x"}`, 404},
		{"another topic", "ann", `{"connectionId":"` + id + `","subscriptionType":"orgUpdates"}`, 422},
		{"a wrong type", "ann", `{"connectionId":1}`, 422},
		{"no JSON", "ann", `{`, 400},
		{"signed out", "", `{}`, 401},
	} {
		t.Run(tc.name, func(t *testing.T) {
			caller := func(context.Context) (string, string, bool) { return tc.as, "demo", tc.as != "" }
			w := httptest.NewRecorder()
			h.hub.Subscriptions("presenceUpdates", caller).ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(tc.body)))
			if w.Code != tc.want {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, tc.want)
			}
		})
	}
	for range 2 {
		if got := b.next(); got["action"] != "subscribed" {
			t.Errorf("the connection was told %v", got)
		}
	}
}
