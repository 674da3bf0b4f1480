package events

import (
	"context"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
)

// maxLinks is how many traces the span of a batch points at.
const maxLinks = 16

// keyMessages is how many messages a batch has.
const keyMessages = attribute.Key("messaging.batch.message_count")

// publishTraced publishes below a span of its own, whose id travels with the message. The span is named for the kind of subject:
// a device's id is none of its business.
func (c *Client) publishTraced(ctx context.Context, m *nats.Msg, id string) error {
	ctx, span := trace.Begin(ctx, "publish "+Type(m.Subject), otel.SpanKindProducer)
	if m.Header == nil {
		m.Header = nats.Header{}
	}
	m.Header.Set(trace.Header, trace.Parent(ctx))
	err := c.send(ctx, m, id)
	trace.End(span, err, "the stream did not take it")
	return err
}

// follow begins the span of a batch: below the trace of its first message that was recorded, and linked to those of others.
func (w worker[T]) follow(ctx context.Context, batch []delivery[T]) (context.Context, otel.Span) {
	nothing := func() (context.Context, otel.Span) {
		return w.client.tracer.Continue(ctx, "", "", otel.SpanKindConsumer)
	}
	if w.client.tracer == nil {
		return nothing()
	}
	for i, d := range batch {
		parent := d.from.message.Headers().Get(trace.Header)
		if parent == "" {
			continue
		}
		ctx, span := w.client.tracer.Continue(ctx, parent, "handle "+w.subject, otel.SpanKindConsumer)
		if !span.IsRecording() {
			continue
		}
		span.SetAttributes(keyMessages.Int(len(batch)))
		if len(batch) == 1 {
			span.SetAttributes(trace.KeyOrganisation.String(d.event.OrgID))
		}
		w.link(span, batch[i+1:])
		return ctx, span
	}
	return nothing()
}

func (w worker[T]) link(span otel.Span, batch []delivery[T]) {
	for linked := 0; len(batch) > 0 && linked < maxLinks; batch = batch[1:] {
		if c, ok := trace.Parse(batch[0].from.message.Headers().Get(trace.Header)); ok && c.IsSampled() {
			span.AddLink(otel.Link{SpanContext: c})
			linked++
		}
	}
}
