package web

import (
	"context"
	"crypto/tls"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gin-gonic/gin"
)

// adapter lets huma register on gin. Gin refuses two names of a parameter in one place ({id} beside {vehicleId}), so parameters are
// known to gin by their position only (":p3") and to huma by their name.
type adapter struct {
	router *Router
}

func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	t := mustTemplate(op.Path)
	lock, _ := op.Metadata[lockMetadata].(Lock)
	name := op.Method + " " + op.Path
	a.router.engine.Handle(op.Method, t.gin, func(c *gin.Context) {
		defer a.router.watch(c, name, op.Path).done(c)
		if err := a.router.admit(c, t, lock); err != nil {
			a.router.fail(c, err)
			return
		}
		handler(&ginContext{op: op, c: c, template: t})
	})
}

func (a *adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.router.ServeHTTP(w, r) }

// ginContext is one request as huma sees it.
type ginContext struct {
	op       *huma.Operation
	c        *gin.Context
	template template
	status   int
}

var _ huma.Context = (*ginContext)(nil)

func (x *ginContext) Operation() *huma.Operation { return x.op }
func (x *ginContext) Context() context.Context   { return x.c.Request.Context() }
func (x *ginContext) Method() string             { return x.c.Request.Method }
func (x *ginContext) Host() string               { return x.c.Request.Host }
func (x *ginContext) RemoteAddr() string         { return x.c.Request.RemoteAddr }
func (x *ginContext) URL() url.URL               { return *x.c.Request.URL }
func (x *ginContext) Param(name string) string   { return x.c.Param(x.template.params[name]) }
func (x *ginContext) Query(name string) string   { return x.c.Query(name) }
func (x *ginContext) BodyReader() io.Reader      { return x.c.Request.Body }
func (x *ginContext) TLS() *tls.ConnectionState  { return x.c.Request.TLS }
func (x *ginContext) Status() int                { return x.status }

// BodyWriter is what the answer is written to.
func (x *ginContext) BodyWriter() io.Writer { return answerWriter{x.c.Writer, x.c.Request.Context()} }

// answerWriter knows its request.
type answerWriter struct {
	gin.ResponseWriter
	ctx context.Context // for as long as the answer is written
}

// Header reads a request header. A body is JSON whatever its sender called it: ordinary tools forget the type, and what is not JSON
// is refused when it is read.
func (x *ginContext) Header(name string) string {
	if name == "Content-Type" && x.op.RequestBody != nil && x.op.RequestBody.Content["application/json"] != nil {
		return "application/json"
	}
	return x.c.GetHeader(name)
}

func (x *ginContext) EachHeader(each func(name, value string)) {
	for name, values := range x.c.Request.Header {
		for _, value := range values {
			each(name, value)
		}
	}
}

func (x *ginContext) GetMultipartForm() (*multipart.Form, error) {
	const memory = 64 << 10 // the rest goes to files
	err := x.c.Request.ParseMultipartForm(memory)
	return x.c.Request.MultipartForm, err
}

func (x *ginContext) SetReadDeadline(deadline time.Time) error {
	return huma.SetReadDeadline(x.c.Writer, deadline)
}

func (x *ginContext) SetStatus(code int) {
	x.status = code
	x.c.Status(code)
}

func (x *ginContext) AppendHeader(name, value string) { x.c.Writer.Header().Add(name, value) }
func (x *ginContext) SetHeader(name, value string)    { x.c.Writer.Header().Set(name, value) }

func (x *ginContext) Version() huma.ProtoVersion {
	r := x.c.Request
	return huma.ProtoVersion{Proto: r.Proto, ProtoMajor: r.ProtoMajor, ProtoMinor: r.ProtoMinor}
}
