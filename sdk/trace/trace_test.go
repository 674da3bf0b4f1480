package trace_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
)

const known = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func newTracer(t *testing.T, ratio float64) (*trace.Tracer, *tracetest.InMemoryExporter) {
	t.Helper()
	kept := tracetest.NewInMemoryExporter()
	tracer := trace.New(trace.Config{Exporter: kept, Service: "test", Ratio: ratio})
	t.Cleanup(func() { _ = tracer.Close(context.WithoutCancel(t.Context())) })
	return tracer, kept
}

func TestParse(t *testing.T) {
	for header, want := range map[string]bool{
		known: true, "": false, known[1:]: false, strings.Replace(known, "0af7", "xxxx", 1): false, "01" + known[2:]: false,
		"00-00000000000000000000000000000000-b7ad6b7169203331-01": false, "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01": false,
	} {
		c, ok := trace.Parse(header)
		if ok != want || ok && trace.Format(c) != header {
			t.Errorf("Parse(%q) = %v, %v", header, c, ok)
		}
	}
	if got := trace.IDOf(known); got != "0af7651916cd43dd8448eb211c80319c" {
		t.Errorf("IDOf = %q", got)
	}
}

func TestTracer_TheRatioChoosesNotTheClient(t *testing.T) {
	never, _ := newTracer(t, 0)
	if _, span := never.Enter(t.Context(), known, "request"); span.IsRecording() {
		t.Error("a client's flag has a request recorded")
	}
	if _, span := never.Continue(t.Context(), known, "operation", otel.SpanKindServer); !span.IsRecording() {
		t.Error("what the host records is not recorded behind it")
	}
	always, kept := newTracer(t, 1)
	ctx, span := always.Enter(t.Context(), strings.Replace(known, "-01", "-00", 1), "request")
	_, below := trace.Begin(ctx, "statement", otel.SpanKindClient)
	below.End()
	span.End()
	if err := always.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := kept.GetSpans()
	if len(spans) != 2 || spans[0].Parent.SpanID() != spans[1].SpanContext.SpanID() || spans[1].Parent.SpanID().String() != "b7ad6b7169203331" {
		t.Errorf("the spans are not connected: %v", tracetest.SpanStubs(spans).Snapshots())
	}
}

func TestOff_CostsNothing(t *testing.T) {
	var off *trace.Tracer
	type key struct{}
	ctx := context.WithValue(t.Context(), key{}, 1)
	if n := testing.AllocsPerRun(100, func() {
		entered, span := off.Enter(ctx, known, "request")
		entered, below := trace.Begin(entered, "operation", otel.SpanKindServer)
		_ = trace.Parent(entered)
		trace.End(below, nil, "failed")
		trace.End(span, nil, "failed")
	}); n != 0 {
		t.Errorf("traces that are off make %v allocations", n)
	}
}

func BenchmarkOff(b *testing.B) {
	b.ReportAllocs()
	var off *trace.Tracer
	for b.Loop() {
		ctx, span := off.Enter(b.Context(), known, "request")
		_, below := trace.Begin(ctx, "operation", otel.SpanKindServer)
		below.End()
		span.End()
	}
}

func TestHandler_NamesTheTrace(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(trace.Handler(slog.NewTextHandler(&out, nil))).With("plugin", "rooms")
	tracer, _ := newTracer(t, 1)
	ctx, span := tracer.Enter(t.Context(), known, "request")
	log.InfoContext(ctx, "inside")
	span.End()
	log.Info("outside")
	lines := strings.Split(out.String(), "\n")
	if !strings.Contains(lines[0], "trace_id=0af7651916cd43dd8448eb211c80319c") || strings.Contains(lines[1], "trace_id") {
		t.Error(out.String())
	}
}

func TestRelayTo_HandsOverBytes(t *testing.T) {
	got := make(chan int, 1)
	exporter, err := trace.RelayTo(t.Context(), func(_ context.Context, traces []byte) error {
		got <- len(traces)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var _ sdktrace.SpanExporter = exporter
	tracer := trace.New(trace.Config{Exporter: exporter, Service: "test", Ratio: 1})
	_, span := tracer.Begin(t.Context(), "work", otel.SpanKindInternal)
	span.End()
	if err := tracer.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := <-got; n == 0 {
		t.Error("nothing is handed over")
	}
}
