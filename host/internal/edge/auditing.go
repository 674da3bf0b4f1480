package edge

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"outrider.dev/outrider/host/internal/audit"
	"outrider.dev/sdk/web"
)

const (
	keptBody   = 64 << 10 // bytes of a body whose fields are named
	keptAnswer = 32 << 10 // bytes of an answer whose id is looked for
)

// changes reports whether a call of the operation is one for the audit log.
func (o *operation) changes() bool {
	return o.method != http.MethodGet && o.method != http.MethodHead && !o.readsOnly
}

// recordOf describes the call before it begins. The caller is nil in public operations.
func (e *Edge) recordOf(c *gin.Context, o *operation, caller *Caller) *audit.Record {
	r := &audit.Record{
		ID: audit.NewID(), At: e.config.Now(), Operation: o.name(), RequestID: c.GetHeader("X-Request-Id"), Address: c.ClientIP(),
	}
	if parts := strings.Split(c.GetHeader("Traceparent"), "-"); len(parts) == 4 {
		r.Trace = parts[1]
	}
	if caller != nil {
		r.OrgID, r.HomeOrgID, r.ActorRole = caller.OrgID, caller.HomeOrgID, caller.Role
		r.ActorID, r.ActorEmail, r.ActorName, r.Plugin = caller.UserID, caller.Email, caller.Name, caller.Plugin
		if caller.subject != nil {
			r.SessionID = caller.subject.SessionID
			byViewer(r, caller.subject)
		}
	}
	if within := internalOf(c.Request.Context()); within != nil {
		r.Plugin = within.plugin
	}
	r.ObjectKind, r.ObjectID = objectOf(c, o)
	return r
}

// objectOf is what the path names: its last parameter, the organisation where there is no other. A token is a secret and names nothing.
func objectOf(c *gin.Context, o *operation) (kind, id string) {
	for _, match := range templateParam.FindAllStringSubmatchIndex(o.template, -1) {
		name := o.template[match[2]:match[3]]
		position := strings.Count(o.template[:match[0]], "/") - 1
		value := c.Param("p" + strconv.Itoa(position))
		switch {
		case name == "token":
		case name == "orgId" && id == "":
			kind, id = "organisation", value
		case name != "orgId":
			id, kind = value, o.idKinds[name]
			if kind == "" {
				kind = strings.TrimSuffix(name, "Id")
			}
		}
	}
	return kind, id
}

// audited serves a call that changes something, between the two lines of the journal.
func (e *Edge) audited(c *gin.Context, o *operation, caller *Caller, serve func()) {
	record := e.recordOf(c, o, caller)
	if err := e.config.Audit.Begin(*record); err != nil {
		e.config.Log.Error("the audit journal cannot be written: nothing may be changed", "error", err)
		unavailable(http.StatusServiceUnavailable, "Changes cannot be recorded at the moment. Please try again.", 0).write(c.Writer, c.Request)
		return
	}
	w := &auditedWriter{ResponseWriter: c.Writer, edge: e, record: record, o: o}
	if strings.HasPrefix(c.ContentType(), "application/json") || strings.HasPrefix(c.ContentType(), scimType) {
		if body, ok := c.Request.Body.(*boundedBody); ok {
			body.copied = &w.body
		}
	}
	c.Writer = w
	c.Request = c.Request.WithContext(audit.With(c.Request.Context(), record))
	defer func() {
		w.settle(nil)
		c.Writer = w.ResponseWriter
	}()
	serve()
}

// refused notes that somebody who is signed in tried what they may not.
func (e *Edge) refused(c *gin.Context, o *operation, caller *Caller, status int) {
	record := e.recordOf(c, o, caller)
	record.Status = status
	if err := e.config.Audit.EndBounded(*record, false); err != nil {
		e.config.Log.Error("a refusal cannot be recorded", "error", err)
	}
}

// auditedWriter writes the result into the journal before a byte of the answer leaves.
type auditedWriter struct {
	gin.ResponseWriter
	edge    *Edge
	record  *audit.Record
	o       *operation
	body    copied
	told    string // web.AuditDetailHeader of the plugin's answer
	settled bool
}

// bounded is the first piece of an answer if it may be looked at.
func bounded(piece []byte) []byte {
	if len(piece) > keptAnswer {
		return nil
	}
	return piece
}

// settle ends the record; the first piece of the answer may tell the id of what was made.
func (w *auditedWriter) settle(first []byte) {
	if w.settled {
		return
	}
	w.settled = true
	r := w.record
	r.Status = w.Status()
	r.Fields = audit.FieldsOf(w.body.bytes())
	if header := w.Header(); r.Status < http.StatusBadRequest {
		told := web.ReadAudit(w.told + header.Get(web.AuditDetailHeader)) // one of them: a plugin's, or a handler's of the host
		r.Say(told, audit.ValuesIn(w.o.values, w.body.bytes(), bounded(first)))
	}
	w.Header().Del(web.AuditDetailHeader)
	if r.Status < http.StatusBadRequest && w.o.method == http.MethodPost && len(first) > 0 && len(first) <= keptAnswer {
		var made struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(first, &made) == nil && made.ID != "" {
			if r.ObjectKind == "" || r.ObjectKind == "organisation" {
				r.ObjectKind = lastWord(w.o.template)
			}
			r.ObjectID = made.ID
		}
	}
	if err := w.edge.config.Audit.EndBounded(*r, true); err != nil {
		w.edge.config.Log.Error("the result of a call cannot be recorded; the log will say unknown", "operation", r.Operation, "error", err)
	}
}

// lastWord is what a template's last segment that is no parameter calls its things: "vehicles" are of the kind vehicle.
func lastWord(template string) string {
	segments := strings.Split(template, "/")
	for i := len(segments) - 1; i >= 0; i-- {
		if !strings.HasPrefix(segments[i], "{") {
			return strings.TrimSuffix(segments[i], "s")
		}
	}
	return ""
}

// Write implements http.ResponseWriter.
func (w *auditedWriter) Write(piece []byte) (int, error) {
	w.settle(piece)
	return w.ResponseWriter.Write(piece)
}

// WriteString implements io.StringWriter.
func (w *auditedWriter) WriteString(piece string) (int, error) {
	w.settle([]byte(piece))
	return w.ResponseWriter.WriteString(piece)
}

// WriteHeaderNow implements gin.ResponseWriter.
func (w *auditedWriter) WriteHeaderNow() {
	w.settle(nil)
	w.ResponseWriter.WriteHeaderNow()
}

// Flush implements http.Flusher.
func (w *auditedWriter) Flush() {
	w.settle(nil)
	w.ResponseWriter.Flush()
}

// Unwrap is for http.ResponseController.
func (w *auditedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// withAudit reports whether calls of the operation are recorded on this host: what changes something, and what gives data away as a file, unless a
// plugin takes it for itself.
func (e *Edge) withAudit(o *operation, caller *Caller) bool {
	if e.config.Audit == nil {
		return false
	}
	return o.changes() || o.exports && (caller == nil || caller.UserID != "")
}

// entered records that the caller acts in an organisation that is not his own, before anything is done there.
func (e *Edge) entered(c *gin.Context, o *operation, caller *Caller) *problem {
	if caller == nil || caller.UserID == "" || caller.OrgID == caller.HomeOrgID || e.config.Entrances == nil {
		return nil
	}
	if err := e.config.Entrances.Enter(*e.recordOf(c, o, caller)); err != nil {
		e.config.Log.Error("the audit journal cannot be written: no other organisation may be entered", "error", err)
		return unavailable(http.StatusServiceUnavailable, "Your visit cannot be recorded at the moment. Please try again.", 0)
	}
	return nil
}

// givenAway records an answer that a plugin marks as an export (web.AuditHeader), of an operation that is not always one.
func (e *Edge) givenAway(c *gin.Context, o *operation, caller *Caller, detail string, status int) error {
	if e.config.Audit == nil || e.withAudit(o, caller) || caller == nil || caller.UserID == "" {
		return nil
	}
	record := e.recordOf(c, o, caller)
	record.Status, record.Detail = status, detail
	return e.config.Audit.End(*record)
}

// SubjectOf names the session that a request came with, for the host's own handlers; empty for a plugin.
func SubjectOf(ctx context.Context) Subject {
	caller := CallerOf(ctx)
	if caller == nil || caller.subject == nil {
		return Subject{}
	}
	return *caller.subject
}
