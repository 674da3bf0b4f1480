package live

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/bluenviron/gortsplib/v4/pkg/description"

	"outrider.dev/sdk/fault"
)

const (
	// holdFor is how long a playlist is waited for that is not there yet; players wait for ten seconds.
	holdFor = 8 * time.Second
	// gone is how long a device may be away until its live stream is over: it may connect anew.
	gone = 1500 * time.Millisecond
)

// ErrLost means that a device has left.
var ErrLost = errors.New("the device has ended its picture, or lost its connection")

// CodecError means that a device sends no picture that can be shown.
type CodecError struct{ Codecs string }

// Error implements error.
func (e *CodecError) Error() string {
	if e.Codecs == "" {
		return "the device sends no picture"
	}
	return "the device sends " + e.Codecs + ", and only H.264 can be shown"
}

// codecErrorOf says what an announcement has instead of H.264.
func codecErrorOf(announced *description.Session) *CodecError {
	var names []string
	for _, media := range announced.Medias {
		for _, f := range media.Formats {
			if media.Type == description.MediaTypeVideo {
				names = append(names, f.Codec())
			}
		}
	}
	return &CodecError{strings.Join(names, ", ")}
}

// codeOf is a reason as programs read it.
func codeOf(why error) string {
	var codec *CodecError
	switch {
	case errors.As(why, &codec):
		return "codec"
	case errors.Is(why, ErrLost):
		return "lost"
	case errors.Is(why, ErrNoPicture):
		return "no_picture"
	case errors.Is(why, ErrPlayed):
		return "played"
	case errors.Is(why, ErrUnwatched):
		return "unwatched"
	default:
		return "ended"
	}
}

// WriteOver answers that a stream is over, and why: 410 with a problem whose reason is codec, lost, no_picture, played, unwatched or ended.
func WriteOver(w http.ResponseWriter, why error) {
	if why == nil {
		why = ErrEnded
	}
	body := map[string]any{"type": "about:blank", "title": why.Error(), "status": http.StatusGone, "kind": fault.NotFound, "reason": codeOf(why)}
	var codec *CodecError
	if errors.As(why, &codec) {
		body["codecs"] = codec.Codecs
	}
	writeProblem(w, http.StatusGone, body)
}

// writeStarting answers that there is no picture yet, and that it is worth asking again.
func writeStarting(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	writeProblem(w, http.StatusServiceUnavailable, map[string]any{
		"type": "about:blank", "title": "There is no picture yet.", "status": http.StatusServiceUnavailable, "kind": fault.Unavailable,
	})
}

func writeProblem(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a viewer that has gone
}

// fail ends a stream for a reason that its device gives. The hub forgets it at its next look.
func (s *Stream) fail(why error) { s.end(why) }

// Why is the reason of the end; nil before.
func (s *Stream) Why() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// hold waits for the first picture; false if it answered instead: there is none yet, or there will be none.
func (s *Stream) hold(w http.ResponseWriter, r *http.Request) bool {
	select {
	case <-s.done:
		WriteOver(w, s.Why())
		return false
	case <-s.begun:
		return true
	default:
	}
	timer := time.NewTimer(holdFor)
	defer timer.Stop()
	select {
	case <-s.begun:
		return true
	case <-s.done:
		WriteOver(w, s.Why())
	case <-timer.C:
		writeStarting(w)
	case <-r.Context().Done():
	}
	return false
}

// ending answers what a muxer cannot that was closed at the end of the stream: that it is over, and why.
type ending struct {
	http.ResponseWriter
	stream  *Stream
	isAside bool // it was answered that the stream is over; what the muxer says does not matter
}

// WriteHeader implements http.ResponseWriter.
func (e *ending) WriteHeader(status int) {
	if status >= http.StatusInternalServerError && e.stream.over() {
		e.isAside = true
		WriteOver(e.ResponseWriter, e.stream.Why())
		return
	}
	e.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (e *ending) Write(p []byte) (int, error) {
	if e.isAside {
		return len(p), nil
	}
	return e.ResponseWriter.Write(p)
}
