package streams

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	patience = time.Minute // for a cluster that has lost a server and chooses a leader
	oneCall  = 5 * time.Second
	between  = 200 * time.Millisecond
	fewPeers = jetstream.ErrorCode(10005) // fewer servers are there than are to keep a stream: of a cluster that starts
)

// patiently makes a call, which may be made twice, until the servers can answer it, at most for a minute.
func patiently(ctx context.Context, call func(ctx context.Context) error) error {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		err := within(ctx, call)
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-deadline.C:
			return err
		case <-tick.C:
		}
	}
}

func within(ctx context.Context, call func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, oneCall)
	defer cancel()
	return call(ctx)
}

// passing reports whether an error is of servers that cannot answer now, and not an answer.
func passing(err error) bool {
	var answer jetstream.JetStreamError
	if errors.As(err, &answer) && answer.APIError() != nil {
		return answer.APIError().Code == http.StatusServiceUnavailable || answer.APIError().ErrorCode == fewPeers
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders)
}
