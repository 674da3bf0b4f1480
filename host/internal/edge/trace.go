package edge

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/codes"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
)

// traced begins the span of a request of the API, in the trace that identified has found or made, if the ratio chooses it.
func (e *Edge) traced(r *http.Request) (*http.Request, otel.Span) {
	ctx, span := e.enter(r)
	if !span.IsRecording() {
		return r, span
	}
	r.Header.Set(trace.Header, trace.Format(span.SpanContext()))
	return r.WithContext(ctx), span
}

func (e *Edge) enter(r *http.Request) (context.Context, otel.Span) {
	switch ctx := r.Context(); {
	case !isAPI(r.URL.Path), r.URL.Path == "/api/ws": // files are not worth it, a push connection lasts for hours
		return (*trace.Tracer)(nil).Enter(ctx, "", "")
	case internalOf(ctx) != nil: // its trace was chosen, or not, when it began
		return trace.Begin(ctx, "request", otel.SpanKindServer)
	default:
		return e.config.Tracer.Enter(ctx, r.Header.Get(trace.Header), "request")
	}
}

// describe names the span of a request by its operation once that is known, and says how it ended.
func describe(c *gin.Context, o *operation, caller *Caller) {
	span := otel.SpanFromContext(c.Request.Context())
	if !span.IsRecording() {
		return
	}
	status := c.Writer.Status()
	span.SetName(o.name())
	span.SetAttributes(trace.KeyMethod.String(o.method), trace.KeyRoute.String(o.template), trace.KeyPlugin.String(o.owner()), trace.KeyStatus.Int(status))
	if caller != nil {
		span.SetAttributes(trace.KeyOrganisation.String(caller.OrgID))
	}
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, http.StatusText(status))
	}
}
