package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/s2"
	"github.com/nats-io/nats-server/v2/server"
	natsarchive "github.com/nats-io/nats-server/v2/server/archive"
)

const (
	streamState    = "state.json" // the first entry of a snapshot
	consumerPrefix = "consumers/" // of the entries after it, one for each consumer; messages follow, then an entry without a name
)

// position is how far a consumer was: its entry in a snapshot.
type position struct {
	header  natsarchive.Header
	content []byte
}

// positions are those of a stream's consumers now.
func (s *streams) positions(ctx context.Context, name string) (found []position, err error) {
	_, err = s.read(ctx, name, func(header *natsarchive.Header, content io.Reader) error {
		if !isConsumer(header) || header.Name == consumerPrefix+holder {
			return nil
		}
		raw, err := io.ReadAll(content)
		found = append(found, position{*header, raw})
		return err
	})
	return found, err
}

func isConsumer(header *natsarchive.Header) bool {
	return header.Sequence == 0 && strings.HasPrefix(header.Name, consumerPrefix)
}

// copyStream writes a snapshot of a stream: the messages that it has now up to last, and its consumers as they were. It returns the stream's
// configuration.
func (s *streams) copyStream(ctx context.Context, name string, last uint64, were []position, w io.Writer) (json.RawMessage, error) {
	z := s2.NewWriter(w)
	to := natsarchive.NewWriter(z)
	config, err := s.read(ctx, name, func(header *natsarchive.Header, content io.Reader) error {
		switch {
		case header.Sequence == 0 && header.Name == streamState:
			return begin(to, header, content, last, were)
		case isConsumer(header), header.Sequence > last:
			return nil
		}
		if err := to.WriteHeader(header); err != nil {
			return err
		}
		_, err := io.Copy(to, content)
		return err
	})
	return config, errors.Join(err, to.Close(), z.Close())
}

// begin writes the state of a stream that ends with last, and its consumers.
func begin(to *natsarchive.Writer, header *natsarchive.Header, content io.Reader, last uint64, were []position) error {
	var state server.StreamState
	if err := json.NewDecoder(content).Decode(&state); err != nil {
		return fmt.Errorf("read the stream's state: %w", err)
	}
	state.LastSeq, state.Consumers = min(state.LastSeq, last), len(were)
	if state.FirstSeq > state.LastSeq {
		state.FirstSeq, state.Msgs = state.LastSeq+1, 0
	} else {
		state.Msgs = min(state.Msgs, state.LastSeq-state.FirstSeq+1)
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return err
	}
	all := append([]position{{natsarchive.Header{Name: streamState, Timestamp: header.Timestamp, PayloadSize: int64(len(raw))}, raw}}, were...)
	for _, one := range all {
		if err := to.WriteHeader(&one.header); err != nil {
			return err
		}
		if _, err := to.Write(one.content); err != nil {
			return err
		}
	}
	return nil
}

// read hands each entry of a stream's snapshot to do, and returns the stream's configuration.
func (s *streams) read(ctx context.Context, name string, do func(*natsarchive.Header, io.Reader) error) (json.RawMessage, error) {
	type sent struct {
		config json.RawMessage
		err    error
	}
	from, to := io.Pipe()
	done := make(chan sent, 1)
	go func() {
		config, err := s.snapshot(ctx, name, to)
		_ = to.CloseWithError(err) // never fails
		done <- sent{config, err}
	}()
	err := snapshotEntries(from, do)
	if err == nil {
		_, err = io.Copy(io.Discard, from)
	}
	_ = from.CloseWithError(err) // never fails; a snapshot under way ends
	all := <-done
	if all.err != nil && !errors.Is(all.err, err) {
		err = errors.Join(all.err, err)
	}
	if err != nil {
		return nil, fmt.Errorf("copy stream %s: %w", name, err)
	}
	return all.config, nil
}

// snapshotEntries reads a snapshot up to its end; one that was cut off is an error.
func snapshotEntries(from io.Reader, do func(*natsarchive.Header, io.Reader) error) error {
	entries := natsarchive.NewReader(s2.NewReader(from))
	for {
		header, err := entries.Next()
		if err != nil {
			return fmt.Errorf("read a snapshot: %w", err)
		}
		if err := do(header, entries); err != nil {
			return err
		}
		if header.Name == "" && header.Sequence == 0 {
			return nil
		}
	}
}

// whole checks a snapshot.
func whole(from io.Reader) error {
	first := true
	return snapshotEntries(from, func(header *natsarchive.Header, content io.Reader) error {
		if first && header.Name != streamState {
			return fmt.Errorf("the snapshot does not begin with %s", streamState)
		}
		first = false
		_, err := io.Copy(io.Discard, content)
		return err
	})
}
