package push_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"outrider.dev/outrider/host/internal/push"
)

// counted counts what is read.
type counted struct {
	net.Conn
	bytes *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

// connectCounted connects with a mode of compression, and tells how many bytes came.
func (h *house) connectCounted(token string, mode websocket.CompressionMode) (*browser, *atomic.Int64) {
	h.t.Helper()
	came := &atomic.Int64{}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return counted{conn, came}, err
	}}
	h.t.Cleanup(transport.CloseIdleConnections)
	conn, _, err := websocket.Dial(h.t.Context(), h.url, &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, Subprotocols: []string{push.Protocol, "bearer." + token}, CompressionMode: mode,
	})
	if err != nil {
		h.t.Fatalf("connect as %s: %v", token, err)
	}
	conn.SetReadLimit(16 << 20)
	h.t.Cleanup(func() { _ = conn.CloseNow() })
	b := &browser{t: h.t, conn: conn}
	b.send(map[string]any{"action": "subscribe", "subscriptionType": "presenceUpdates"})
	b.next()
	return b, came
}

// TestCompression has browsers that can and that cannot read compressed messages see the same, several times and in several sizes.
func TestCompression(t *testing.T) {
	h := newHouse(t, func(o *push.Options) { o.MaxPendingBytes = 64 << 20 }) // they are read one after the other
	plain, plainBytes := h.connectCounted("ann", websocket.CompressionDisabled)
	taking, takingBytes := h.connectCounted("ann", websocket.CompressionContextTakeover)
	sharing, _ := h.connectCounted("ann", websocket.CompressionNoContextTakeover)
	for round, count := range []int{1, 50, 2, 3000, 50} { // small, compressed, small, past the size of a message and past the budget, compressed
		items := make([]map[string]any, count)
		for n := range items {
			items[n] = item(fmt.Sprintf("v%d", n), "/demo/", fmt.Sprintf("%d %d %s", round, n, strings.Repeat("moving ", 60)))
		}
		for some := range slices.Chunk(items, 1000) {
			h.publish("presenceUpdates", "demo", some...)
		}
		want := plain.values(count)
		if got := taking.values(count); !reflect.DeepEqual(got, want) {
			t.Errorf("round %d: with compression came %.200v, without %.200v", round, got, want)
		}
		if got := sharing.values(count); !reflect.DeepEqual(got, want) {
			t.Errorf("round %d: with compression of each message came %.200v, without %.200v", round, got, want)
		}
		if round == 1 && takingBytes.Load() > plainBytes.Load()/3 {
			t.Errorf("%d bytes with compression, %d without", takingBytes.Load(), plainBytes.Load())
		}
	}
}

// values are so many values, of as many messages as they came in.
func (b *browser) values(count int) (all []any) {
	b.t.Helper()
	for len(all) < count {
		all = append(all, b.next()["value"].([]any)...)
	}
	return all
}

// TestFirstNewsAfterQuietComesAtOnce waits for first news where a tick is long, and for second ones where it is soon over.
func TestFirstNewsAfterQuietComesAtOnce(t *testing.T) {
	const long, tick = 40 * time.Second, 2 * time.Second
	h := newHouse(t, func(o *push.Options) { o.Tick = long })
	b := h.subscribed("ann", "presenceUpdates")
	began := time.Now()
	h.publish("presenceUpdates", "demo", item("v1", "/demo/", "first"))
	b.next()
	if first := time.Since(began); first > long/2 {
		t.Errorf("the first came after %s, want at once", first)
	}

	h = newHouse(t, func(o *push.Options) { o.Tick = tick })
	b = h.subscribed("ann", "presenceUpdates")
	began = time.Now()
	for _, value := range []string{"first", "second"} {
		h.publish("presenceUpdates", "demo", item("v1", "/demo/", value))
		b.next()
	}
	if second := time.Since(began); second < tick/2 {
		t.Errorf("the second came after %s, want not before %s", second, tick/2)
	}
}
