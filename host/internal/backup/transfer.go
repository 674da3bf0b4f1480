package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	chunkSize  = 128 << 10
	chunkAhead = 4 << 20 // bytes that a server sends without being answered
	silence    = 30 * time.Second
)

// snapshot writes a stream in the server's format and returns its configuration.
func (s *streams) snapshot(ctx context.Context, name string, to io.Writer) (json.RawMessage, error) {
	inbox := s.conn.NewInbox()
	subscription, err := s.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = subscription.Unsubscribe() }() // the connection ends soon
	var answer struct {
		Config json.RawMessage  `json:"config"`
		Error  *server.ApiError `json:"error"`
	}
	request := server.JSApiStreamSnapshotRequest{DeliverSubject: inbox, ChunkSize: chunkSize, WindowSize: chunkAhead}
	if err := s.ask(ctx, fmt.Sprintf(server.JSApiStreamSnapshotT, name), request, &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, answer.Error
	}
	return answer.Config, receive(ctx, subscription, to)
}

func receive(ctx context.Context, from *nats.Subscription, to io.Writer) error {
	for {
		message, err := next(ctx, from)
		if err != nil {
			return err
		}
		if len(message.Data) == 0 {
			if status := message.Header.Get("Status"); status != "" && status != "204" {
				return fmt.Errorf("the server says %s %s", status, message.Header.Get("Description"))
			}
			return nil
		}
		if _, err := to.Write(message.Data); err != nil {
			return err
		}
		if message.Reply != "" {
			if err := message.Respond(nil); err != nil {
				return err
			}
		}
	}
}

func next(ctx context.Context, from *nats.Subscription) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	return from.NextMsgWithContext(ctx)
}

// restore makes a stream of a snapshot.
func (s *streams) restore(ctx context.Context, name string, config json.RawMessage, from io.Reader) error {
	var begun struct {
		DeliverSubject string           `json:"deliver_subject"`
		Error          *server.ApiError `json:"error"`
	}
	request := map[string]any{"config": config, "state": server.StreamState{}}
	if err := s.ask(ctx, fmt.Sprintf(server.JSApiStreamRestoreT, name), request, &begun); err != nil {
		return err
	}
	if begun.Error != nil {
		return begun.Error
	}
	chunk := make([]byte, chunkSize)
	for {
		n, err := io.ReadFull(from, chunk)
		if n > 0 {
			if err := s.send(ctx, begun.DeliverSubject, chunk[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return s.send(ctx, begun.DeliverSubject, nil)
		}
		if err != nil {
			return err
		}
	}
}

func (s *streams) send(ctx context.Context, subject string, chunk []byte) error {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	message, err := s.conn.RequestWithContext(ctx, subject, chunk)
	if err != nil || len(message.Data) == 0 {
		return err
	}
	var answer struct {
		Error *server.ApiError `json:"error"`
	}
	if err := json.Unmarshal(message.Data, &answer); err != nil {
		return err
	}
	if answer.Error != nil {
		return answer.Error
	}
	return nil
}

func (s *streams) ask(ctx context.Context, subject string, request, answer any) error {
	raw, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	message, err := s.conn.RequestWithContext(ctx, subject, raw)
	if err != nil {
		return err
	}
	return json.Unmarshal(message.Data, answer)
}
