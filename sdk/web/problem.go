package web

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/texts"
)

// Problem is an answer that says what went wrong: RFC 9457 with the kind of fault and the fields that are wrong. It never repeats a
// value that the caller sent.
type Problem struct {
	Type    string        `json:"type" doc:"Always about:blank: kind and status say it all"`
	Title   string        `json:"title" doc:"A sentence for the person"`
	Status  int           `json:"status" doc:"HTTP status"`
	Detail  string        `json:"detail,omitempty" doc:"More about this occurrence"`
	Kind    fault.Kind    `json:"kind" enum:"invalid,signed_out,denied,not_found,conflict,unavailable,internal" doc:"What a caller can act on"`
	Errors  []fault.Field `json:"errors,omitempty" doc:"The parts of the request that are wrong"`
	headers http.Header
}

var (
	_ huma.StatusError       = (*Problem)(nil)
	_ huma.HeadersError      = (*Problem)(nil)
	_ huma.ContentTypeFilter = (*Problem)(nil)
)

// Error is the title.
func (p *Problem) Error() string { return p.Title }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// GetHeaders are headers that go with the problem: Retry-After.
func (p *Problem) GetHeaders() http.Header { return p.headers }

// ContentType makes the answer application/problem+json.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

var statusOfKind = map[fault.Kind]int{
	fault.Invalid:     http.StatusUnprocessableEntity,
	fault.SignedOut:   http.StatusUnauthorized,
	fault.Denied:      http.StatusForbidden,
	fault.ReadOnly:    http.StatusForbidden,
	fault.NotFound:    http.StatusNotFound,
	fault.Conflict:    http.StatusConflict,
	fault.Unavailable: http.StatusServiceUnavailable,
	fault.Internal:    http.StatusInternalServerError,
}

// usualRetry is when to come again to what is not available, where nobody knows better.
const usualRetry = 2 * time.Second

// ProblemOf is how an error is told to the caller. An error that is no fault tells nothing of itself, but that a database does not answer.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	f, ok := away.FaultOf(err)
	if !ok || f.Kind == fault.Internal || statusOfKind[f.Kind] == 0 {
		return &Problem{
			Type: "about:blank", Status: http.StatusInternalServerError, Kind: fault.Internal,
			Title: "We're sorry! A technical issue has occurred. Please try again soon.",
		}
	}
	p := &Problem{Type: "about:blank", Title: f.Message, Detail: f.Detail, Status: statusOfKind[f.Kind], Kind: f.Kind, Errors: f.Fields}
	wait := f.RetryAfter
	if wait <= 0 && f.Kind == fault.Unavailable {
		wait = usualRetry
	}
	if wait > 0 {
		seconds := int(math.Ceil(wait.Seconds()))
		p.headers = http.Header{"Retry-After": {strconv.Itoa(seconds)}}
	}
	return p
}

// WriteProblem answers w with err as problem+json, in the language of who asked. The host uses it too, so that every answer of the product looks the same.
func WriteProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := ProblemOf(err).in(languageOfRequest(r))
	for name, values := range p.headers {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client is gone: nobody is left to tell
}

// humaProblem replaces huma's own error: same answers, without the values that the caller sent.
func humaProblem(status int, message string, errs ...error) *Problem {
	p := &Problem{Type: "about:blank", Status: status, Kind: kindOfStatus(status), Title: titleOfStatus(status)}
	if message == "cannot read request body" { // the client stopped sending
		p.Status, p.Kind, p.Title = http.StatusBadRequest, fault.Invalid, titleOfStatus(http.StatusBadRequest)
		return p
	}
	for _, err := range errs {
		if detail, ok := err.(huma.ErrorDetailer); ok { // huma hands over its own type
			d := detail.ErrorDetail()
			if body, ok := d.Value.(string); ok && d.Location == "body" && d.Message == textUnstorable {
				return ProblemOf(CheckJSON([]byte(body)))
			}
			p.Errors = append(p.Errors, fieldOf(d.Location, d.Message))
		}
	}
	return p
}

// in says the problem in a language; it may be shared, so it stays as it is itself.
func (p *Problem) in(language string) *Problem {
	if language == "" {
		return p
	}
	said := *p
	said.Title, said.Errors = texts.In(language, p.Title), slices.Clone(p.Errors)
	for i := range said.Errors {
		said.Errors[i].Message = texts.In(language, said.Errors[i].Message)
	}
	return &said
}

func fieldOf(location, message string) fault.Field {
	if name, ok := strings.CutPrefix(message, misfit); ok {
		return fault.Field{Location: location + "." + name, Message: "does not fit its type"}
	}
	if name, ok := strings.CutPrefix(message, "expected required property "); ok {
		name, _, _ = strings.Cut(name, " ")
		return fault.Field{Location: location + "." + name, Message: "is missing"}
	}
	if strings.HasPrefix(message, "expected string to be") { // what follows the colon may repeat the value
		message, _, _ = strings.Cut(message, ":")
	}
	return fault.Field{Location: location, Message: message}
}

func kindOfStatus(status int) fault.Kind {
	for kind, s := range statusOfKind {
		if s == status {
			return kind
		}
	}
	if status >= http.StatusInternalServerError {
		return fault.Internal
	}
	return fault.Invalid
}

func titleOfStatus(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "The request body is not JSON."
	case http.StatusRequestEntityTooLarge:
		return "The request is too large."
	case http.StatusUnprocessableEntity:
		return "The request is not valid."
	case http.StatusMethodNotAllowed:
		return "This address does not take that method."
	case http.StatusNotFound:
		return "There is nothing here."
	}
	if status >= http.StatusInternalServerError {
		return "We're sorry! A technical issue has occurred. Please try again soon."
	}
	return http.StatusText(status)
}
