package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	resourcepb "go.opentelemetry.io/proto/otlp/resource/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/trace"
)

const (
	maxHandedOver = 1 << 20 // bytes of spans in one call of a plugin
	maxWaiting    = 64      // such calls that wait to be sent on
	sendTimeout   = 10 * time.Second
	closeTimeout  = 3 * time.Second
)

// Config says where traces go.
type Config struct {
	Endpoint string            // https://collector:4318; /v1/traces is added if there is no path
	Headers  map[string]string // credentials of the collector
	Ratio    float64           // of the traces, 0 to 1
	Version  string            // of the host
	Metrics  prometheus.Registerer
	Log      *slog.Logger
}

// Traces sends spans. A nil Traces sends none; every method takes one.
type Traces struct {
	tracer  *trace.Tracer
	client  otlptrace.Client
	waiting chan *tracepb.ResourceSpans
	lost    *prometheus.CounterVec
	log     *slog.Logger
}

// Open connects to nothing yet: a collector that is away loses spans and stops nobody. Run sends what plugins hand over. Without an endpoint the answer is nil.
func Open(ctx context.Context, c Config) (*Traces, error) {
	if c.Endpoint == "" {
		return nil, nil
	}
	options := []otlptracehttp.Option{
		otlptracehttp.WithEndpointURL(withPath(c.Endpoint)), otlptracehttp.WithHeaders(c.Headers),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression), otlptracehttp.WithTimeout(sendTimeout),
	}
	exporter, err := otlptrace.New(ctx, otlptracehttp.NewClient(options...))
	if err != nil {
		return nil, fmt.Errorf("make the exporter of traces: %w", err)
	}
	t := &Traces{
		client: otlptracehttp.NewClient(options...), waiting: make(chan *tracepb.ResourceSpans, maxWaiting), log: c.Log,
		lost: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "outrider_spans_lost_total", Help: "Spans of plugins that were not sent on, by reason.",
		}, []string{"plugin", "reason"}),
		tracer: trace.New(trace.Config{
			Exporter: exporter, Service: "outrider", Version: c.Version, Instance: strconv.Itoa(os.Getpid()), Ratio: c.Ratio,
		}),
	}
	if err := c.Metrics.Register(t.lost); err != nil {
		return nil, fmt.Errorf("register the metrics of traces: %w", err)
	}
	if err := t.client.Start(ctx); err != nil {
		return nil, fmt.Errorf("start the exporter of traces: %w", err)
	}
	return t, nil
}

// Tracer is the host's own; nil while traces are off.
func (t *Traces) Tracer() *trace.Tracer {
	if t == nil {
		return nil
	}
	return t.tracer
}

// Take takes spans of a plugin, TracesData of OTLP, to be sent on. Whatever they say of their origin, they are that plugin's.
func (t *Traces) Take(plugin string, raw []byte) error {
	if t == nil {
		return nil
	}
	if len(raw) > maxHandedOver {
		t.lost.WithLabelValues(plugin, "too large").Inc()
		return fault.New(fault.Invalid, "More than %d bytes of spans.", maxHandedOver)
	}
	var data tracepb.TracesData
	if err := proto.Unmarshal(raw, &data); err != nil {
		t.lost.WithLabelValues(plugin, "unreadable").Inc()
		return fault.New(fault.Invalid, "These are no spans.")
	}
	for _, spans := range data.GetResourceSpans() {
		spans.Resource = originOf(plugin, spans.GetResource())
		select {
		case t.waiting <- spans:
		default:
			t.lost.WithLabelValues(plugin, "too many").Add(float64(count(spans)))
		}
	}
	return nil
}

// originOf keeps version and instance and says itself whose they are.
func originOf(plugin string, said *resourcepb.Resource) *resourcepb.Resource {
	text := func(key, value string) *commonpb.KeyValue {
		return &commonpb.KeyValue{Key: key, Value: &commonpb.AnyValue{Value: &commonpb.AnyValue_StringValue{StringValue: value}}}
	}
	attributes := []*commonpb.KeyValue{text("service.name", "outrider-"+plugin), text(string(trace.KeyPlugin), plugin)}
	for _, a := range said.GetAttributes() {
		if key := a.GetKey(); key == "service.version" || key == "service.instance.id" {
			attributes = append(attributes, a)
		}
	}
	return &resourcepb.Resource{Attributes: attributes}
}

func count(spans *tracepb.ResourceSpans) (n int) {
	for _, scope := range spans.GetScopeSpans() {
		n += len(scope.GetSpans())
	}
	return n
}

// Run sends what plugins hand over until ctx ends, then what still waits.
func (t *Traces) Run(ctx context.Context) error {
	failing := false
	for {
		select {
		case spans := <-t.waiting:
			err := t.client.UploadTraces(ctx, t.more(spans))
			if err != nil && ctx.Err() == nil && !failing {
				t.log.Warn("spans are lost: the collector does not take them", "error", err)
			}
			failing = err != nil
		case <-ctx.Done():
			return t.close(context.WithoutCancel(ctx))
		}
	}
}

// more adds what waits already.
func (t *Traces) more(spans *tracepb.ResourceSpans) []*tracepb.ResourceSpans {
	all := []*tracepb.ResourceSpans{spans}
	for {
		select {
		case next := <-t.waiting:
			all = append(all, next)
		default:
			return all
		}
	}
}

func (t *Traces) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	select {
	case spans := <-t.waiting:
		_ = t.client.UploadTraces(ctx, t.more(spans)) // nobody is left to tell
	default:
	}
	_ = t.client.Stop(ctx)
	return t.tracer.Close(ctx)
}
