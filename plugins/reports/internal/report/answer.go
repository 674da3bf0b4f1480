package report

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"outrider.dev/sdk/web"
)

// lateHead sends the head of an answer with its first byte.
type lateHead struct {
	c                 huma.Context
	contentType, name string
	begun             bool
}

var _ io.Writer = (*lateHead)(nil)

// Write implements io.Writer.
func (w *lateHead) Write(data []byte) (int, error) {
	if !w.begun {
		w.begun = true
		w.c.SetHeader("Content-Type", w.contentType)
		w.c.SetHeader("Content-Disposition", `attachment; filename="`+w.name+`"`)
	}
	return w.c.BodyWriter().Write(data)
}

// refuse answers what went wrong; a file that has begun breaks off, so that nobody takes it for whole.
func (w *lateHead) refuse(err error) {
	if w.begun {
		panic(http.ErrAbortHandler)
	}
	problem := web.ProblemOf(err)
	w.c.SetHeader("Content-Type", "application/problem+json")
	w.c.SetStatus(problem.Status)
	_ = json.NewEncoder(w.c.BodyWriter()).Encode(problem) // the reader is gone if this fails
}
