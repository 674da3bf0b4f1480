package plugintest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"outrider.dev/sdk/plugin/manifest"
)

// Subscription is a push connection of one user, as a browser has it, that is subscribed to one topic.
type Subscription struct {
	t    testing.TB
	conn *websocket.Conn
	kind string // subscription_type of what is pushed
}

// pushMessage is anything that the host says on a push connection, but for the connection's id.
type pushMessage struct {
	Action string            `json:"action"`
	Type   string            `json:"subscription_type"`
	Kind   string            `json:"kind"` // of a refusal
	Value  []json.RawMessage `json:"value"`
}

// Subscribe subscribes actor to everything of a topic that the actor may see. The connection ends with the test.
func (h *Host) Subscribe(t testing.TB, actor Actor, topic manifest.PushTopic) *Subscription {
	t.Helper()
	s := h.dialPush(t, actor, topic)
	if answer := s.subscribe(topic); answer.Action != "subscribed" {
		t.Fatalf("subscribe %s to %s: %s %s", actor.Email(), topic.Name, answer.Action, answer.Kind)
	}
	return s
}

func (h *Host) dialPush(t testing.TB, actor Actor, topic manifest.PushTopic) *Subscription {
	t.Helper()
	options := &websocket.DialOptions{Subprotocols: []string{"outrider.v1", "bearer." + h.Token(actor)}}
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(h.URL, "http")+"/api/ws", options)
	if err != nil {
		t.Fatalf("open a push connection of %s: %v", actor.Email(), err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() }) // it may be over already
	return &Subscription{t, conn, topic.AnnouncedAs()}
}

func (s *Subscription) subscribe(topic manifest.PushTopic) pushMessage {
	s.t.Helper()
	request, err := json.Marshal(map[string]any{"action": "subscribe", "subscriptionType": topic.Name, "context": topic.Context, "values": []string{}})
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.Write(s.t.Context(), websocket.MessageText, request); err != nil {
		s.t.Fatalf("subscribe to %s: %v", topic.Name, err)
	}
	return s.read()
}

func (s *Subscription) read() (m pushMessage) {
	s.t.Helper()
	_, raw, err := s.conn.Read(s.t.Context())
	if err != nil {
		s.t.Fatalf("wait for %s: %v", s.kind, err)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		s.t.Fatalf("%s is not a message of a push connection: %v", raw, err)
	}
	return m
}

// Next waits for what is pushed next, and decodes its first value.
func (s *Subscription) Next(into any) {
	s.t.Helper()
	for {
		m := s.read()
		if m.Type != s.kind || len(m.Value) == 0 {
			continue
		}
		if err := json.Unmarshal(m.Value[0], into); err != nil {
			s.t.Fatalf("%s pushes %s: %v", s.kind, m.Value[0], err)
		}
		return
	}
}

// push checks that each topic of the manifest is subscribed to by the roles that hold all of its permissions, and by no other.
func (s *suite) push(t *testing.T) {
	for _, topic := range s.host.Manifest.Push {
		for _, role := range Roles {
			t.Run(topic.Name+" "+role, func(t *testing.T) {
				actor := As("alpha", role)
				granted, all := s.host.permissions(actor)
				may := all || !slices.ContainsFunc(topic.Permissions, func(p string) bool { return !granted[p] })
				answer := s.host.dialPush(t, actor, topic).subscribe(topic)
				if may && answer.Action != "subscribed" {
					t.Errorf("the answer is %s %s, want subscribed", answer.Action, answer.Kind)
				}
				if !may && answer.Kind != "denied" {
					t.Errorf("the answer is %s %s, want a refusal", answer.Action, answer.Kind)
				}
			})
		}
	}
}
