// Package fault holds the one error type that crosses a plugin's edge: a kind that a caller can act on, a sentence for the person
// and a cause for the log. Inside a plugin ordinary errors are wrapped with fmt.Errorf; package web turns a fault into problem+json.
package fault

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind says what went wrong in terms a caller can act on. The web package turns
// each kind into one HTTP status, so handlers never pick numbers for failures.
type Kind string

// The kinds of failure. A kind is also the `kind` of a problem+json answer.
const (
	Invalid     Kind = "invalid"     // the request itself is wrong
	SignedOut   Kind = "signed_out"  // nobody is signed in
	Denied      Kind = "denied"      // signed in, but lacks the permission
	ReadOnly    Kind = "read_only"   // who sees the portal as somebody else changes nothing
	NotFound    Kind = "not_found"   // absent, or hidden from this caller
	Conflict    Kind = "conflict"    // true a moment ago, not any more
	Unavailable Kind = "unavailable" // a plugin or service is not answering, or is too busy
	Internal    Kind = "internal"    // our mistake; details go to the log only
)

// Field is one thing wrong with a request. Location names it as the caller wrote it, "body.name" or "query.limit";
// Message never repeats the value.
type Field struct {
	Location string `json:"location"`
	Message  string `json:"message"`
}

// Error is a failure with a message for the user and a cause for the log.
type Error struct {
	Kind    Kind
	Message string
	// Detail says more about this occurrence, for who calls the API.
	Detail string
	// Fields names the parts of the request that are wrong; for Invalid only.
	Fields []Field
	// RetryAfter is how long the caller should wait before trying again; zero says nothing.
	RetryAfter time.Duration
	// Cause is for the log and never shown.
	Cause error
}

// New returns an Error whose message the user will read.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap returns an Error whose message the user will read and whose cause the log keeps.
func Wrap(kind Kind, cause error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Cause: cause}
}

// Forbidden returns a Denied Error for who lacks permissions, each of which it names in its detail.
func Forbidden(lacking ...string) *Error {
	e := &Error{Kind: Denied, Message: "You do not have the required permissions to perform this action."}
	if len(lacking) > 0 {
		e.Detail = "It needs: " + strings.Join(lacking, ", ") + "."
	}
	return e
}

// InvalidFields returns an Invalid Error that names each wrong part of the request.
func InvalidFields(message string, fields ...Field) *Error {
	return &Error{Kind: Invalid, Message: message, Fields: fields}
}

// Error is the message followed by the cause: what the log shows.
func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.Cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf reports the kind of err. An error nobody classified is Internal; nil has the empty kind.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}
