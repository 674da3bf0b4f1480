package web

import (
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/codes"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
)

// meter counts and times operations.
type meter struct{ seconds *prometheus.HistogramVec }

func newMeter(registry prometheus.Registerer) (*meter, error) {
	m := &meter{seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "outrider_operation_duration_seconds", Help: "Time that the plugin takes for an operation, by class of status.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"operation", "status"})}
	if err := registry.Register(m.seconds); err != nil {
		return nil, fmt.Errorf("register the metrics of operations: %w", err)
	}
	return m, nil
}

var statusClasses = [...]string{"1xx", "2xx", "3xx", "4xx", "5xx"}

func classOf(status int) string { return statusClasses[min(max(status/100, 1), len(statusClasses))-1] }

// watching is one operation under way.
type watching struct {
	router *Router
	name   string // method and template
	began  time.Time
	span   otel.Span // nil unless it is recorded
}

func (r *Router) watch(c *gin.Context, name, template string) watching {
	return watching{r, name, time.Now(), r.enter(c, name, template)}
}

// done takes the time and ends the span.
func (w watching) done(c *gin.Context) {
	status := c.Writer.Status()
	if m := w.router.meter; m != nil {
		m.seconds.WithLabelValues(w.name, classOf(status)).Observe(time.Since(w.began).Seconds())
	}
	if w.span == nil {
		return
	}
	w.span.SetAttributes(trace.KeyStatus.Int(status))
	if status >= http.StatusInternalServerError {
		w.span.SetStatus(codes.Error, http.StatusText(status))
	}
	w.span.End()
}

// enter returns nil unless the request belongs to a recorded trace.
func (r *Router) enter(c *gin.Context, name, template string) otel.Span {
	if r.tracer == nil {
		return nil
	}
	ctx, span := r.tracer.Continue(c.Request.Context(), c.GetHeader(trace.Header), name, otel.SpanKindServer)
	if !span.IsRecording() {
		return nil
	}
	span.SetAttributes(trace.KeyMethod.String(c.Request.Method), trace.KeyRoute.String(template))
	if org := Caller(ctx).OrgID; org != "" {
		span.SetAttributes(trace.KeyOrganisation.String(org))
	}
	c.Request = c.Request.WithContext(ctx)
	return span
}
