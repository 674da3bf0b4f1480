package backup

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	holder  = "outrider-backup" // the consumer that keeps messages in streams
	holdFor = 10 * time.Minute  // after a backup was killed
	refresh = time.Minute
)

// streams reads those of a running host.
type streams struct {
	conn *nats.Conn
	js   jetstream.JetStream
}

func openStreams(conn *nats.Conn) (*streams, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	return &streams{conn, js}, nil
}

// names lists all streams by name.
func (s *streams) names(ctx context.Context) ([]string, error) {
	list := s.js.StreamNames(ctx)
	var names []string
	for name := range list.Name() {
		names = append(names, name)
	}
	slices.Sort(names)
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("list streams: %w", err)
	}
	return names, nil
}

// hold keeps what is published from now on in the streams, also when all plugins have handled it, until release is called. The work of plugins
// goes on.
func (s *streams) hold(ctx context.Context, names []string) (release func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	var held []jetstream.Consumer
	drop := func() {
		cancel()
		within, done := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
		defer done()
		for _, name := range names {
			_ = s.js.DeleteConsumer(within, name, holder) // else it ends by itself
		}
	}
	for _, name := range names {
		consumer, err := s.js.CreateOrUpdateConsumer(ctx, name, jetstream.ConsumerConfig{
			Durable: holder, Description: "keeps messages while a backup is taken", DeliverPolicy: jetstream.DeliverNewPolicy,
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: holdFor, MaxAckPending: 1, InactiveThreshold: holdFor,
		})
		if err != nil {
			drop()
			return nil, fmt.Errorf("hold stream %s: %w", name, err)
		}
		held = append(held, consumer)
	}
	go func() {
		defer close(ended)
		keepActive(ctx, held)
	}()
	return func() { drop(); <-ended }, nil
}

// keepActive asks each consumer for a message now and then, else the server would remove it.
func keepActive(ctx context.Context, held []jetstream.Consumer) {
	ticker := time.NewTicker(refresh)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		for _, consumer := range held {
			_, _ = consumer.FetchNoWait(1) // what comes is not acknowledged: it stays
		}
	}
}

// last is the number of the newest message of each stream.
func (s *streams) last(ctx context.Context, names []string) ([]Stream, error) {
	var all []Stream
	for _, name := range names {
		stream, err := s.js.Stream(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("find stream %s: %w", name, err)
		}
		all = append(all, Stream{Name: name, Last: stream.CachedInfo().State.LastSeq})
	}
	return all, nil
}
