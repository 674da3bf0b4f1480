package streams

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// StreamView is one stream as an operator sees it.
type StreamView struct {
	Name        string
	Description string
	Messages    uint64
	Bytes       uint64
	MaxBytes    int64     // -1: no bound
	Oldest      time.Time // when its first message came; zero: it is empty
	MaxAge      time.Duration
	Replicas    int
	Consumers   []ConsumerView
}

// ConsumerView is one durable consumer. The 64 of a plugin's telemetry are one here.
type ConsumerView struct {
	Name        string
	Plugin      string
	Subjects    []string
	Parts       int    // how many consumers it stands for
	Lag         uint64 // messages that nobody has been handed yet
	Waiting     int    // handed out and not acknowledged
	Redelivered int    // of those, handed out more than once
	Paused      bool
	LastActive  time.Time // of the newest acknowledgement; zero: never
}

// Overview reads all streams and their consumers.
func (s *Streams) Overview(ctx context.Context) ([]StreamView, error) {
	var views []StreamView
	for _, config := range layout(Sizes{}) {
		stream, err := s.js.Stream(ctx, config.Name)
		if err != nil {
			return nil, fmt.Errorf("find stream %s: %w", config.Name, err)
		}
		info := stream.CachedInfo()
		view := StreamView{
			Name: config.Name, Description: config.Description, Messages: info.State.Msgs, Bytes: info.State.Bytes,
			MaxBytes: info.Config.MaxBytes, MaxAge: info.Config.MaxAge, Replicas: info.Config.Replicas,
		}
		if info.State.Msgs > 0 {
			view.Oldest = info.State.FirstTime
		}
		list := stream.ListConsumers(ctx)
		for consumer := range list.Info() {
			if consumer.Name == probeConsumer {
				continue
			}
			view.Consumers = addConsumer(view.Consumers, consumer)
		}
		if err := list.Err(); err != nil {
			return nil, fmt.Errorf("list consumers of %s: %w", config.Name, err)
		}
		views = append(views, view)
	}
	return views, nil
}

// addConsumer adds one; those of partitions are added up under the name without the number.
func addConsumer(all []ConsumerView, info *jetstream.ConsumerInfo) []ConsumerView {
	plugin := info.Config.Metadata[ownerKey]
	name, subjects := info.Name, info.Config.FilterSubjects
	if plugin != "" && strings.HasPrefix(name, plugin+"-telemetry-") {
		name, subjects = plugin+"-telemetry", []string{"telemetry.*.>"}
	}
	if len(subjects) == 0 && info.Config.FilterSubject != "" {
		subjects = []string{info.Config.FilterSubject}
	}
	var view *ConsumerView
	for i := range all {
		if all[i].Name == name {
			view = &all[i]
		}
	}
	if view == nil {
		all = append(all, ConsumerView{Name: name, Plugin: plugin, Subjects: subjects})
		view = &all[len(all)-1]
	}
	view.Parts++
	view.Lag += info.NumPending
	view.Waiting += info.NumAckPending
	view.Redelivered += info.NumRedelivered
	view.Paused = view.Paused || info.Paused
	if last := info.AckFloor.Last; last != nil && last.After(view.LastActive) {
		view.LastActive = *last
	}
	return all
}
