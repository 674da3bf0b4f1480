package streams

import (
	"context"
	"fmt"
	"slices"

	"outrider.dev/sdk/events"
)

// refusing are the streams that take nothing while the disk is nearly full: what devices send, which they keep and send again. Events between
// plugins, commands, and what the host says itself still find room in the reserve.
var refusing = []string{events.StreamTelemetry, events.StreamDevice}

// RefuseDevices has the streams of devices' messages refuse from now on, or take again up to their bounds. What they hold is kept and handed out.
func (s *Streams) RefuseDevices(ctx context.Context, refuse bool) error {
	for _, config := range s.configs {
		if !slices.Contains(refusing, config.Name) {
			continue
		}
		if refuse {
			config.MaxBytes = 1
		}
		if _, err := s.js.UpdateStream(ctx, config); err != nil {
			return fmt.Errorf("change the bound of stream %s: %w", config.Name, err)
		}
	}
	return nil
}
