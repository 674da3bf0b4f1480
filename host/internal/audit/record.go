package audit

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"outrider.dev/sdk/web"
)

// Results of a call.
const (
	Done    = "done"
	Refused = "refused" // the caller's mistake, or not the caller's right
	Failed  = "failed"
	Unknown = "unknown" // the host died while the call was under way
)

// Record is one call that changes something. It holds no secret: of a body it keeps the names of the fields, and the values that the
// sentence of the operation asks for.
type Record struct {
	ID         string           `json:"id"` // UUID version 7
	At         time.Time        `json:"at"` // when the call came
	OrgID      string           `json:"org_id"`
	ActorID    string           `json:"actor_id"`
	ActorEmail string           `json:"actor_email"`
	ActorName  string           `json:"actor_name"`
	ActorRole  string           `json:"actor_role"`
	HomeOrgID  string           `json:"home_org_id"`
	Plugin     string           `json:"plugin"` // that acted as itself, or for the actor
	SessionID  string           `json:"session_id"`
	Operation  string           `json:"operation"` // "POST /api/org/{orgId}/vehicles"
	ObjectKind string           `json:"object_kind"`
	ObjectID   string           `json:"object_id"`
	Result     string           `json:"result"`
	Status     int              `json:"status"` // of HTTP; 0: unknown
	Fields     []string         `json:"fields"`
	Detail     string           `json:"detail"` // one sentence of the handler, in English
	RequestID  string           `json:"request_id"`
	Trace      string           `json:"trace"`
	Address    string           `json:"address"`        // of the client
	Host       string           `json:"host"`           // that served the call
	Told       *web.AuditDetail `json:"told,omitempty"` // what the sentence of the operation is made of, and what changed
}

// NewID is in the order of time.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// ResultOf tells what a status means.
func ResultOf(status int) string {
	switch {
	case status == 0:
		return Unknown
	case status < http.StatusBadRequest:
		return Done
	case status < http.StatusInternalServerError:
		return Refused
	default:
		return Failed
	}
}

const (
	longestText = 500 // bytes
	mostFields  = 60
)

// clean makes a record storable: text that Postgres takes, in bounds.
func (r Record) clean() Record {
	for _, text := range []*string{
		&r.OrgID, &r.ActorID, &r.ActorEmail, &r.ActorName, &r.ActorRole, &r.HomeOrgID, &r.Plugin, &r.SessionID,
		&r.Operation, &r.ObjectKind, &r.ObjectID, &r.Detail, &r.RequestID, &r.Trace, &r.Address, &r.Host,
	} {
		*text = clip(*text)
	}
	r.Fields = r.Fields[:min(len(r.Fields), mostFields)]
	for i := range r.Fields {
		r.Fields[i] = clip(r.Fields[i])
	}
	r.Told = cleanTold(r.Told)
	if r.Fields == nil {
		r.Fields = []string{}
	}
	return r
}

func clip(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
	return strings.ToValidUTF8(text[:min(len(text), longestText)], "")
}

type recordInContext struct{}

// With puts the record of the call under way into its context.
func With(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, recordInContext{}, r)
}

// Note lets a handler of the host say more of the call that it serves: who signed in, what it was about. Only the goroutine that serves the
// call may, before it answers.
func Note(ctx context.Context, more func(*Record)) {
	if r, ok := ctx.Value(recordInContext{}).(*Record); ok {
		more(r)
	}
}
