package telemetry

import (
	"context"
	"path"

	otel "go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"outrider.dev/sdk/trace"
)

// Intercept follows traces into what plugins ask of the host. It is nil while traces are off.
func (t *Traces) Intercept() grpc.UnaryServerInterceptor {
	if t == nil {
		return nil
	}
	return func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
		parents := metadata.ValueFromIncomingContext(ctx, trace.MetadataKey)
		if len(parents) == 0 {
			return handle(ctx, request)
		}
		ctx, span := t.tracer.Continue(ctx, parents[0], "answer "+path.Base(info.FullMethod), otel.SpanKindServer)
		answer, err := handle(ctx, request)
		trace.End(span, err, "refused")
		return answer, err
	}
}
