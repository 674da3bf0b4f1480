package streets_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/streets"
)

// layers are what a file in the scheme of Protomaps says of itself.
const layers = `{"vector_layers":[{"id":"earth"},{"id":"roads"}]}`

// file makes a .pmtiles file with that metadata and a megabyte in the place of tiles.
func file(t *testing.T, metadata string) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(metadata))
	if err != nil || w.Close() != nil {
		t.Fatalf("pack the metadata: %v", err)
	}
	tiles := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	head := make([]byte, 127)
	copy(head, "PMTiles\x03")
	at := uint64(len(head))
	for i, length := range []int{0, packed.Len(), 0, len(tiles)} { // root, metadata, leaves, tiles
		binary.LittleEndian.PutUint64(head[8+16*i:], at)
		binary.LittleEndian.PutUint64(head[16+16*i:], uint64(length))
		at += uint64(length)
	}
	copy(head[96:], []byte{1, 2, 2, 1, 0, 14})
	return append(append(head, packed.Bytes()...), tiles...)
}

// looked is the street map at a place, looked at once.
func looked(t *testing.T, place string) *streets.Streets {
	t.Helper()
	s := streets.New(place, http.DefaultClient, slog.New(slog.DiscardHandler))
	s.Look(t.Context())
	return s
}

func written(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "streets.pmtiles")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatalf("write: %v", err)
	}
	return path
}

func get(s *streets.Streets, ranges string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, streets.Path, nil)
	if ranges != "" {
		r.Header.Set("Range", ranges)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestStreets_aFile(t *testing.T) {
	t.Parallel()
	content := file(t, layers)
	s := looked(t, written(t, content))
	if err := s.Try(); err != nil {
		t.Fatalf("a good file: %v", err)
	}
	w := get(s, "bytes=100-299")
	if w.Code != http.StatusPartialContent || !bytes.Equal(w.Body.Bytes(), content[100:300]) {
		t.Errorf("a range = %d with %d bytes", w.Code, w.Body.Len())
	}
	if w.Header().Get("ETag") == "" {
		t.Error("a browser cannot tell that the file was replaced: no ETag")
	}
	for _, ranges := range []string{"", "bytes=0-", "bytes=-5", "bytes=0-1,5-6", "bytes=0-99999999", "bytes=9-1", "lines=1-2"} {
		if w := get(s, ranges); w.Code != http.StatusRequestedRangeNotSatisfiable {
			t.Errorf("range %q = %d", ranges, w.Code)
		}
	}
}

func TestStreets_whatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	good := file(t, layers)
	pictures, brotli, old := bytes.Clone(good), bytes.Clone(good), bytes.Clone(good)
	pictures[99], brotli[98], old[7] = 2, 3, 2
	beyond := bytes.Clone(good)
	binary.LittleEndian.PutUint64(beyond[56:], 1<<63)
	binary.LittleEndian.PutUint64(beyond[64:], 1<<63)
	for _, tc := range []struct {
		name    string
		content []byte
		says    string
	}{
		{"cut short", good[:len(good)-1], "cut short"},
		{"cut within its head", good[:50], "shorter than the head"},
		{"empty", nil, "shorter than the head"},
		{"a picture", append([]byte("\x89PNG\r\n"), make([]byte, 200)...), "not a .pmtiles file"},
		{"an older version", old, "version 2"},
		{"pictures of streets", pictures, "are pictures"},
		{"another compression", brotli, "gzip is"},
		{"numbers that overflow", beyond, "cut short"},
		{"another scheme", file(t, `{"vector_layers":[{"id":"transportation"}]}`), "scheme of Protomaps"},
		{"metadata that is none", file(t, "<html>"), "metadata cannot be read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := looked(t, written(t, tc.content))
			if err := s.Try(); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("says %v, want %q", err, tc.says)
			}
			if w := get(s, "bytes=0-126"); w.Code != http.StatusServiceUnavailable {
				t.Errorf("it is served all the same: %d", w.Code)
			}
		})
	}
}

func TestStreets_isReplacedWhileTheHostRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "streets.pmtiles")
	s := looked(t, path)
	if err := s.Try(); err == nil || strings.Contains(err.Error(), path) {
		t.Errorf("a file that is not there: %v; its path is nobody's business", err)
	}
	if err := os.WriteFile(path, file(t, layers), 0o600); err != nil {
		t.Fatalf("write: %v", err)
	}
	s.Look(t.Context())
	before := get(s, "bytes=0-6").Header().Get("ETag")
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatalf("change its time: %v", err)
	}
	s.Look(t.Context())
	if after := get(s, "bytes=0-6").Header().Get("ETag"); s.Try() != nil || after == before || after == "" {
		t.Errorf("after it was replaced: %v, ETag %s, before %s", s.Try(), after, before)
	}
}

func TestStreets_anAddress(t *testing.T) {
	t.Parallel()
	content := file(t, layers)
	var asked atomic.Int32
	tag := atomic.Pointer[string]{}
	first, second := `"one"`, `"two"`
	tag.Store(&first)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("ETag", *tag.Load())
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}))
	defer site.Close()
	s := looked(t, site.URL)
	if err := s.Try(); err != nil {
		t.Fatalf("a good address: %v", err)
	}
	for range 2 { // across the border of two blocks
		if w := get(s, "bytes=130000-140000"); w.Code != http.StatusPartialContent || !bytes.Equal(w.Body.Bytes(), content[130000:140001]) {
			t.Errorf("a range = %d with %d bytes", w.Code, w.Body.Len())
		}
	}
	if n := asked.Load(); n != 3 { // the size, and two blocks once each
		t.Errorf("the address was asked %d times", n)
	}
	tag.Store(&second)
	if w := get(s, "bytes=900000-900001"); w.Body.Len() == 2 {
		t.Error("a range of two versions of the file was put together")
	}
	s.Look(t.Context())
	if w := get(s, "bytes=900000-900001"); w.Code != http.StatusPartialContent || w.Body.Len() != 2 {
		t.Errorf("the new version = %d with %d bytes", w.Code, w.Body.Len())
	}
}

func TestStreets_anAddressThatDoesNotDo(t *testing.T) {
	t.Parallel()
	whole := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("all of it")) }))
	defer whole.Close()
	if err := looked(t, whole.URL).Try(); err == nil || !strings.Contains(err.Error(), "range") {
		t.Errorf("a site without ranges: %v", err)
	}
	whole.Close()
	if err := looked(t, whole.URL).Try(); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("a site that is down: %v", err)
	}
}

func TestStreets_none(t *testing.T) {
	t.Parallel()
	s := streets.New("", nil, nil)
	if s != nil || s.Try() != nil || s.Run(t.Context()) != nil {
		t.Error("no street map is not an error")
	}
	if w := get(s, "bytes=0-1"); w.Code != http.StatusNotFound {
		t.Errorf("= %d", w.Code)
	}
}
