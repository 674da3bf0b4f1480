package scim

import (
	"net/http"

	scimerrors "github.com/elimity-com/scim/errors"
)

// laterKey finds the retryLater of a request.
type laterKey struct{}

// retryLater answers 503 with Retry-After where something is away for a moment: directories then try again by themselves. The library takes 503 for a
// mistake, and would answer 500.
type retryLater struct {
	http.ResponseWriter
	detail string // what is away; empty: nothing
}

// WriteHeader implements http.ResponseWriter.
func (w *retryLater) WriteHeader(status int) {
	if w.detail == "" {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.Header().Set("Retry-After", "1")
	writeError(w.ResponseWriter, scimerrors.ScimError{Status: http.StatusServiceUnavailable, Detail: w.detail})
}

// Write implements http.ResponseWriter. What the library says of an error that was answered already is left out.
func (w *retryLater) Write(body []byte) (int, error) {
	if w.detail != "" {
		return len(body), nil
	}
	return w.ResponseWriter.Write(body)
}
