package edge_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"outrider.dev/outrider/host/internal/edge"
	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// kept keeps an answer, and says stop after so many bytes.
type kept struct {
	status int
	body   bytes.Buffer
	most   int
}

var errEnough = errors.New("enough")

func (k *kept) Begin(status int, _ string) error {
	k.status = status
	return nil
}

func (k *kept) Piece(data []byte) error {
	k.body.Write(data)
	if k.most > 0 && k.body.Len() > k.most {
		return errEnough
	}
	return nil
}

// streamingEdge has rows, which answers more than a call may be large, as long as somebody reads it; ended hears when it stops.
func streamingEdge(t *testing.T, total int, ended chan error) *edge.Edge {
	t.Helper()
	e := newEdge(t, nil)
	set(t, e, edge.Plugin{ID: "rows", Operations: []*pluginv1.Operation{needs("POST /api/org/{orgId}/rows", "viewVehicle")}, Backend: backendOf(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		piece := bytes.Repeat([]byte("x"), 32<<10)
		for sent := 0; total == 0 || sent < total; sent += len(piece) {
			if _, err := w.Write(piece); err != nil {
				ended <- err
				return
			}
		}
		ended <- nil
	})})
	set(t, e, edge.Plugin{ID: "asks", Calls: []string{"POST /api/org/{orgId}/rows"}, Operations: []*pluginv1.Operation{}, Backend: backendOf(t, func(http.ResponseWriter, *http.Request) {})})
	return e
}

func TestStream_HandsOnMoreThanACallMayAnswer(t *testing.T) {
	const total = 24 << 20
	ended, answer := make(chan error, 1), &kept{}
	e := streamingEdge(t, total, ended)
	if err := e.Stream(t.Context(), edge.Call{Plugin: "asks", Method: "POST", Path: "/api/org/demo/rows", OrgID: "demo"}, answer); err != nil || answer.status != http.StatusOK || answer.body.Len() != total {
		t.Errorf("an answer of %d bytes: %d, %d bytes, %v", total, answer.status, answer.body.Len(), err)
	}
	if err := e.Stream(t.Context(), edge.Call{Plugin: "rows", Method: "POST", Path: "/api/org/demo/rows", OrgID: "demo"}, answer); err != nil || answer.status != http.StatusForbidden {
		t.Errorf("a call that the manifest does not name: %d, %v", answer.status, err)
	}
}

func TestStream_EndsWithItsReader(t *testing.T) {
	ended := make(chan error, 1)
	e := streamingEdge(t, 0, ended)
	call := edge.Call{Plugin: "asks", Method: "POST", Path: "/api/org/demo/rows", OrgID: "demo"}
	if err := e.Stream(t.Context(), call, &kept{most: 1 << 20}); fault.KindOf(err) != fault.Unavailable && !errors.Is(err, errEnough) {
		t.Errorf("a reader that has enough is told %v", err)
	}
	if err := <-ended; err == nil {
		t.Error("the other plugin goes on after its reader has left")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Stream(ctx, call, &kept{}); err == nil {
		t.Error("a call that was cancelled is answered")
	}
}
