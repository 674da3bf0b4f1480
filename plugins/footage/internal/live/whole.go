package live

import (
	"bytes"
	"cmp"
	"net/http"
	"strconv"
	"sync"
)

// mostHeld bounds the answers that leave in one piece with their length, in bytes: playlists, and parts of video.
const mostHeld = 256 << 10

var held = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// whole gives short answers their length. Each of the two hops to a viewer then costs one write instead of one for the head, each chunk and the end, ten times
// a second for each viewer. A longer answer goes on as it comes.
type whole struct {
	http.ResponseWriter
	status int
	body   *bytes.Buffer
	isLong bool
}

func newWhole(w http.ResponseWriter) *whole {
	body, _ := held.Get().(*bytes.Buffer) // that is what it has
	body.Reset()
	return &whole{ResponseWriter: w, body: body}
}

// WriteHeader implements http.ResponseWriter.
func (w *whole) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *whole) Write(p []byte) (int, error) {
	if !w.isLong && w.body.Len()+len(p) <= mostHeld {
		return w.body.Write(p)
	}
	if !w.isLong {
		w.isLong = true
		w.ResponseWriter.WriteHeader(cmp.Or(w.status, http.StatusOK))
		if _, err := w.ResponseWriter.Write(w.body.Bytes()); err != nil {
			return 0, err
		}
	}
	return w.ResponseWriter.Write(p)
}

// end sends what is held; 404 if nothing was answered, which is how muxers answer for what they do not have.
func (w *whole) end() {
	if w.status == 0 && w.body.Len() == 0 && !w.isLong {
		w.status = http.StatusNotFound
	}
	if !w.isLong {
		w.Header().Set("Content-Length", strconv.Itoa(w.body.Len()))
		w.ResponseWriter.WriteHeader(cmp.Or(w.status, http.StatusOK))
		_, _ = w.ResponseWriter.Write(w.body.Bytes()) // a viewer that has gone
	}
	held.Put(w.body)
}
