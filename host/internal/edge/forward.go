package edge

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// flight is one request on its way to a plugin.
type flight struct {
	operation *operation
	body      *boundedBody
	writer    http.ResponseWriter
	silence   *silence
	caller    string // the header, empty for public operations
	org       string
}

type flightInContext struct{}

func flightOf(ctx context.Context) *flight { return ctx.Value(flightInContext{}).(*flight) }

// forward hands the request to its plugin and streams the answer back.
func (e *Edge) forward(c *gin.Context, o *operation, caller *Caller, body *boundedBody) {
	if !o.plugin.gate.enter() {
		e.config.Metrics.refused(o.plugin.ID)
		unavailable(http.StatusServiceUnavailable, "This part of the product is very busy. Please try again.", time.Second).write(c.Writer)
		return
	}
	defer o.plugin.gate.leave()
	defer e.config.Metrics.underWay(o.plugin.ID)()
	o.stats.plugin.underWay.Add(1)
	defer o.stats.plugin.underWay.Add(-1)
	ctx, quiet := watchSilence(c.Request.Context(), e.config.Timeout)
	defer quiet.end()
	body.progress = quiet.broken
	ctx, span := trace.Begin(ctx, "forward", otel.SpanKindClient)
	defer span.End()
	f := &flight{operation: o, body: body, writer: c.Writer, silence: quiet}
	if caller != nil {
		header, err := web.EncodeCaller(caller.CallerInfo)
		if err != nil {
			problemOf(err).write(c.Writer)
			return
		}
		if within := internalOf(ctx); within != nil {
			caller.depth = within.depth
		}
		f.caller, f.org = header, caller.OrgID
		defer e.callers.enter(o.plugin.ID, header, caller)()
	}
	e.proxy.ServeHTTP(c.Writer, c.Request.WithContext(context.WithValue(ctx, flightInContext{}, f)))
}

func (e *Edge) newProxy() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite:        e.rewrite,
		Transport:      &leasing{metrics: e.config.Metrics},
		BufferPool:     &buffers{},
		ModifyResponse: modifyResponse,
		ErrorHandler:   e.failed,
		ErrorLog:       slog.NewLogLogger(e.config.Log.Handler(), slog.LevelDebug),
	}
}

// rewrite makes the plugin's request of the client's. The URL stays as it was written; what only the host may say is the host's.
func (e *Edge) rewrite(p *httputil.ProxyRequest) {
	f := flightOf(p.In.Context())
	p.Out.URL.Scheme, p.Out.URL.Host = "http", f.operation.plugin.ID
	p.Out.Host = p.In.Host
	header := p.Out.Header
	for name := range header {
		if strings.HasPrefix(name, headerPrefix) {
			header.Del(name)
		}
	}
	// A plugin does not need the user's credentials: it is told who calls, and could abuse more.
	header.Del("Authorization")
	header.Del("Cookie")
	header.Del("Upgrade")
	if parent := trace.Parent(p.In.Context()); parent != "" {
		header.Set(trace.Header, parent)
	}
	if f.caller != "" {
		header.Set(web.CallerHeader, f.caller)
	}
	if f.operation.plugin.Database && e.config.Signer != nil && f.org != "" {
		header.Set(web.CapabilityHeader, e.config.Signer.Capability(f.org, f.operation.plugin.ID))
	}
}

// rubbishError says that a plugin answered something that is no answer.
type rubbishError struct{ reason string }

func (e *rubbishError) Error() string { return "the plugin answered rubbish: " + e.reason }

// modifyResponse takes out of the plugin's answer what is the host's to say.
func modifyResponse(response *http.Response) error {
	if response.StatusCode < 200 || response.StatusCode > 599 {
		response.Body.Close()
		return &rubbishError{"status " + response.Status}
	}
	f := flightOf(response.Request.Context())
	for _, name := range hostsOwn {
		response.Header.Del(name)
	}
	if response.Header.Get("Cache-Control") != "" {
		f.writer.Header().Del("Cache-Control")
	}
	f.silence.answered(response.ContentLength)
	return nil
}

// failed answers in place of a plugin that did not.
func (e *Edge) failed(w http.ResponseWriter, r *http.Request, err error) {
	f := flightOf(r.Context())
	plugin := f.operation.plugin.ID
	var down interface{ Unavailable() time.Duration }
	var rubbish *rubbishError
	switch {
	case f.body.exceeded.Load():
		tooLarge().write(w)
	case f.silence.expired():
		e.config.Log.Warn("a plugin did not answer in time", trace.LogKey, trace.IDOf(r.Header.Get(trace.Header)), "plugin", plugin, "operation", f.operation.name())
		unavailable(http.StatusGatewayTimeout, "This part of the product did not answer in time. Please try again.", time.Second).write(w)
	case r.Context().Err() != nil:
		w.WriteHeader(499) // the client has left: nobody reads this, the metrics do
	case errors.As(err, &down):
		unavailable(http.StatusServiceUnavailable, "This part of the product is not available at the moment. Please try again.", down.Unavailable()).write(w)
	case errors.As(err, &rubbish), strings.Contains(err.Error(), "malformed"):
		e.config.Log.Error("a plugin answered rubbish", trace.LogKey, trace.IDOf(r.Header.Get(trace.Header)), "plugin", plugin, "operation", f.operation.name(), "error", err)
		unavailable(http.StatusBadGateway, "This part of the product answered something that cannot be understood.", 0).write(w)
	default:
		e.config.Log.Warn("a plugin broke off", trace.LogKey, trace.IDOf(r.Header.Get(trace.Header)), "plugin", plugin, "operation", f.operation.name(), "error", err)
		unavailable(http.StatusServiceUnavailable, "This part of the product is not available at the moment. Please try again.", time.Second).write(w)
	}
}

// buffers are reused for copying bodies.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() []byte {
	if buffer, ok := b.pool.Get().(*[]byte); ok {
		return *buffer
	}
	return make([]byte, 32<<10)
}

func (b *buffers) Put(buffer []byte) { b.pool.Put(&buffer) }
