package streams

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// ownerKey is the metadata of a consumer that names its plugin.
const ownerKey = "outrider.plugin"

const (
	ackWait          = 30 * time.Second
	pinnedFor        = 10 * time.Second // a reader that asks for nothing so long loses its partition to another
	telemetryPending = 1000             // messages of one partition handed out and not acknowledged
	otherPending     = 256
)

// backOff is the time to acknowledge at the first, second and later deliveries. The SDK takes a message to the dead letters after
// five, so the server itself never gives up.
func backOff() []time.Duration {
	return []time.Duration{ackWait, ackWait, time.Minute, 2 * time.Minute, 5 * time.Minute}
}

// Install makes the durable consumers that the manifest asks for and removes those of an earlier version that it does not.
func (s *Streams) Install(ctx context.Context, m manifest.Manifest) error {
	keep := map[string]bool{}
	for _, subject := range m.Events.Consumes {
		for _, config := range consumersOf(m.ID, subject) {
			if _, err := s.js.CreateOrUpdateConsumer(ctx, events.Stream(subject), config); err != nil {
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

// consumersOf is one consumer for a subject, or for telemetry one a partition: pinned to one reader, so that one vehicle's
// samples are handled in order by one process, also with two versions or many hosts.
func consumersOf(pluginID, subject string) []jetstream.ConsumerConfig {
	if subject != "telemetry" {
		config := durable(pluginID, events.ConsumerName(pluginID, subject), events.Filter(subject))
		config.MaxAckPending = otherPending
		return []jetstream.ConsumerConfig{config}
	}
	all := make([]jetstream.ConsumerConfig, events.Partitions)
	for n := range all {
		config := durable(pluginID, events.TelemetryConsumerName(pluginID, n), events.TelemetryFilter(n))
		config.MaxAckPending = telemetryPending
		config.PriorityPolicy, config.PriorityGroups, config.PinnedTTL = jetstream.PriorityPolicyPinned, []string{events.PinnedGroup}, pinnedFor
		all[n] = config
	}
	return all
}

func durable(pluginID, name, filter string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubjects: []string{filter, events.ReplaySubject(pluginID, filter)}, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		BackOff: backOff(), MaxDeliver: -1, Metadata: map[string]string{ownerKey: pluginID},
	}
}
