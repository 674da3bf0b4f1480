package web

import (
	"bytes"
	"errors"
	"net/http"
)

// ErrTooLarge is what a Recorder answers who writes more than it keeps.
var ErrTooLarge = errors.New("the answer is too large")

// Recorder is an http.ResponseWriter that keeps an answer in memory.
type Recorder struct {
	most   int
	header http.Header
	status int
	body   bytes.Buffer
	wrote  bool
}

// NewRecorder keeps an answer of at most so many bytes.
func NewRecorder(most int) *Recorder {
	return &Recorder{most: most, header: http.Header{}, status: http.StatusOK}
}

// Header implements http.ResponseWriter.
func (r *Recorder) Header() http.Header { return r.header }

// WriteHeader implements http.ResponseWriter; the first status counts.
func (r *Recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
}

// Write implements http.ResponseWriter; ErrTooLarge.
func (r *Recorder) Write(piece []byte) (int, error) {
	r.wrote = true
	if r.body.Len()+len(piece) > r.most {
		return 0, ErrTooLarge
	}
	return r.body.Write(piece)
}

// Flush implements http.Flusher: there is nothing to flush.
func (r *Recorder) Flush() {}

// Status is that of the answer.
func (r *Recorder) Status() int { return r.status }

// Body is what was written.
func (r *Recorder) Body() []byte { return r.body.Bytes() }
