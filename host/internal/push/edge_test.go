package push_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// TestThroughTheEdge connects as browsers do, through the edge and its router, which answer requests in their own writers.
func TestThroughTheEdge(t *testing.T) {
	h := newHouse(t)
	e, err := edge.New(edge.Config{
		Log: slog.New(slog.DiscardHandler), Metrics: edge.NewMetrics(prometheus.NewRegistry()),
		Own: []edge.Own{{
			Method: http.MethodGet, Template: "/api/ws", Handler: h.hub,
			Lock: &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "the connection brings its token in the subprotocol"},
		}},
	})
	if err != nil {
		t.Fatalf("make edge: %v", err)
	}
	server := httptest.NewServer(edge.Operate(e, prometheus.NewRegistry(), nil))
	t.Cleanup(server.Close)
	h.url = "ws" + strings.TrimPrefix(server.URL, "http") + "/api/ws"
	t.Cleanup(h.stop) // before the server, which waits for connections

	b := h.subscribed("ann", "presenceUpdates")
	h.publish("presenceUpdates", "demo", item("v1", "/demo/", "seen"))
	if got := b.next(); got["subscription_type"] != "presenceUpdates" {
		t.Errorf("got %v", got)
	}
	if _, res, err := h.dial("nobody"); err == nil || res.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token that is accepted: %v, %v", res, err)
	}
}
