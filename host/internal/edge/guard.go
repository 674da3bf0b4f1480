package edge

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/storable"
	"outrider.dev/sdk/trace"
	"outrider.dev/sdk/web"
)

// serve is one request to one operation: refuse it, answer it here, or forward it.
func (e *Edge) serve(c *gin.Context, o *operation) {
	began := time.Now()
	var caller *Caller
	var refused *problem
	defer func() {
		describe(c, o, caller)
		took := time.Since(began)
		e.config.Metrics.observe(o, c.Writer.Status(), took)
		o.stats.observe(began.Add(took), took, c.Writer.Status(), o.name(), c.GetHeader("X-Request-Id"))
		if !e.config.Log.Enabled(c.Request.Context(), slog.LevelDebug) {
			return
		}
		e.config.Log.Debug("request", "operation", o.name(), "plugin", o.owner(), "status", c.Writer.Status(), "bytes", c.Writer.Size(),
			"took", took.String(), "request_id", c.GetHeader("X-Request-Id"),
			trace.LogKey, trace.IDOf(c.GetHeader(trace.Header)))
	}()
	caller, refused = e.admit(c, o)
	if refused != nil {
		if caller != nil && e.withAudit(o, caller) {
			e.refused(c, o, caller, refused.Status)
		}
		refused.write(c.Writer, c.Request)
		return
	}
	if refused := e.entered(c, o, caller); refused != nil {
		refused.write(c.Writer, c.Request)
		return
	}
	if caller != nil {
		caller.Trace = c.GetHeader("Traceparent")
	}
	if err := o.checkAddress(c); err != nil {
		writeFault(c.Writer, c.Request, err)
		return
	}
	if c.Request.ContentLength > o.maxBody {
		tooLarge().write(c.Writer, c.Request)
		return
	}
	if e.config.Full != nil && internalOf(c.Request.Context()) == nil && o.grows() && e.config.Full() {
		diskFull().write(c.Writer, c.Request)
		return
	}
	body := &boundedBody{ReadCloser: c.Request.Body, left: o.maxBody}
	c.Request.Body = body
	if e.withAudit(o, caller) {
		e.audited(c, o, caller, func() { e.answer(c, o, caller, body) })
		return
	}
	e.answer(c, o, caller, body)
}

// answer serves what was let through.
func (e *Edge) answer(c *gin.Context, o *operation, caller *Caller, body *boundedBody) {
	if o.handler != nil {
		ctx := context.WithValue(c.Request.Context(), addressInContext{}, c.ClientIP())
		if caller != nil {
			ctx = context.WithValue(ctx, callerInContext{}, caller)
		}
		if !o.takesLong {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, e.config.Timeout)
			defer cancel()
		}
		o.handler.ServeHTTP(c.Writer, c.Request.WithContext(ctx))
		return
	}
	e.forward(c, o, caller, body)
}

// admit decides whether the request may pass, in the one order of refusal: signed out, organisation, module, permission. The caller is
// nil for public operations, and beside a refusal unless it is for want of a permission.
func (e *Edge) admit(c *gin.Context, o *operation) (*Caller, *problem) {
	ctx := c.Request.Context()
	within := internalOf(ctx)
	if within != nil && within.subject == nil {
		return e.admitPlugin(ctx, c, o, within)
	}
	if o.lock.GetKind() == pluginv1.Lock_PUBLIC && (within == nil || !within.reports) {
		return nil, nil
	}
	subject, refused := e.subject(c, within)
	if refused != nil {
		return nil, refused
	}
	if subject.Key != "" && within == nil {
		if refused := e.ofKey(o, subject); refused != nil {
			return nil, refused
		}
	}
	if subject.Viewer != nil && within == nil && o.changes() {
		return e.callerOf(subject, subject.org()), readOnly()
	}
	org := subject.org()
	if o.orgParam != "" {
		org = c.Param(o.orgParam)
	} else if within != nil {
		org = within.org
	}
	if !storable.Text(org) {
		return nil, notFound() // no organisation is called so, and nobody needs to be asked
	}
	if within != nil && within.reports && !o.reports {
		return nil, denied()
	}
	grant, err := e.decide(ctx, within, *subject, org)
	if err != nil {
		return nil, e.refusalOf(err, o)
	}
	if o.plugin != nil && o.plugin.Optional && !grant.Modules[o.plugin.ID] {
		return nil, notFound()
	}
	if grant.Scope, err = e.narrowed(ctx, grant.Scope, org, c.GetHeader(groupHeader)); err != nil {
		return nil, e.refusalOf(err, o)
	}
	held, open := locked(o.lock, grant.Allowed)
	caller := &Caller{Grant: grant, subject: subject, absent: within != nil && within.absent, CallerInfo: web.CallerInfo{
		UserID: subject.UserID, SessionID: subject.SessionID, Email: subject.Email, Name: subject.Name, OrgID: org, HomeOrgID: subject.HomeOrg, Role: subject.Role,
		APIKey: subject.Key, Scope: grant.Scope, Locale: grant.Locale, Units: grant.Units, Permissions: held,
	}}
	if !open {
		return caller, e.deniedFor(grant, lacking(o.lock, held))
	}
	return caller, nil
}

// deniedFor refuses for want of permissions. Nobody can hold one that a plugin which is coming up has yet to define: then it is to be asked again.
func (e *Edge) deniedFor(grant Grant, lacking []string) *problem {
	undefined := func(permission string) bool { return grant.Known != nil && !grant.Known(permission) }
	if e.awaited.any() && slices.ContainsFunc(lacking, undefined) {
		return notYet()
	}
	return denied(lacking...)
}

// subject is who asks: the user for whom a plugin acts, or whom the token names.
func (e *Edge) subject(c *gin.Context, within *internal) (*Subject, *problem) {
	if within != nil {
		return within.subject, nil
	}
	if keyInAddress(c.Request) {
		return nil, keyNotTaken()
	}
	token, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	if !ok || token == "" {
		return nil, signedOut()
	}
	subject, err := e.config.Decider.Authenticate(c.Request.Context(), token)
	if err != nil {
		if kind := fault.KindOf(err); kind != fault.Unavailable && kind != fault.SignedOut {
			e.config.Log.Error("authenticate", "error", err)
		}
		return nil, problemOf(err)
	}
	return &subject, nil
}

// admitPlugin is for a plugin that acts as itself: its manifest lists what it may call, and where is an organisation that has the module.
func (e *Edge) admitPlugin(ctx context.Context, c *gin.Context, o *operation, within *internal) (*Caller, *problem) {
	org := within.org
	if o.orgParam != "" {
		if org != "" && c.Param(o.orgParam) != org {
			return nil, notFound()
		}
		org = c.Param(o.orgParam)
	}
	modules, err := e.config.Organisations.Modules(ctx, org)
	if err != nil {
		return nil, e.refusalOf(err, o)
	}
	if o.plugin != nil && o.plugin.Optional && !modules[o.plugin.ID] {
		return nil, notFound()
	}
	if o.plugin == nil || !slices.Contains(within.calls, o.name()) {
		return nil, denied()
	}
	return &Caller{CallerInfo: web.CallerInfo{
		Name: within.plugin, OrgID: org, HomeOrgID: org, Plugin: within.plugin, Scope: web.Scope{All: true},
		Permissions: o.lock.GetPermissions(), Locale: "en", Units: "metric",
	}}, nil
}

func (e *Edge) refusalOf(err error, o *operation) *problem {
	if fault.KindOf(err) == fault.Internal {
		e.config.Log.Error("decide", "operation", o.name(), "error", err)
	}
	if fault.KindOf(err) == fault.NotFound {
		return notFound()
	}
	return problemOf(err)
}

type (
	callerInContext  struct{}
	addressInContext struct{}
)

// CallerOf is who sent the request, for the host's own handlers; nil in public operations.
func CallerOf(ctx context.Context) *Caller {
	caller, _ := ctx.Value(callerInContext{}).(*Caller)
	return caller
}

// AddressOf is the client's address, from X-Forwarded-For only behind a trusted proxy; for the host's own handlers.
func AddressOf(r *http.Request) string {
	address, _ := r.Context().Value(addressInContext{}).(string)
	return address
}
