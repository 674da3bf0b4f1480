package push_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"outrider.dev/outrider/host/internal/push"
)

// connectSmall is a browser whose machine takes in little before it is read.
func (h *house) connectSmall(token string) *browser {
	h.t.Helper()
	dialer := &net.Dialer{}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return conn, conn.(*net.TCPConn).SetReadBuffer(256 << 10) // less than a few packets makes the kernel wait for its timers
	}}
	h.t.Cleanup(transport.CloseIdleConnections)
	conn, _, err := websocket.Dial(h.t.Context(), h.url, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, Subprotocols: []string{push.Protocol, "bearer." + token},
	})
	if err != nil {
		h.t.Fatalf("connect as %s: %v", token, err)
	}
	conn.SetReadLimit(16 << 20)
	h.t.Cleanup(func() { _ = conn.CloseNow() })
	return &browser{t: h.t, conn: conn}
}

// TestSlowClient_CostsBoundedMemory lets 100,000 updates (40 MB) pass a browser that has stopped reading, while another one reads all of them.
func TestSlowClient_CostsBoundedMemory(t *testing.T) {
	h := newHouse(t, func(o *push.Options) { o.Stall = time.Hour }) // it may take a loaded machine a while
	fast := h.subscribed("ann", "presenceUpdates")
	slow := h.connectSmall("ann")
	slow.send(map[string]any{"action": "subscribe", "subscriptionType": "presenceUpdates"})
	slow.next()

	before := heap()
	padding := strings.Repeat("x", 400)
	var peak uint64
	for round := range 200 {
		items := make([]map[string]any, 500)
		for n := range items {
			items[n] = item(fmt.Sprintf("v%d", round*500+n), "/demo/", padding)
		}
		h.publish("presenceUpdates", "demo", items...)
		for got := 0; got < 500; {
			got += len(fast.next()["value"].([]any))
		}
		if round%20 == 19 {
			peak = max(peak, heap())
		}
	}
	t.Logf("heap before %d KiB, highest while 100,000 updates passed %d KiB", before>>10, peak>>10)
	if peak > before+8<<20 {
		t.Errorf("the heap grew from %d to %d bytes; one client that does not read must cost less than 8 MiB", before, peak)
	}

	for slow.next()["action"] != "resync" { // what the kernel had taken comes first
	}
	h.publish("presenceUpdates", "demo", item("v1", "/demo/", "live"))
	if got := fmt.Sprint(slow.next()["value"]); got != "[live]" {
		t.Errorf("after the resync came %.80s, want live values", got)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestStalledClient_IsClosed(t *testing.T) {
	for name, opts := range map[string]func(*push.Options){
		"with values waiting": func(o *push.Options) { o.Stall, o.MaxPerUser = 2*time.Second, 1 },
		"with nothing to say": func(o *push.Options) { o.Stall, o.Ping, o.MaxPerUser = 3*time.Second, time.Second, 1 },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, opts)
			b := h.connectSmall("ann")
			b.send(map[string]any{"action": "subscribe", "subscriptionType": "presenceUpdates"})
			b.next()
			value := strings.Repeat("x", 200<<10)
			pace := time.NewTicker(10 * time.Millisecond)
			defer pace.Stop()
			for end := time.Now().Add(within); ; <-pace.C {
				if strings.HasPrefix(name, "with values") {
					h.publish("presenceUpdates", "demo", item("v1", "/demo/", value))
				}
				conn, _, err := h.dial("ann") // there is room for one connection, so this works once the stalled one is gone
				if err == nil {
					_ = conn.CloseNow()
					return
				}
				if time.Now().After(end) {
					t.Fatalf("the client that stopped reading is still connected: %v", err)
				}
			}
		})
	}
}
