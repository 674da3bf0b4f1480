package plugin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"google.golang.org/grpc"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// maxRefusal is how much of a refusal is read.
const maxRefusal = 64 << 10

// Stream implements Host.
func (c *callbacks) Stream(ctx context.Context, method, path string, in any) (io.ReadCloser, error) {
	request := &pluginv1.CallOperationRequest{Method: method, Path: path, Caller: web.CallerHeaderOf(ctx), OrgId: web.Caller(ctx).OrgID}
	if in != nil {
		body, err := json.Marshal(in)
		if err != nil {
			return nil, fmt.Errorf("call %s %s: %w", method, path, err)
		}
		request.Body = body
	}
	ctx, cancel := context.WithCancel(ctx)
	stream, err := c.client.StreamOperation(ctx, request)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("call %s %s: %w", method, path, err)
	}
	head, err := stream.Recv()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("call %s %s: %w", method, path, err)
	}
	answer := &streamedAnswer{stream: stream, cancel: cancel}
	if head.GetStatus() >= http.StatusBadRequest {
		defer cancel()
		body, err := io.ReadAll(io.LimitReader(answer, maxRefusal))
		if err != nil {
			return nil, fmt.Errorf("call %s %s: %w", method, path, err)
		}
		return nil, fmt.Errorf("call %s %s: %w", method, path, refusal(&pluginv1.CallOperationResponse{Status: head.GetStatus(), Body: body}))
	}
	return answer, nil
}

// streamedAnswer reads the messages of an answer one after the other.
type streamedAnswer struct {
	stream grpc.ServerStreamingClient[pluginv1.StreamOperationResponse]
	cancel context.CancelFunc
	rest   []byte
}

// Read implements io.Reader.
func (a *streamedAnswer) Read(into []byte) (int, error) {
	for len(a.rest) == 0 {
		next, err := a.stream.Recv()
		if err != nil {
			return 0, err // io.EOF where the answer is whole
		}
		a.rest = next.GetData()
	}
	n := copy(into, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close ends the call on the other side, too.
func (a *streamedAnswer) Close() error {
	a.cancel()
	return nil
}
