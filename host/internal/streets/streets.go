package streets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// Path is where browsers ask for the file.
const Path = "/assets/streets.pmtiles"

// mostAsked is the longest range that is served: a tile, or a folder of tiles, is far shorter.
const mostAsked = 16 << 20

// lookEvery is how often the file is looked at: whether it can be drawn by now, or is another one.
const lookEvery = 30 * time.Second

// Streets is the street map of an installation. A nil one is none.
type Streets struct {
	place  string // path or address
	client *http.Client
	log    *slog.Logger
	said   string // what was logged last

	mu  sync.RWMutex
	at  opened
	err error // why there is nothing to draw
}

// opened is the file as it was found.
type opened struct {
	reader io.ReaderAt
	size   int64
	tag    string
	close  func() error
}

// New is the street map at a path or an address; an empty place is none, and nil. Run reads it.
func New(place string, client *http.Client, log *slog.Logger) *Streets {
	if place == "" {
		return nil
	}
	return &Streets{place: place, client: client, log: log, err: errors.New("it was not looked at yet")}
}

// Run looks at the file now and then, until ctx ends.
func (s *Streets) Run(ctx context.Context) error {
	if s == nil {
		return nil
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		s.Look(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Try says why the map cannot be drawn; nil: it can, or there is none.
func (s *Streets) Try() error {
	if s == nil {
		return nil
	}
	if _, err := s.file(); err != nil {
		return fmt.Errorf("the street map cannot be drawn: %w", err)
	}
	return nil
}

// ServeHTTP answers with ranges of the file: nobody needs all of it.
func (s *Streets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	if s == nil {
		http.NotFound(w, r)
		return
	}
	file, err := s.file()
	if err != nil {
		http.Error(w, "The street map cannot be read.", http.StatusServiceUnavailable)
		return
	}
	if r.Method == http.MethodGet && !isShort(r.Header.Get("Range")) {
		http.Error(w, "Ask for one range of at most 16 MiB.", http.StatusRequestedRangeNotSatisfiable)
		return
	}
	w.Header().Set("ETag", file.tag)
	w.Header().Set("Content-Type", "application/vnd.pmtiles")
	http.ServeContent(w, r, "", time.Time{}, io.NewSectionReader(file.reader, 0, file.size))
}

// isShort reports whether a header asks for one range, from a byte to a byte, that is not too long.
func isShort(ranges string) bool {
	var first, last int64
	if strings.Contains(ranges, ",") {
		return false
	}
	if n, err := fmt.Sscanf(ranges, "bytes=%d-%d", &first, &last); n != 2 || err != nil {
		return false
	}
	return first >= 0 && last >= first && last-first < mostAsked
}

// file is the file as it was found last. One that has gone bad is not served any more.
func (s *Streets) file() (opened, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.at, s.err
}

// Look opens and checks the file; one that is still the same stays open, with what is kept of it. Run calls it, and tests do.
func (s *Streets) Look(ctx context.Context) {
	found, err := s.open(ctx)
	before, wrong := s.file()
	if err == nil && wrong == nil && found.tag == before.tag {
		_ = found.close() // nothing was written
		return
	}
	if err == nil {
		err = check(found.reader, found.size)
	}
	s.mu.Lock()
	s.at, s.err = found, err // a file that is replaced is closed by the collector: somebody may be reading it
	s.mu.Unlock()
	s.say(found, err)
}

func (s *Streets) open(ctx context.Context) (opened, error) {
	if strings.HasPrefix(s.place, "http://") || strings.HasPrefix(s.place, "https://") {
		r, err := openRemote(ctx, s.place, s.client)
		if err != nil {
			return opened{}, err
		}
		return opened{reader: r, size: r.size, tag: tagOf(r.tag, r.size), close: func() error { return nil }}, nil
	}
	f, err := os.Open(s.place)
	if err != nil {
		return opened{}, fmt.Errorf("open the file: %w", errors.Unwrap(err)) // the path is the operator's: readers need not know it
	}
	info, err := f.Stat()
	if err != nil {
		return opened{}, errors.Join(err, f.Close())
	}
	return opened{reader: f, size: info.Size(), tag: tagOf(info.ModTime().UTC().String(), info.Size()), close: f.Close}, nil
}

// tagOf is the tag of a version; it tells nothing of where the file comes from.
func tagOf(version string, size int64) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", version, size))
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// say logs what was found, once for each finding.
func (s *Streets) say(found opened, err error) {
	said := "drawn " + found.tag
	if err != nil {
		said = err.Error()
	}
	if said == s.said {
		return
	}
	s.said = said
	if err != nil {
		s.log.Warn("the street map cannot be drawn; maps show the ground that comes with the product", "error", err)
		return
	}
	s.log.Info("maps show streets", "megabytes", found.size>>20)
}
