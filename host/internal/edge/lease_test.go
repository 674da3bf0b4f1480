package edge_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// inTurn lends one process for each request.
type inTurn struct {
	processes []*process
	asked     int
}

func (b *inTurn) Lease(context.Context) (http.RoundTripper, func(), error) {
	p := b.processes[min(b.asked, len(b.processes)-1)]
	b.asked++
	return p, func() {}, nil
}

// A request that ended with its process is sent to one more process, however long the first takes to go.
func TestEdge_SendsWhatIsSafeToOneMoreProcess(t *testing.T) {
	dying := func() *process {
		return &process{func(*http.Request) (*http.Response, error) { return nil, errors.New("connection reset by peer") }}
	}
	well := &process{func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("ok")), Request: r}, nil
	}}
	first := dying()
	for name, tc := range map[string]struct {
		route     string
		processes []*process
		code      int
		asked     int
	}{
		"the first is long in dying":        {"GET /api/x", []*process{first, first, first, well}, 200, 4},
		"the next one ends by it too":       {"GET /api/x", []*process{first, dying(), well}, 503, 2},
		"and what changes something is not": {"POST /api/x", []*process{first, well}, 503, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e, backend := newEdge(t, nil), &inTurn{processes: tc.processes}
			set(t, e, edge.Plugin{ID: "x", Operations: []*pluginv1.Operation{op(tc.route, &pluginv1.Lock{Kind: pluginv1.Lock_PUBLIC, Reason: "a test"})}, Backend: backend})
			if answer := ask(t, e, "", tc.route, ""); answer.Code != tc.code || backend.asked != tc.asked {
				t.Errorf("%d after %d requests, want %d after %d", answer.Code, backend.asked, tc.code, tc.asked)
			}
		})
	}
}
