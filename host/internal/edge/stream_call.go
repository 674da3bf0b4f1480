package edge

import (
	"context"
	"net/http"

	"outrider.dev/sdk/fault"
)

// Pieces takes an answer of any length, piece by piece.
type Pieces interface {
	// Begin comes once, before the first piece.
	Begin(status int, contentType string) error
	// Piece takes some bytes, and keeps none of them. It returns once there is room for more; an error ends the call.
	Piece(data []byte) error
}

// Stream is Call for answers of any length: they go to pieces as they come, no faster than those are taken. The call ends with ctx. The error is a fault.Error for calls
// that are not made at all, and for answers that break off.
func (e *Edge) Stream(ctx context.Context, call Call, pieces Pieces) error {
	request, err := e.callRequest(ctx, call)
	if err != nil {
		return err
	}
	w := &pieceWriter{pieces: pieces, header: http.Header{}}
	if err := take(w, e, request); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errBrokeOff()
	}
	if w.err == nil {
		w.begin()
	}
	return w.err
}

// pieceWriter is an http.ResponseWriter that hands an answer on.
type pieceWriter struct {
	pieces Pieces
	header http.Header
	status int
	begun  bool
	err    error
}

// Header implements http.ResponseWriter.
func (w *pieceWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter; the first status counts.
func (w *pieceWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *pieceWriter) begin() {
	if w.begun {
		return
	}
	w.begun = true
	w.WriteHeader(http.StatusOK)
	w.err = w.pieces.Begin(w.status, w.header.Get("Content-Type"))
}

// Write implements http.ResponseWriter.
func (w *pieceWriter) Write(data []byte) (int, error) {
	w.begin()
	if w.err == nil {
		w.err = w.pieces.Piece(data)
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(data), nil
}

// Flush implements http.Flusher: pieces leave at once.
func (w *pieceWriter) Flush() {}

// errBrokeOff is an answer that has no end.
func errBrokeOff() error {
	return fault.New(fault.Unavailable, "The answer broke off or was too large.")
}
