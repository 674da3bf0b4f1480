package trace

import (
	"context"

	"go.opentelemetry.io/otel/codes"
	otel "go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// silent is the span of everything that is not recorded.
var silent otel.Span = noop.Span{}

// On reports whether the work of ctx is recorded: what is costly to say about it is worth saying.
func On(ctx context.Context) bool { return otel.SpanFromContext(ctx).IsRecording() }

// Begin begins a span below the one of ctx, if that one is recorded; otherwise it changes nothing. End it. The name says what is done,
// never to whom.
func Begin(ctx context.Context, name string, kind otel.SpanKind) (context.Context, otel.Span) {
	parent := otel.SpanFromContext(ctx)
	if !parent.IsRecording() {
		return ctx, silent
	}
	return parent.TracerProvider().Tracer("outrider.dev").Start(ctx, name, otel.WithSpanKind(kind))
}

// Failed marks a span as failed if err is not nil, without the error's text: it may hold values.
func Failed(span otel.Span, err error, what string) {
	if err != nil && span.IsRecording() {
		span.SetStatus(codes.Error, what)
	}
}

// End ends a span, as failed if err is not nil.
func End(span otel.Span, err error, what string) {
	Failed(span, err, what)
	span.End()
}
