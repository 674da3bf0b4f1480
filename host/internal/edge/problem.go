package edge

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"outrider.dev/sdk/away"
	"outrider.dev/sdk/fault"
	"outrider.dev/sdk/texts"
	"outrider.dev/sdk/web"
)

// problem is an answer of the edge itself, RFC 9457.
type problem struct {
	Type       string        `json:"type"`
	Title      string        `json:"title"`
	Status     int           `json:"status"`
	Detail     string        `json:"detail,omitempty"`
	Kind       fault.Kind    `json:"kind"`
	Errors     []fault.Field `json:"errors,omitempty"`
	retryAfter time.Duration // 0: no header
}

func newProblem(status int, kind fault.Kind, title string) *problem {
	return &problem{Type: "about:blank", Title: title, Status: status, Kind: kind}
}

// Refusals, in the order in which they are checked.
func signedOut() *problem {
	return newProblem(http.StatusUnauthorized, fault.SignedOut, "You are signed out. Please sign in again.")
}

func notFound() *problem {
	return newProblem(http.StatusNotFound, fault.NotFound, "There is nothing here.")
}

func denied(lacking ...string) *problem { return problemOf(fault.Forbidden(lacking...)) }

func tooLarge() *problem {
	return newProblem(http.StatusRequestEntityTooLarge, fault.Invalid, "The request is too large.")
}

// usualRetry is when to come again to what is not available, where nobody knows better.
const (
	usualRetry        = 2 * time.Second
	usualRetrySeconds = "2"
)

func unavailable(status int, title string, retryAfter time.Duration) *problem {
	p := newProblem(status, fault.Unavailable, title)
	p.retryAfter = retryAfter
	return p
}

// fullRetry is when there may be room on the disk again: somebody has to make it.
const fullRetry = 30 * time.Second

func diskFull() *problem {
	return unavailable(http.StatusServiceUnavailable, "There is hardly any room left on the server. Nothing new can be stored until there is.", fullRetry)
}

// problemOf turns an error of a Decider into an answer. What nobody classified is not shown.
func problemOf(err error) *problem {
	if fault.KindOf(err) == fault.Internal && away.Is(err) {
		return unavailable(http.StatusServiceUnavailable, "This is not available at the moment. Please try again soon.", usualRetry)
	}
	status, ok := map[fault.Kind]int{
		fault.Invalid: http.StatusUnprocessableEntity, fault.SignedOut: http.StatusUnauthorized, fault.Denied: http.StatusForbidden,
		fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict, fault.Unavailable: http.StatusServiceUnavailable,
	}[fault.KindOf(err)]
	if !ok {
		return newProblem(http.StatusInternalServerError, fault.Internal, "Something went wrong on our side.")
	}
	p := newProblem(status, fault.KindOf(err), "")
	if known, ok := errors.AsType[*fault.Error](err); ok {
		p.Title, p.Detail, p.Errors, p.retryAfter = known.Message, known.Detail, known.Fields, known.RetryAfter
	}
	return p
}

// scimType is the type of what directories send and are sent.
const scimType = "application/scim+json"

// body is the answer as whoever asks reads it: directories have a form of their own (RFC 7644, section 3.12).
func (p *problem) body(header http.Header, r *http.Request) ([]byte, error) {
	if !ofDirectory(r) {
		return json.Marshal(p)
	}
	header.Set("Content-Type", scimType)
	detail := strings.TrimSpace(p.Title + " " + p.Detail)
	for _, field := range p.Errors {
		detail += " " + field.Location + ": " + field.Message
	}
	return json.Marshal(map[string]any{
		"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:Error"}, "status": strconv.Itoa(p.Status), "detail": detail, // and nothing else: clients that are strict refuse what the schema does not have
	})
}

func ofDirectory(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/scim/") }

// writeFault answers with a fault in the form that whoever asks reads. What cannot be read is 400 for directories (RFC 7644, section 3.12).
func writeFault(w http.ResponseWriter, r *http.Request, err error) {
	if !ofDirectory(r) {
		web.WriteProblem(w, r, err)
		return
	}
	p := problemOf(err)
	if p.Status == http.StatusUnprocessableEntity {
		p.Status = http.StatusBadRequest
	}
	p.write(w, r)
}

// write answers in the language that the request asks for. The connection stays usable.
func (p *problem) write(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", "application/problem+json")
	header.Set("Cache-Control", "no-store")
	if p.Status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	if p.Status == http.StatusServiceUnavailable && p.retryAfter == 0 {
		p.retryAfter = usualRetry
	}
	if p.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retryAfter.Seconds()))))
	}
	said := *p
	said.Title = texts.In(texts.Accepted(r.Header.Get("Accept-Language")), p.Title)
	body, err := said.body(header, r)
	if err != nil {
		http.Error(w, p.Title, p.Status)
		return
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(body)
}
