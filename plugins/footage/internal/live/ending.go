package live

import (
	"net/http"
	"strings"
	"time"

	"outrider.dev/sdk/web"
)

const (
	// endMark says that nothing comes any more.
	endMark = "#EXT-X-ENDLIST\n"
	// mostPlaylist bounds a playlist, in bytes.
	mostPlaylist = 1 << 20
)

// finish closes the last segment of a recording, which has ended: its last key frame once more, which nobody sees, begins another. mu is held.
func (s *Stream) finish() {
	if s.keyUnits == nil {
		return
	}
	for variant, c := range s.muxers {
		if err := writePicture(c.Muxer, s.video, time.Now(), s.lastPTS+videoClock, s.keyUnits); err != nil {
			s.restart(variant, c, err)
		}
	}
}

// serveEnded answers with a playlist to which nothing is added any more, and says so.
func (c *cutter) serveEnded(w http.ResponseWriter, r *http.Request) {
	r.URL.RawQuery = "" // whoever waits for the next part would wait in vain
	list := web.NewRecorder(mostPlaylist)
	c.Handle(list, r)
	for name, values := range list.Header() {
		w.Header()[name] = values
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(list.Status())
	if list.Status() != http.StatusOK {
		return
	}
	for line := range strings.Lines(string(list.Body())) {
		if !strings.HasPrefix(line, "#EXT-X-PRELOAD-HINT") {
			_, _ = w.Write([]byte(line)) // a viewer that has gone
		}
	}
	_, _ = w.Write([]byte(endMark))
}
