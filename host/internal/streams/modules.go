package streams

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"outrider.dev/sdk/events"
	"outrider.dev/sdk/plugin/manifest"
)

// maxNarrow is how many organisations a module's consumers name at most. With more on, the module is handed the samples of everybody and passes the others over: a filter is
// one for each of 8 partitions, in each of the 8 consumers.
const maxNarrow = 32

// Narrow makes a module's consumers of telemetry hand over the samples of the organisations that have it on, and no other; where none has they hand over nothing. What comes
// while a module is off is skipped: the stream keeps it for nobody. It is safe to repeat, not to be called for one module at the same time on two hosts.
func (s *Streams) Narrow(ctx context.Context, m manifest.Manifest, on []string) error {
	if !narrows(m) {
		return nil
	}
	stream, err := s.js.Stream(ctx, events.StreamTelemetry)
	if err != nil {
		return fmt.Errorf("find the telemetry: %w", err)
	}
	known := map[string]jetstream.ConsumerConfig{}
	list := stream.ListConsumers(ctx)
	for info := range list.Info() {
		if info.Config.Metadata[ownerKey] == m.ID {
			known[info.Name] = info.Config
		}
	}
	if err := list.Err(); err != nil {
		return fmt.Errorf("list consumers: %w", err)
	}
	var problems []error
	for _, wanted := range consumersIn(m, "telemetry", on) {
		if now, there := known[wanted.Durable]; there && !sameFilters(now.FilterSubjects, wanted.FilterSubjects) {
			problems = append(problems, s.put(ctx, events.StreamTelemetry, wanted))
		}
	}
	return errors.Join(problems...)
}

// narrows reports whether a plugin's consumers of telemetry depend on who has it on.
func narrows(m manifest.Manifest) bool {
	return m.Module.Optional && slices.Contains(m.Events.Consumes, "telemetry")
}

// consumersIn is consumersOf for a module that is on in some organisations; any other plugin is on in all.
func consumersIn(m manifest.Manifest, subject string, on []string) []jetstream.ConsumerConfig {
	all := consumersOf(m.ID, subject)
	if subject != "telemetry" || !narrows(m) || len(on) > maxNarrow || slices.ContainsFunc(on, func(id string) bool { return !events.ValidToken(id) }) {
		return all
	}
	on = slices.Sorted(slices.Values(on))
	for share := range all {
		replayed := all[share].FilterSubjects[len(all[share].FilterSubjects)/2:]
		all[share].FilterSubjects = slices.Clone(replayed)
		if len(on) > 0 {
			all[share].FilterSubjects = append(events.TelemetryFiltersOf(share, on), replayed...)
		}
	}
	return all
}

func sameFilters(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
