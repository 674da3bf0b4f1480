package admin

import (
	"context"
	"time"

	"outrider.dev/sdk/fault"
)

// StreamView is one stream.
type StreamView struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Messages    uint64         `json:"messages"`
	Bytes       uint64         `json:"bytes"`
	MaxBytes    int64          `json:"max_bytes" doc:"-1: no bound"`
	Oldest      *time.Time     `json:"oldest,omitempty"`
	MaxAge      int64          `json:"max_age_seconds" doc:"0: for ever"`
	Replicas    int            `json:"replicas"`
	Consumers   []ConsumerView `json:"consumers"`
}

// ConsumerView is one durable consumer, or the 64 of a plugin's telemetry together.
type ConsumerView struct {
	Name        string     `json:"name"`
	Plugin      string     `json:"plugin"`
	Subjects    []string   `json:"subjects"`
	Parts       int        `json:"parts"`
	Lag         uint64     `json:"lag" doc:"Messages that have not been handed out"`
	Waiting     int        `json:"waiting" doc:"Handed out and not acknowledged"`
	Redelivered int        `json:"redelivered"`
	Paused      bool       `json:"paused"`
	LastActive  *time.Time `json:"last_active,omitempty"`
}

type streamList struct {
	Body struct {
		Streams []StreamView `json:"streams"`
	}
}

// partTimeout is how long one part may take to tell of itself.
const partTimeout = 3 * time.Second

func (a *Admin) listStreams(ctx context.Context, _ *struct{}) (*streamList, error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	views, err := a.Streams.Overview(ctx)
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The event system does not answer.")
	}
	answer := &streamList{}
	answer.Body.Streams = []StreamView{}
	for _, v := range views {
		stream := StreamView{
			Name: v.Name, Description: v.Description, Messages: v.Messages, Bytes: v.Bytes, MaxBytes: v.MaxBytes, Oldest: momentOf(v.Oldest),
			MaxAge: int64(v.MaxAge / time.Second), Replicas: v.Replicas, Consumers: []ConsumerView{},
		}
		for _, c := range v.Consumers {
			stream.Consumers = append(stream.Consumers, ConsumerView{
				Name: c.Name, Plugin: c.Plugin, Subjects: append([]string{}, c.Subjects...), Parts: c.Parts, Lag: c.Lag, Waiting: c.Waiting,
				Redelivered: c.Redelivered, Paused: c.Paused, LastActive: momentOf(c.LastActive),
			})
		}
		answer.Body.Streams = append(answer.Body.Streams, stream)
	}
	return answer, nil
}
