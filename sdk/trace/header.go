package trace

import (
	"context"
	"encoding/hex"

	otel "go.opentelemetry.io/otel/trace"
)

// Header is the name of the W3C header, in HTTP and in NATS.
const Header = "Traceparent"

// MetadataKey is the same in gRPC, whose keys are lower case.
const MetadataKey = "traceparent"

const headerLength = 55 // 00-<32 hex digits>-<16>-<2>

// Parse reads a traceparent of version 00.
func Parse(traceparent string) (otel.SpanContext, bool) {
	if len(traceparent) != headerLength || traceparent[:3] != "00-" || traceparent[35] != '-' || traceparent[52] != '-' {
		return otel.SpanContext{}, false
	}
	var trace otel.TraceID
	var span otel.SpanID
	var flags [1]byte
	for _, part := range []struct {
		into []byte
		text string
	}{{trace[:], traceparent[3:35]}, {span[:], traceparent[36:52]}, {flags[:], traceparent[53:55]}} {
		if _, err := hex.Decode(part.into, []byte(part.text)); err != nil {
			return otel.SpanContext{}, false
		}
	}
	parsed := otel.NewSpanContext(otel.SpanContextConfig{TraceID: trace, SpanID: span, TraceFlags: otel.TraceFlags(flags[0]) & otel.FlagsSampled, Remote: true})
	return parsed, parsed.IsValid()
}

// Parent is the traceparent that work of ctx sends along, empty unless it is recorded.
func Parent(ctx context.Context) string {
	span := otel.SpanFromContext(ctx)
	if !span.IsRecording() {
		return ""
	}
	return Format(span.SpanContext())
}

// Format writes a traceparent of version 00.
func Format(c otel.SpanContext) string {
	return "00-" + c.TraceID().String() + "-" + c.SpanID().String() + "-" + c.TraceFlags().String()
}

// IDOf is the trace's id in a traceparent, as logs show it; empty if it is none.
func IDOf(traceparent string) string {
	if len(traceparent) != headerLength {
		return ""
	}
	return traceparent[3:35]
}
