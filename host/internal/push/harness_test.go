package push_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"outrider.dev/outrider/host/internal/push"
	"outrider.dev/sdk/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// within bounds every wait of these tests.
const within = time.Minute

// house is a hub on a real NATS server behind a real HTTP server.
type house struct {
	t      testing.TB
	url    string
	nats   *nats.Conn
	hub    *push.Hub
	access *fakeAccess
	stop   func()
}

// newHouse starts everything; opts change the hub's options.
func newHouse(t testing.TB, opts ...func(*push.Options)) *house {
	t.Helper()
	o := push.Options{Tick: 20 * time.Millisecond, Recheck: 50 * time.Millisecond, Log: slog.New(slog.DiscardHandler)}
	for _, change := range opts {
		change(&o)
	}
	conn := startNATS(t)
	h := &house{t: t, nats: conn, access: newFakeAccess()}
	h.hub = push.New(conn, h.access, o)
	h.hub.SetTopics("product", false, topics())
	server := httptest.NewServer(h.hub)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- h.hub.Run(ctx) }()
	h.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		server.Close()
	})
	t.Cleanup(h.stop)
	h.url = "ws" + strings.TrimPrefix(server.URL, "http")
	return h
}

// topics are like those of the product.
func topics() []push.Topic {
	return []push.Topic{
		{Name: "presenceUpdates", Context: "vehicle", Permissions: []string{"getPresenceUpdates", "getVehiclePresence"}},
		{Name: "alerts", Context: "node", Permissions: []string{"getAlertUpdates", "listAlerts"}},
		{Name: "filesetRequest", Announced: "fileUpdateProgress", Context: "filesetRequest", Permissions: []string{"getFileProgressUpdates"}},
	}
}

func startNATS(t testing.TB) *nats.Conn {
	t.Helper()
	server, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatalf("make NATS server: %v", err)
	}
	server.Start()
	t.Cleanup(func() { server.Shutdown(); server.WaitForShutdown() })
	if !server.ReadyForConnections(within) {
		t.Fatal("the NATS server is not ready")
	}
	conn, err := nats.Connect("", nats.InProcessServer(server))
	if err != nil {
		t.Fatalf("connect to NATS: %v", err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// publish sends items as a plugin does.
func (h *house) publish(topic, org string, items ...map[string]any) {
	h.t.Helper()
	data, err := json.Marshal(map[string]any{"topic": topic, "items": items})
	if err != nil {
		h.t.Fatalf("write publication: %v", err)
	}
	if err := h.nats.Publish("push."+topic+"."+org, data); err != nil {
		h.t.Fatalf("publish: %v", err)
	}
}

// browser is one client.
type browser struct {
	t    testing.TB
	conn *websocket.Conn
}

func (h *house) dial(token string, header ...string) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(h.t.Context(), within)
	defer cancel()
	opts := &websocket.DialOptions{Subprotocols: []string{push.Protocol, "bearer." + token}, HTTPHeader: http.Header{}}
	for n := 0; n+1 < len(header); n += 2 {
		opts.HTTPHeader.Set(header[n], header[n+1])
	}
	return websocket.Dial(ctx, h.url, opts)
}

func (h *house) connect(token string) *browser {
	h.t.Helper()
	conn, _, err := h.dial(token)
	if err != nil {
		h.t.Fatalf("connect as %s: %v", token, err)
	}
	conn.SetReadLimit(16 << 20)
	h.t.Cleanup(func() { _ = conn.CloseNow() })
	return &browser{t: h.t, conn: conn}
}

// subscribed connects and subscribes, and fails unless it may.
func (h *house) subscribed(token, topic string, values ...string) *browser {
	h.t.Helper()
	b := h.connect(token)
	b.send(map[string]any{"action": "subscribe", "subscriptionType": topic, "values": values})
	if got := b.next(); got["action"] != "subscribed" {
		h.t.Fatalf("subscribe to %s: got %v", topic, got)
	}
	return b
}

func (b *browser) send(message any) {
	b.t.Helper()
	data, err := json.Marshal(message)
	if err != nil {
		b.t.Fatalf("write message: %v", err)
	}
	if err := b.conn.Write(b.t.Context(), websocket.MessageText, data); err != nil {
		b.t.Fatalf("send: %v", err)
	}
}

func (b *browser) text() (string, error) {
	ctx, cancel := context.WithTimeout(b.t.Context(), within)
	defer cancel()
	_, data, err := b.conn.Read(ctx)
	return string(data), err
}

// next is the next message, which must be JSON.
func (b *browser) next() map[string]any {
	b.t.Helper()
	text, err := b.text()
	if err != nil {
		b.t.Fatalf("read: %v", err)
	}
	var message map[string]any
	if err := json.Unmarshal([]byte(text), &message); err != nil {
		b.t.Fatalf("message %q is not JSON: %v", text, err)
	}
	return message
}

// closed reads until the connection ends and returns why.
func (b *browser) closed() (websocket.StatusCode, string) {
	b.t.Helper()
	for {
		if _, err := b.text(); err != nil {
			var ce websocket.CloseError
			if !asClose(err, &ce) {
				b.t.Fatalf("the connection ended without a close frame: %v", err)
			}
			return ce.Code, ce.Reason
		}
	}
}

// fakeAccess knows users by their tokens.
type fakeAccess struct {
	mu     sync.Mutex
	tokens map[string]push.Subject
	grants map[string]fakeGrant // by user
	errs   map[string]error     // by user
}

type fakeGrant struct {
	permissions []string
	scope       push.Scope
	modules     []string
}

var presence = []string{"connect", "getPresenceUpdates", "getVehiclePresence"}

func newFakeAccess() *fakeAccess {
	a := &fakeAccess{tokens: map[string]push.Subject{}, grants: map[string]fakeGrant{}, errs: map[string]error{}}
	a.user("ann", push.Scope{Path: "/demo/"}, append(presence, "getFileProgressUpdates", "getOrgUpdates")...)
	a.user("ben", push.Scope{Path: "/demo/north/"}, presence...)
	a.user("dee", push.Scope{VehicleIDs: []string{"v7"}}, presence...)
	a.user("eve", push.Scope{Path: "/demo/"}, "connect")
	a.user("nob", push.Scope{Path: "/demo/"})
	a.user("sue", push.Scope{All: true}, presence...)
	return a
}

// user has a token that is the user's name.
func (a *fakeAccess) user(id string, scope push.Scope, permissions ...string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.grants[id] = fakeGrant{permissions: permissions, scope: scope}
	if _, ok := a.tokens[id]; !ok {
		a.tokens[id] = push.Subject{UserID: id, OrgID: "demo", SessionID: "s-" + id, ExpiresAt: time.Now().Add(time.Hour)}
	}
}

// modules switches modules on for a user, and no others.
func (a *fakeAccess) modules(id string, on ...string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	g := a.grants[id]
	g.modules = on
	a.grants[id] = g
}

func (a *fakeAccess) token(token, user string, expires time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tokens[token] = push.Subject{UserID: user, OrgID: "demo", SessionID: "s-" + user, ExpiresAt: expires}
}

func (a *fakeAccess) fail(user string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.errs[user] = err
}

func (a *fakeAccess) Authenticate(_ context.Context, token string) (push.Subject, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s, ok := a.tokens[token]
	if !ok {
		return s, fault.New(fault.SignedOut, "Sign in.")
	}
	return s, nil
}

func (a *fakeAccess) Decide(_ context.Context, who push.Subject, org string) (push.Grant, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.errs[who.UserID]; err != nil {
		return push.Grant{}, err
	}
	if org != "demo" && who.UserID != "sue" {
		return push.Grant{}, fault.New(fault.NotFound, "There is no such organisation.")
	}
	g := a.grants[who.UserID]
	return push.Grant{Scope: g.scope, Allowed: func(p string) bool { return slices.Contains(g.permissions, p) }, Module: func(id string) bool { return slices.Contains(g.modules, id) }}, nil
}
