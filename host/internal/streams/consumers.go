package streams

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// ownerKey is the metadata of a consumer that names its plugin.
const ownerKey = "outrider.plugin"

const (
	ackWait      = 30 * time.Second
	pinnedFor    = 10 * time.Second // a reader that asks for nothing so long loses its partition to another
	otherPending = 256
)

// backOff is the time to acknowledge at the first, second and later deliveries. The SDK takes a message to the dead letters after
// five, so the server itself never gives up.
func backOff() []time.Duration {
	return []time.Duration{ackWait, ackWait, time.Minute, 2 * time.Minute, 5 * time.Minute}
}

// Install makes the durable consumers that the manifest asks for and removes those of an earlier version that it does not. It waits up to a minute
// for servers that cannot answer now. on are the organisations that have the plugin on, where it is a module: see Narrow.
func (s *Streams) Install(ctx context.Context, m manifest.Manifest, on ...string) error {
	keep := map[string]bool{}
	for _, subject := range m.Events.Consumes {
		for _, config := range consumersIn(m, subject, on) {
			if err := patiently(ctx, func(ctx context.Context) error { return s.put(ctx, events.Stream(subject), config) }); err != nil {
				return fmt.Errorf("make consumer %s: %w", config.Durable, err)
			}
			keep[config.Durable] = true
		}
	}
	if err := s.removeConsumers(ctx, m.ID, keep); err != nil {
		return fmt.Errorf("remove earlier consumers of %s: %w", m.ID, err)
	}
	return nil
}

// put makes a consumer, or changes it. A server that has just read a consumer with one filter from its disk changes it as asked, but answers
// once with what it was before, which the client takes for a server too old to know several: so it is asked again.
func (s *Streams) put(ctx context.Context, stream string, config jetstream.ConsumerConfig) error {
	_, err := s.js.CreateOrUpdateConsumer(ctx, stream, config)
	if errors.Is(err, jetstream.ErrConsumerMultipleFilterSubjectsNotSupported) {
		_, err = s.js.CreateOrUpdateConsumer(ctx, stream, config)
	}
	return err
}

// consumersOf is one consumer for a subject, or for telemetry one a share of its partitions: pinned to one reader, so that one vehicle's
// samples are handled in order by one process, also with two versions or many hosts.
func consumersOf(pluginID, subject string) []jetstream.ConsumerConfig {
	if subject != "telemetry" {
		config := durable(pluginID, events.ConsumerName(pluginID, subject), events.Filter(subject))
		config.MaxAckPending = otherPending
		return []jetstream.ConsumerConfig{config}
	}
	all := make([]jetstream.ConsumerConfig, events.Shares)
	for n := range all {
		config := durable(pluginID, events.TelemetryConsumerName(pluginID, n), events.TelemetryFilters(n)...)
		config.MaxAckPending = events.MaxUnacknowledged
		config.PriorityPolicy, config.PriorityGroups, config.PinnedTTL = jetstream.PriorityPolicyPinned, []string{events.PinnedGroup}, pinnedFor
		all[n] = config
	}
	return all
}

func durable(pluginID, name string, filters ...string) jetstream.ConsumerConfig {
	for _, filter := range slices.Clone(filters) {
		filters = append(filters, events.ReplaySubject(pluginID, filter))
	}
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubjects: filters, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		BackOff: backOff(), MaxDeliver: -1, Metadata: map[string]string{ownerKey: pluginID},
	}
}
