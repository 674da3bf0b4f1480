package plugin

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/sdk/plugin/environment"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/trace"
)

// newRegistry measures the process itself; the SDK and the plugin add what they count.
func newRegistry() *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// openTraces makes the tracer, whose spans the host sends on. While the host does not take them they are lost.
func (p *process) openTraces(ctx context.Context, m manifest.Manifest, e environment.Environment) error {
	if !e.Traced {
		return nil
	}
	exporter, err := trace.RelayTo(ctx, func(ctx context.Context, traces []byte) error {
		_, err := p.callbacks.client.ExportTraces(ctx, &pluginv1.ExportTracesRequest{Traces: traces})
		return err
	})
	if err != nil {
		return err
	}
	p.env.Tracer = trace.New(trace.Config{
		Exporter: exporter, Service: "outrider-" + m.ID, Version: m.Version, Instance: strconv.Itoa(os.Getpid()), Ratio: e.TraceRatio,
	})
	return nil
}

// Metrics writes what the registry holds.
func (c *control) Metrics(context.Context, *pluginv1.MetricsRequest) (*pluginv1.MetricsResponse, error) {
	families, err := c.process.env.Metrics.Gather()
	if err != nil && len(families) == 0 {
		return nil, status.Error(codes.Internal, fmt.Sprintf("gather metrics: %v", err))
	}
	var buffer bytes.Buffer
	encoder := expfmt.NewEncoder(&buffer, expfmt.NewFormat(expfmt.TypeProtoDelim))
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			return nil, status.Error(codes.Internal, fmt.Sprintf("write metrics: %v", err))
		}
	}
	return &pluginv1.MetricsResponse{Families: buffer.Bytes()}, nil
}
