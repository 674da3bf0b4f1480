package live

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"outrider.dev/sdk/fault"
)

const (
	// holdFor is how long a playlist is waited for that is not there yet; players wait for ten seconds.
	holdFor = 8 * time.Second
	// gone is how long a device may be away until its live stream is over: it may connect anew.
	gone = time.Second
)

var (
	// ErrLost means that a device has left.
	ErrLost = errors.New("the device has ended its picture, or lost its connection")
	// ErrParameters means that a device leaves out what a decoder has to know before the first picture.
	ErrParameters = errors.New("the device leaves out the parameter sets that its pictures need")
	// ErrTransport means that a device would send in a way that is not taken.
	ErrTransport = errors.New("the device wants to send by UDP, and only RTP within the RTSP connection (TCP) is taken")
	// ErrNoPackets means that a device sends by UDP, and nothing of it arrives.
	ErrNoPackets = errors.New("nothing of what the device sends by UDP arrives; it is asked to use TCP the next time")
	// ErrAnew means that what a viewer plays goes on under the same address in another way: it is to be fetched from its beginning.
	ErrAnew = errors.New("the picture has changed; play it from its playlist on")
)

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
	case errors.Is(why, ErrParameters):
		return "parameters"
	case errors.Is(why, ErrTransport):
		return "transport"
	case errors.Is(why, ErrNoPackets):
		return "no_packets"
	case errors.Is(why, ErrAnew):
		return "anew"
	case errors.Is(why, ErrPlayed):
		return "played"
	case errors.Is(why, ErrUnwatched):
		return "unwatched"
	default:
		return "ended"
	}
}

// WriteOver answers that a stream is over, and why: 410 with a problem whose reason is codec, lost, no_picture,
// parameters, transport, no_packets, played, unwatched, ended, or anew for one that goes on in another way.
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

// failUnpublished is fail for a stream that no other connection of its device has published.
func (s *Stream) failUnpublished(why error) {
	s.mu.Lock()
	isPublished := s.publisher != nil
	s.mu.Unlock()
	if !isPublished {
		s.fail(why)
	}
}

// failIfOf is fail for a stream that the connection publishes still.
func (s *Stream) failIfOf(connection io.Closer, why error) {
	s.mu.Lock()
	isIts := s.publisher == connection
	s.mu.Unlock()
	if isIts {
		s.fail(why)
	}
}

// Why is the reason of the end; nil before.
func (s *Stream) Why() error {
	if s.isOver() {
		return s.err // it was written before that
	}
	return nil
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

// ending answers what a muxer cannot that was closed: that the stream is over, and why, or that another muxer has taken its place.
type ending struct {
	http.ResponseWriter
	stream  *Stream
	isAside bool // it was answered that the muxer is over; what that says does not matter
}

// WriteHeader implements http.ResponseWriter.
func (e *ending) WriteHeader(status int) {
	if status >= http.StatusInternalServerError {
		e.isAside = true
		why := e.stream.Why()
		if why == nil {
			why = ErrAnew
		}
		WriteOver(e.ResponseWriter, why)
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
