package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"

	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/trace"
)

// recover turns a panic of a handler into a 500 and keeps its stack for the log; the process and the other requests live on.
func (r *Router) recover(c *gin.Context) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(cause)
		}
		if c.Request.Context().Err() != nil { // the client left in the middle of the answer
			return
		}
		r.log.Error("panic in a handler", "method", c.Request.Method, "path", c.Request.URL.Path,
			trace.LogKey, trace.IDOf(c.GetHeader(trace.Header)),
			"panic", fmt.Sprint(cause), "stack", string(debug.Stack()))
		if c.Writer.Written() {
			panic(http.ErrAbortHandler) // half an answer must not look like a whole one
		}
		WriteProblem(c.Writer, c.Request, fault.New(fault.Internal, "panic"))
	}()
	c.Next()
}

// context puts the caller and the capability of the request into its context.
func (r *Router) context(c *gin.Context) {
	header := c.GetHeader(CallerHeader)
	caller, err := r.callers.decode(header)
	if err != nil {
		r.fail(c, err)
		return
	}
	known := &request{caller: caller, header: header, capability: c.GetHeader(CapabilityHeader), accepts: c.GetHeader(acceptLanguage), auditing: &auditing{header: c.Writer.Header()}}
	c.Request = c.Request.WithContext(context.WithValue(c.Request.Context(), contextKey{}, known))
	c.Next()
}

// admit checks what holds for every operation, in the order in which refusals are promised: lock, organisation, readable path and query.
func (r *Router) admit(c *gin.Context, t template, lock Lock) error {
	caller := Caller(c.Request.Context())
	if position, ok := t.params["orgId"]; ok && caller.SignedIn() && c.Param(position) != caller.OrgID {
		return fault.New(fault.NotFound, "There is nothing here.")
	}
	if err := lock.check(caller); err != nil {
		return err
	}
	return CheckAddress(c.Request, func(each func(name, value string)) {
		for name, position := range t.params {
			each(name, c.Param(position))
		}
	})
}

// fail answers with err, logs what is our mistake, and ends the request.
func (r *Router) fail(c *gin.Context, err error) {
	r.note(c.Request, err)
	WriteProblem(c.Writer, c.Request, err)
	c.Abort()
}

// note logs an error that the caller is not told about.
func (r *Router) note(req *http.Request, err error) {
	if req.Context().Err() != nil {
		return
	}
	p := ProblemOf(err)
	if p.Status < http.StatusInternalServerError {
		return
	}
	r.log.Error("a request went wrong", "method", req.Method, "path", req.URL.Path, "kind", p.Kind, "error", err.Error(),
		trace.LogKey, trace.IDOf(Caller(req.Context()).Trace))
}
