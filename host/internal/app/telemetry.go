package app

import (
	"context"

	"outrider.dev/outrider/host/internal/telemetry"
)

// openTraces begins to send traces, if a collector is configured.
func (h *host) openTraces(ctx context.Context) (err error) {
	c := h.Config.Telemetry
	h.traces, err = telemetry.Open(ctx, telemetry.Config{
		Endpoint: c.OTLP, Headers: c.Headers, Ratio: c.Ratio, Version: Version, Metrics: h.registry, Log: h.Log,
	})
	if h.traces != nil && err == nil {
		h.background.run("traces", h.traces.Run)
	}
	return err
}
