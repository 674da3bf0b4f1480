package live

import (
	"bytes"
	"net/http"
	"strings"
	"time"
)

// endMark says that nothing comes any more.
const endMark = "#EXT-X-ENDLIST\n"

// finish closes the last segment of a recording, which has ended: its last key frame once more, which nobody sees, begins another. mu is held.
func (s *Stream) finish() {
	if s.keyUnits == nil {
		return
	}
	for variant, c := range s.muxers {
		if err := c.WriteH264(s.video, time.Now(), s.lastPTS+videoClock, s.keyUnits); err != nil {
			s.restart(variant, c, err)
		}
	}
}

// serveEnded answers with a playlist to which nothing is added any more, and says so.
func (c *cutter) serveEnded(w http.ResponseWriter, r *http.Request) {
	r.URL.RawQuery = "" // whoever waits for the next part would wait in vain
	list := &held{header: http.Header{}, status: http.StatusOK}
	c.Handle(list, r)
	for name, values := range list.header {
		w.Header()[name] = values
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(list.status)
	if list.status != http.StatusOK {
		return
	}
	for line := range strings.Lines(list.body.String()) {
		if !strings.HasPrefix(line, "#EXT-X-PRELOAD-HINT") {
			_, _ = w.Write([]byte(line)) // a viewer that has gone
		}
	}
	_, _ = w.Write([]byte(endMark))
}

// held keeps an answer, so that it can be added to.
type held struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (h *held) Header() http.Header { return h.header }

// WriteHeader implements http.ResponseWriter.
func (h *held) WriteHeader(status int) { h.status = status }

// Write implements http.ResponseWriter.
func (h *held) Write(p []byte) (int, error) { return h.body.Write(p) }
