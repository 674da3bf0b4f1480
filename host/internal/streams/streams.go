// Package streams makes the streams of the event system, the durable consumers that manifests ask for, and the users whose
// permissions are exactly what a manifest says. Only the host changes streams and consumers.
package streams

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/Masterminds/semver/v3"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
)

// Sizes are the most bytes that streams may take on the disk.
type Sizes struct {
	Telemetry int64
	Others    int64 // each
	Replicas  int   // servers of a cluster that keep each; 0: 1
}

// Streams is the host's hand on JetStream.
type Streams struct {
	js      jetstream.JetStream
	configs []jetstream.StreamConfig // as they were made
	batches bool

	interrupted sync.Map // streams whose last probe failed
}

const eventsKept = 7 * 24 * time.Hour

// Open makes the streams, or brings their limits up to date; it waits up to a minute for servers that cannot answer now. Every stream refuses when it is full: what was acknowledged is
// never dropped.
func Open(ctx context.Context, connection *nats.Conn, sizes Sizes) (*Streams, error) {
	js, err := jetstream.New(connection)
	if err != nil {
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	s := &Streams{js: js}
	for _, config := range layout(sizes) {
		config.Subjects = append(config.Subjects, probeSubject(config.Name))
		config.Storage, config.Discard, config.MaxMsgs = jetstream.FileStorage, jetstream.DiscardNew, -1
		config.Replicas = max(sizes.Replicas, 1)
		mayBatch := config.AllowBatchPublish
		err := patiently(ctx, func(ctx context.Context) error {
			s.batches = takesBatches(connection.ConnectedServerVersion())
			config.AllowBatchPublish = mayBatch && s.batches
			if _, err := js.CreateOrUpdateStream(ctx, config); err != nil {
				return err
			}
			return makeProbe(ctx, js, config)
		})
		if err != nil {
			return nil, fmt.Errorf("make stream %s: %w", config.Name, err)
		}
		s.configs = append(s.configs, config)
		s.interrupted.Store(config.Name, true) // by the end of the host before, perhaps
	}
	return s, nil
}

// takesBatches reports whether a server of this version takes several messages as one batch, in their order (fast batch publishing): 2.14 or newer.
func takesBatches(version string) bool {
	v, err := semver.NewVersion(version)
	return err == nil && (v.Major() > 2 || v.Major() == 2 && v.Minor() >= 14)
}

// TakesBatches reports whether the streams of events take batches.
func (s *Streams) TakesBatches() bool { return s.batches }

func layout(sizes Sizes) []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: events.StreamTelemetry, Subjects: []string{"telemetry.*.>", "replay.*.telemetry.*.>"}, Retention: jetstream.InterestPolicy, MaxBytes: sizes.Telemetry,
			Description: "samples of devices, until every plugin that consumes them has handled them",
		},
		{
			Name: events.StreamDevice, Subjects: deviceSubjects(),
			Retention: jetstream.InterestPolicy, MaxBytes: sizes.Others, Description: "everything else that devices send",
		},
		{
			Name: events.StreamCommands, Subjects: []string{"device.command.*", "replay.*.device.command.*"}, Retention: jetstream.InterestPolicy, MaxBytes: sizes.Others,
			Description: "commands on their way to devices",
		},
		{
			Name: events.StreamEvents, Subjects: []string{"event.*.*", "replay.*.event.*.*"}, MaxAge: eventsKept, MaxBytes: sizes.Others, AllowBatchPublish: true,
			Description: "events between plugins, kept for a week",
		},
		{
			Name: events.StreamControl, Subjects: []string{"control.*.*", "replay.*.control.*.*"}, Retention: jetstream.InterestPolicy, MaxBytes: sizes.Others, AllowBatchPublish: true,
			Description: "what must get through whatever else waits: devices that are shut out",
		},
		{
			Name: events.StreamDead, Subjects: []string{"dead.>"}, MaxBytes: sizes.Others,
			Description: "what could not be handled, for an operator to look at and replay",
		},
	}
}

// deviceSubjects are what devices send besides telemetry, and the same once more for one plugin alone.
func deviceSubjects() (subjects []string) {
	for _, kind := range []string{"event", "status", "reply", "connection"} {
		subject := "device." + kind + ".*"
		subjects = append(subjects, subject, events.ReplaySubject("*", subject))
	}
	return subjects
}

// Fill is how many bytes a stream holds, and may hold; -1: no bound.
func (s *Streams) Fill(ctx context.Context, name string) (held, most int64, err error) {
	stream, err := s.js.Stream(ctx, name)
	if err != nil {
		return 0, 0, err
	}
	info := stream.CachedInfo()
	return int64(info.State.Bytes), info.Config.MaxBytes, nil
}

// Remove forgets how far a plugin has read the streams. It must not run; installed again it begins as a new one.
func (s *Streams) Remove(ctx context.Context, pluginID string) error {
	return s.removeConsumers(ctx, pluginID, nil)
}

// removeConsumers deletes the plugin's consumers, on any stream, that keep does not name.
func (s *Streams) removeConsumers(ctx context.Context, pluginID string, keep map[string]bool) error {
	var problems []error
	for _, config := range layout(Sizes{}) {
		err := patiently(ctx, func(ctx context.Context) error { return s.removeFrom(ctx, config.Name, pluginID, keep) })
		if err != nil {
			problems = append(problems, fmt.Errorf("stream %s: %w", config.Name, err))
		}
	}
	return errors.Join(problems...)
}

func (s *Streams) removeFrom(ctx context.Context, name, pluginID string, keep map[string]bool) error {
	stream, err := s.js.Stream(ctx, name)
	if err != nil {
		return err
	}
	var problems []error
	list := stream.ListConsumers(ctx)
	for info := range list.Info() {
		if info.Config.Metadata[ownerKey] == pluginID && !keep[info.Name] {
			problems = append(problems, s.js.DeleteConsumer(ctx, name, info.Name))
		}
	}
	return errors.Join(append(problems, list.Err())...)
}
