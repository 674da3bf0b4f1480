package telemetry_test

import (
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"outrider.dev/outrider/host/internal/telemetry"
	"outrider.dev/sdk/fault"
)

func TestTraces_OffTakesEverything(t *testing.T) {
	off, err := telemetry.Open(t.Context(), telemetry.Config{})
	if off != nil || err != nil {
		t.Fatalf("without an endpoint: %v, %v", off, err)
	}
	if off.Tracer() != nil || off.Intercept() != nil || off.Take("rooms", []byte("anything")) != nil {
		t.Error("traces that are off do something")
	}
}

func TestTraces_RefuseRubbishOfPlugins(t *testing.T) {
	traces, err := telemetry.Open(t.Context(), telemetry.Config{
		Endpoint: "http://127.0.0.1:1", Ratio: 1, Metrics: prometheus.NewRegistry(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"rubbish": []byte("\xff\xff\xff"), "too large": make([]byte, 2<<20)} {
		if err := traces.Take("rooms", raw); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
