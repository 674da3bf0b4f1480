package trace

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	otel "go.opentelemetry.io/otel/trace"
)

// Attributes that several parts set.
const (
	KeyOrganisation = attribute.Key("outrider.organisation")
	KeyPlugin       = attribute.Key("outrider.plugin")
	KeyRoute        = attribute.Key("http.route")
	KeyMethod       = attribute.Key("http.request.method")
	KeyStatus       = attribute.Key("http.response.status_code")
)

const (
	maxAttributes = 32
	maxText       = 2_000 // characters of one attribute
	maxQueued     = 2_048 // spans that wait for the exporter; past it they are lost
	sendEvery     = 2 * time.Second
)

// Config is what a tracer needs.
type Config struct {
	Exporter sdktrace.SpanExporter
	Service  string // "outrider" or "outrider-vehicles"
	Version  string
	Instance string  // tells processes of one service apart
	Ratio    float64 // 0 to 1: which part of the traces that begin here is recorded
}

// Tracer begins the spans at which a trace enters this process. A nil Tracer records nothing; every method takes one.
type Tracer struct {
	provider *sdktrace.TracerProvider
	tracer   otel.Tracer
	chosen   sdktrace.Sampler
}

// New makes a tracer; Close it.
func New(c Config) *Tracer {
	about := resource.NewSchemaless(
		attribute.String("service.name", c.Service), attribute.String("service.version", c.Version),
		attribute.String("service.instance.id", c.Instance))
	limits := sdktrace.NewSpanLimits()
	limits.AttributeCountLimit, limits.AttributeValueLengthLimit = maxAttributes, maxText
	chosen := sdktrace.TraceIDRatioBased(c.Ratio)
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithResource(about), sdktrace.WithRawSpanLimits(limits), sdktrace.WithSampler(sdktrace.ParentBased(chosen)),
		sdktrace.WithBatcher(c.Exporter, sdktrace.WithMaxQueueSize(maxQueued), sdktrace.WithBatchTimeout(sendEvery)))
	return &Tracer{provider: provider, tracer: provider.Tracer("outrider.dev"), chosen: chosen}
}

// Close sends what waits, at most until ctx ends.
func (t *Tracer) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Flush sends what waits now.
func (t *Tracer) Flush(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.ForceFlush(ctx)
}

// Continue begins a span below the one that a traceparent of another part of the product names. It records nothing unless that one
// was recorded.
func (t *Tracer) Continue(ctx context.Context, traceparent, name string, kind otel.SpanKind) (context.Context, otel.Span) {
	parent, ok := Parse(traceparent)
	if t == nil || !ok || !parent.IsSampled() {
		return ctx, silent
	}
	return t.tracer.Start(otel.ContextWithRemoteSpanContext(ctx, parent), name, otel.WithSpanKind(kind))
}

// Enter begins a span for something that comes from outside. A client may name the trace, but not choose that it is recorded: the ratio
// does, from the trace's id, so that all hosts choose alike.
func (t *Tracer) Enter(ctx context.Context, traceparent, name string) (context.Context, otel.Span) {
	if t == nil {
		return ctx, silent
	}
	parent, ok := Parse(traceparent)
	if !ok {
		return t.Begin(ctx, name, otel.SpanKindServer)
	}
	decision := t.chosen.ShouldSample(sdktrace.SamplingParameters{ParentContext: ctx, TraceID: parent.TraceID(), Name: name})
	if decision.Decision != sdktrace.RecordAndSample {
		return ctx, silent
	}
	parent = parent.WithTraceFlags(otel.FlagsSampled)
	return t.tracer.Start(otel.ContextWithRemoteSpanContext(ctx, parent), name, otel.WithSpanKind(otel.SpanKindServer))
}

// Begin begins a trace of its own, if the ratio chooses it.
func (t *Tracer) Begin(ctx context.Context, name string, kind otel.SpanKind) (context.Context, otel.Span) {
	if t == nil {
		return ctx, silent
	}
	return t.tracer.Start(ctx, name, otel.WithSpanKind(kind), otel.WithNewRoot())
}
