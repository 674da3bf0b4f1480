package streams

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// probeConsumer keeps the messages of Probe in streams that hold only what somebody waits for.
const probeConsumer = "host-probe"

// ErrFull is inside the error of a stream that refuses a message because it holds as much as it may.
var ErrFull = errors.New("the stream is full")

// storeFailed is the server's code for a message that was not stored, for whatever reason; the texts are those of a stream that is full.
const storeFailed = jetstream.ErrorCode(10077)

var fullTexts = []string{"maximum bytes exceeded", "maximum messages exceeded"}

// Broken reports whether an error of Probe may be of a store that cannot write or read; one that is full works. A store that cannot write does not
// answer at all, so silence counts; a busy machine is silent now and then, too.
func Broken(err error) bool {
	return err != nil && !errors.Is(err, ErrFull) && !errors.Is(err, context.Canceled)
}

// Full reports whether an error of Probe is of a stream that holds as much as it may.
func Full(err error) bool { return errors.Is(err, ErrFull) }

func probeSubject(stream string) string { return "probe." + stream }

// Names are the streams.
func Names() (names []string) {
	for _, config := range layout(Sizes{}) {
		names = append(names, config.Name)
	}
	return names
}

// makeProbe makes what Probe needs in a stream.
func makeProbe(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig) error {
	if config.Retention != jetstream.InterestPolicy {
		return nil
	}
	_, err := js.CreateOrUpdateConsumer(ctx, config.Name, jetstream.ConsumerConfig{
		Durable: probeConsumer, FilterSubject: probeSubject(config.Name), AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute,
	})
	return err
}

// Probe writes a message into a stream, reads it and removes it: nil says that the stream takes and gives messages now.
func (s *Streams) Probe(ctx context.Context, stream string) error {
	err := s.probe(ctx, stream)
	if err != nil {
		s.interrupted.Store(stream, true) // what was written may have stayed
	}
	return err
}

func (s *Streams) probe(ctx context.Context, stream string) error {
	written, err := s.js.Publish(ctx, probeSubject(stream), []byte("probe"), jetstream.WithExpectStream(stream), jetstream.WithRetryAttempts(0))
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.ErrorCode == storeFailed && slices.Contains(fullTexts, refused.Description) {
		return fmt.Errorf("write to stream %s: %w", stream, ErrFull)
	}
	if err != nil {
		return fmt.Errorf("write to stream %s: %w", stream, err)
	}
	at, err := s.js.Stream(ctx, stream)
	if err != nil {
		return fmt.Errorf("find stream %s: %w", stream, err)
	}
	if _, err := at.GetMsg(ctx, written.Sequence); err != nil {
		return fmt.Errorf("read from stream %s: %w", stream, err)
	}
	if err := at.DeleteMsg(ctx, written.Sequence); err != nil {
		return fmt.Errorf("remove from stream %s: %w", stream, err)
	}
	if _, left := s.interrupted.LoadAndDelete(stream); left {
		if err := at.Purge(ctx, jetstream.WithPurgeSubject(probeSubject(stream)), jetstream.WithPurgeSequence(written.Sequence)); err != nil {
			return fmt.Errorf("remove from stream %s: %w", stream, err)
		}
	}
	return nil
}

// FirstBroken probes all streams at once, and returns the error of one whose store may be broken; nil if there is none.
func (s *Streams) FirstBroken(ctx context.Context) error {
	names := Names()
	found := make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { found[i] = s.Probe(ctx, name) })
	}
	all.Wait()
	for _, err := range found {
		if Broken(err) {
			return err
		}
	}
	return nil
}
