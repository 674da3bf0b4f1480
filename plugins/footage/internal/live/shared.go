package live

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// mostShared bounds the answers that are kept: two for each track are asked for at a time, and again with the parts that a player leaves out.
const mostShared = 32

// shared are the answers of one muxer of low latency. Viewers ask for the same things at the same instants, several times a second: who waits for
// the same waits together, and what was made for one is given to all until the next picture comes.
type shared struct {
	mu      sync.Mutex
	version int // counts what was written
	answers map[string]*sharedAnswer
}

// sharedAnswer is one answer of a muxer, for all who ask for it.
type sharedAnswer struct {
	version int
	isMain  bool
	made    chan struct{} // closed when what follows is there
	status  int
	header  http.Header
	body    bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *sharedAnswer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *sharedAnswer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write implements http.ResponseWriter.
func (a *sharedAnswer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// changed is told of each picture, before the muxer is and after.
func (s *shared) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
}

// isShared tells what is small and asked for by all viewers at once: playlists, and parts of segments.
func isShared(file string) bool {
	return strings.HasSuffix(file, ".m3u8") || strings.Contains(file, "_part")
}

// answer is the answer to a request; nil if its viewer has left. fill makes it, beside the request: others wait for it too. It ends when the muxer is
// closed.
func (s *shared) answer(ctx context.Context, key string, fill func(http.ResponseWriter)) *sharedAnswer {
	s.mu.Lock()
	found := s.answers[key]
	if found == nil || found.isMade() && found.version != s.version {
		maps.DeleteFunc(s.answers, func(_ string, a *sharedAnswer) bool { return a.isMade() && a.version != s.version })
		found = &sharedAnswer{version: s.version, isMain: strings.HasPrefix(key, mainPlaylist), made: make(chan struct{}), header: http.Header{}}
		if s.answers == nil {
			s.answers = map[string]*sharedAnswer{}
		}
		if len(s.answers) < mostShared {
			s.answers[key] = found
		}
		go func() {
			defer close(found.made)
			fill(found)
		}()
	}
	s.mu.Unlock()
	select {
	case <-found.made:
		return found
	case <-ctx.Done():
		return nil
	}
}

func (a *sharedAnswer) isMade() bool {
	select {
	case <-a.made:
		return true
	default:
		return false
	}
}

// give sends the answer to one viewer; 404 if the muxer said nothing, which is how it answers for what it does not have.
func (a *sharedAnswer) give(w http.ResponseWriter) {
	status := a.status
	if status == 0 {
		status = http.StatusNotFound
	}
	maps.Copy(w.Header(), a.header) // whose values nobody changes
	if a.isMain && status == http.StatusOK {
		w.Header().Set("Cache-Control", "no-store") // it names the muxer that there is
	}
	w.Header().Set("Content-Length", strconv.Itoa(a.body.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(a.body.Bytes()) // a viewer that has gone
}
