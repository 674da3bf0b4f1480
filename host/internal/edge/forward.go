package edge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	otel "go.opentelemetry.io/otel/trace"

	"outrider.dev/sdk/coalesce"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// flight is one request on its way to a plugin.
type flight struct {
	operation *operation
	body      *boundedBody
	writer    http.ResponseWriter
	request   *http.Request
	silence   *silence
	caller    string // the header, empty for public operations
	org       string
	trace     string // its id, for logs
	// ticket says what others are answered that this request may be answered with; nil: nothing. shared is what the answer says about that.
	ticket *ticket
	shared string
	// exported records an answer that its plugin marks as an export.
	exported func(detail string, status int) error
	// told takes what the handler tells for the audit log; nil: the call is not recorded.
	told func(header string)
}

// forward hands the request to its plugin and streams the answer back.
func (e *Edge) forward(c *gin.Context, o *operation, caller *Caller, body *boundedBody) {
	who := whoAsks(c, caller)
	if !o.gate.enter(who) {
		e.config.Metrics.refused(o.plugin.ID)
		unavailable(http.StatusServiceUnavailable, "This part of the product is very busy. Please try again.", time.Second).write(c.Writer, c.Request)
		return
	}
	defer o.gate.leave(who)
	o.plugin.underWay.Inc()
	defer o.plugin.underWay.Dec()
	o.stats.plugin.underWay.Add(1)
	defer o.stats.plugin.underWay.Add(-1)
	shared := ticketOf(c.Request, o, caller)
	if shared != nil {
		if e.sharing.answer(c.Request.Context(), c.Writer, shared) {
			return
		}
		defer e.sharing.leave(shared)
	}
	ctx, quiet := watchSilence(c.Request.Context(), o.patience)
	defer quiet.end()
	body.progress = quiet.broken
	ctx, span := trace.Begin(ctx, "forward", otel.SpanKindClient)
	defer span.End()
	f := &flight{
		operation: o, body: body, writer: c.Writer, request: c.Request, silence: quiet, ticket: shared, trace: trace.IDOf(c.GetHeader(trace.Header)),
		exported: func(detail string, status int) error { return e.givenAway(c, o, caller, detail, status) },
	}
	if w, recorded := c.Writer.(*auditedWriter); recorded {
		f.told = func(header string) { w.told = header }
	}
	if caller != nil {
		header, err := e.headers.of(caller)
		if err != nil {
			problemOf(err).write(c.Writer, c.Request)
			return
		}
		if within := internalOf(ctx); within != nil {
			caller.depth = within.depth
		}
		f.caller, f.org = header, caller.OrgID
		defer e.callers.enter(o.plugin.ID, header, caller)()
	}
	e.relay(ctx, f, c.Request)
}

// relay sends the request and copies the answer. One that breaks off breaks off for the client too: half an answer must not look whole.
func (e *Edge) relay(ctx context.Context, f *flight, in *http.Request) {
	response, err := f.send(e.outgoing(ctx, f, in), e.config.Metrics)
	if err == nil {
		err = f.accept(response)
	}
	if err != nil {
		e.failed(ctx, f, err)
		return
	}
	defer response.Body.Close()
	if f.ticket != nil {
		if done, err := e.share(ctx, f, response); err != nil {
			e.failed(ctx, f, err)
			return
		} else if done {
			return
		}
	}
	header := f.writer.Header()
	for name, values := range response.Header {
		if header[name] != nil {
			values = slices.Concat(header[name], values) // those of secure are everybody's
		}
		header[name] = values
	}
	for name := range response.Trailer {
		header.Add("Trailer", name)
	}
	if response.ContentLength >= 0 && response.ContentLength <= heldBody {
		coalesce.Hold(ctx)
	}
	f.writer.WriteHeader(response.StatusCode)
	if err := f.copyBody(response); err != nil {
		if ctx.Value(http.ServerContextKey) != nil || internalOf(ctx) != nil {
			panic(http.ErrAbortHandler)
		}
		return
	}
	for name, values := range response.Trailer {
		header[name] = values
	}
}

// heldBody is the largest body in bytes that leaves in one piece with its head.
const heldBody = 32 << 10

// copyBody streams the body. One of unknown length is a stream, whose bytes go on as they come.
func (f *flight) copyBody(response *http.Response) error {
	stream := response.ContentLength < 0
	if stream {
		f.flush()
	}
	pool, read := &buffers, io.Reader.Read
	if response.ContentLength > largeBody { // all of it is on its way: fewer and larger pieces cost less
		pool, read = &largeBuffers, fill
	}
	buffer := pool.Get().(*[]byte)
	defer pool.Put(buffer)
	for {
		n, err := read(response.Body, *buffer)
		if n > 0 {
			if _, wrong := f.writer.Write((*buffer)[:n]); wrong != nil {
				return wrong
			}
			if stream {
				f.flush()
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// fill reads until the buffer is full or the body is over.
func fill(from io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var read int
		read, err = from.Read(buffer[n:])
		n += read
	}
	return n, err
}

func (f *flight) flush() { _ = http.NewResponseController(f.writer).Flush() } // a writer that cannot has nothing to flush

// rubbishError says that a plugin answered something that is no answer.
type rubbishError struct{ reason string }

func (e *rubbishError) Error() string { return "the plugin answered rubbish: " + e.reason }

// unrecordedError says that an export cannot be recorded, so that it may not leave.
type unrecordedError struct{ cause error }

func (e *unrecordedError) Error() string { return "record an export: " + e.cause.Error() }

// accept takes out of the plugin's answer what is the host's to say.
func (f *flight) accept(response *http.Response) error {
	if response.StatusCode < 200 || response.StatusCode > 599 {
		response.Body.Close()
		return &rubbishError{"status " + response.Status}
	}
	if detail := response.Header.Get(web.AuditHeader); detail != "" {
		if err := f.exported(detail, response.StatusCode); err != nil {
			response.Body.Close()
			return &unrecordedError{err}
		}
	}
	if told := response.Header.Get(web.AuditDetailHeader); told != "" && f.told != nil {
		f.told(told)
	}
	f.shared = response.Header.Get(web.SharedHeader)
	removeNotForwarded(response.Header)
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
		response.Header.Set("Retry-After", usualRetrySeconds)
	}
	if len(response.Header["Cache-Control"]) > 0 {
		f.writer.Header().Del("Cache-Control")
	}
	f.silence.answered(response.ContentLength)
	return nil
}

// failed answers in place of a plugin that did not.
func (e *Edge) failed(ctx context.Context, f *flight, err error) {
	w := f.writer
	plugin := f.operation.plugin.ID
	var down interface{ Unavailable() time.Duration }
	var rubbish *rubbishError
	var unrecorded *unrecordedError
	switch {
	case errors.As(err, &unrecorded):
		e.config.Log.Error("the audit journal cannot be written: nothing may be exported", "error", err)
		unavailable(http.StatusServiceUnavailable, "Exports cannot be recorded at the moment. Please try again.", 0).write(w, f.request)
	case f.body.exceeded.Load():
		tooLarge().write(w, f.request)
	case f.silence.expired():
		e.config.Log.Warn("a plugin did not answer in time", trace.LogKey, f.trace, "plugin", plugin, "operation", f.operation.name())
		unavailable(http.StatusServiceUnavailable, "This part of the product did not answer in time. Please try again.", time.Second).write(w, f.request)
	case ctx.Err() != nil:
		w.WriteHeader(499) // the client has left: nobody reads this, the metrics do
	case errors.As(err, &down):
		unavailable(http.StatusServiceUnavailable, "This part of the product is not available at the moment. Please try again.", down.Unavailable()).write(w, f.request)
	case errors.As(err, &rubbish), strings.Contains(err.Error(), "malformed"):
		e.config.Log.Error("a plugin answered rubbish", trace.LogKey, f.trace, "plugin", plugin, "operation", f.operation.name(), "error", err)
		unavailable(http.StatusBadGateway, "This part of the product answered something that cannot be understood.", 0).write(w, f.request)
	default:
		e.config.Log.Warn("a plugin broke off", trace.LogKey, f.trace, "plugin", plugin, "operation", f.operation.name(), "error", err)
		unavailable(http.StatusServiceUnavailable, "This part of the product is not available at the moment. Please try again.", time.Second).write(w, f.request)
	}
}

// largeBody is a length in bytes beyond which a body is copied in larger pieces.
const largeBody = 64 << 10

// buffers and largeBuffers are reused for copying bodies.
var (
	buffers      = sync.Pool{New: func() any { return new(make([]byte, 32<<10)) }}
	largeBuffers = sync.Pool{New: func() any { return new(make([]byte, 256<<10)) }}
)
