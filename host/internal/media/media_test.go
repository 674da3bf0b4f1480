package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gocloud.dev/blob"

	"outrider.dev/outrider/host/internal/database"
	"outrider.dev/outrider/host/internal/hosttest"
	"outrider.dev/outrider/host/internal/media"
)

// withPostgres runs the tests and stops the Postgres that they started before leaks are looked for.
type withPostgres struct{ *testing.M }

func (m withPostgres) Run() int {
	defer func() {
		if registers != nil {
			registers.Close()
		}
	}()
	return hosttest.Run(m.M)
}

// registers is where the tests' registers are; nil until the first.
var registers *database.DB

func TestMain(m *testing.M) { goleak.VerifyTestMain(withPostgres{m}) }

var key = bytes.Repeat([]byte("k"), 32)

// sessions are those that are signed out.
type sessions map[string]bool

func (s sessions) Alive(_ context.Context, _, session, _ string) (bool, error) {
	return !s[session], nil
}

type store struct {
	t      *testing.T
	folder string // of a storage that is one
	bucket *blob.Bucket
	url    string
	signer *media.Signer
	gone   sessions

	uploads   *media.Uploads
	announced []media.Uploaded
	deaf      error // of whoever is told of uploads
}

func newStore(t *testing.T) *store {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "media")
	s := newStoreAt(t, folder)
	s.folder = folder
	return s
}

// newStoreAt is a store in a folder or bucket, with one file in it.
func newStoreAt(t *testing.T, place string) *store {
	t.Helper()
	bucket, err := media.Open(t.Context(), place)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := bucket.Close(); err != nil {
			t.Errorf("close bucket: %v", err)
		}
	})
	if err := bucket.WriteAll(t.Context(), "demo/clip.mp4", []byte("0123456789"), nil); err != nil {
		t.Fatalf("write file: %v", err)
	}
	s := &store{t: t, bucket: bucket, signer: newSigner(t, time.Now, key), gone: sessions{}}
	files := media.NewFiles(bucket, s.signer, func() string { return "https://portal.example.com" })
	uploads := media.NewUploads(files, newRegister(t), func(_ context.Context, u media.Uploaded) error {
		s.announced = append(s.announced, u)
		return s.deaf
	})
	s.uploads = uploads
	server := httptest.NewServer(media.NewHandler(bucket, s.signer, uploads, s.gone, slog.New(slog.DiscardHandler)))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// newRegister is empty; all tests of the package have theirs in one database, one after the other.
func newRegister(t *testing.T) *media.Register {
	t.Helper()
	if registers == nil {
		db, err := database.Open(t.Context(), hosttest.DatabaseURL(t))
		if err != nil {
			t.Fatalf("open database: %v", err)
		}
		registers = db
	}
	if _, err := registers.Pool().Exec(t.Context(), `TRUNCATE outrider.media_upload`); err != nil {
		t.Fatal(err)
	}
	return media.NewRegister(registers.Pool())
}

func newSigner(t *testing.T, now func() time.Time, keys ...[]byte) *media.Signer {
	t.Helper()
	signer, err := media.NewSigner(now, keys...)
	if err != nil {
		t.Fatalf("NewSigner: %v", err)
	}
	return signer
}

func clip() media.Link {
	return media.Link{Verb: media.Get, OrgID: "demo", Key: "demo/clip.mp4", ContentType: "video/mp4", Expires: time.Now().Add(time.Minute)}
}

func (s *store) link(l media.Link) string {
	s.t.Helper()
	path, err := s.signer.URL(l)
	if err != nil {
		s.t.Fatalf("URL: %v", err)
	}
	return path
}

func (s *store) do(method, path string, header ...string) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, nil)
	if err != nil {
		s.t.Fatalf("make request: %v", err)
	}
	for n := 0; n+1 < len(header); n += 2 {
		req.Header.Set(header[n], header[n+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("read body: %v", err)
	}
	return res, string(body)
}

func TestServe(t *testing.T) {
	s := newStore(t)
	path := s.link(clip())
	whole, _ := s.do("GET", path)
	etag := whole.Header.Get("ETag")
	for _, tc := range []struct {
		name, method string
		header       []string
		status       int
		body         string
	}{
		{"whole", "GET", nil, 200, "0123456789"},
		{"head", "HEAD", nil, 200, ""},
		{"a range", "GET", []string{"Range", "bytes=2-4"}, 206, "234"},
		{"the end", "GET", []string{"Range", "bytes=-3"}, 206, "789"},
		{"a range past the end", "GET", []string{"Range", "bytes=20-"}, 416, "invalid range: failed to overlap\n"},
		{"unchanged", "GET", []string{"If-None-Match", etag}, 304, ""},
		{"a range of this version", "GET", []string{"Range", "bytes=0-0", "If-Range", etag}, 206, "0"},
		{"a range of another version", "GET", []string{"Range", "bytes=0-0", "If-Range", `"other"`}, 200, "0123456789"},
		{"more ranges than allowed are ignored", "GET", []string{"Range", "bytes=0-0" + strings.Repeat(",2-2", 20)}, 200, "0123456789"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res, body := s.do(tc.method, path, tc.header...)
			if res.StatusCode != tc.status || body != tc.body {
				t.Errorf("got %d %q, want %d %q", res.StatusCode, body, tc.status, tc.body)
			}
		})
	}
	if etag == "" || whole.Header.Get("Content-Type") != "video/mp4" || !strings.Contains(whole.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("headers = %v", whole.Header)
	}
}

func TestServe_SeveralRanges(t *testing.T) {
	s := newStore(t)
	res, body := s.do("GET", s.link(clip()), "Range", "bytes=0-1,8-9")
	_, params, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil || res.StatusCode != http.StatusPartialContent {
		t.Fatalf("got %d %v, %v", res.StatusCode, res.Header, err)
	}
	reader := multipart.NewReader(strings.NewReader(body), params["boundary"])
	var got []string
	for {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("next part: %v", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			t.Fatalf("read part: %v", err)
		}
		got = append(got, part.Header.Get("Content-Range")+" "+string(data))
	}
	if want := "bytes 0-1/10 01;bytes 8-9/10 89"; strings.Join(got, ";") != want {
		t.Errorf("parts = %q, want %q", strings.Join(got, ";"), want)
	}
}

func TestServe_Refusals(t *testing.T) {
	s := newStore(t)
	good := s.link(clip())
	missing, bound := clip(), clip()
	missing.Key, bound.SessionID = "demo/none.mp4", "s1"
	bound.UserID = "ann"
	s.gone["s1"] = true
	forged, err := newSigner(t, time.Now, bytes.Repeat([]byte("x"), 32)).URL(clip())
	if err != nil {
		t.Fatalf("URL: %v", err)
	}
	last := good[len(good)-1:]
	if last == "A" {
		last = "E"
	} else {
		last = "A"
	}
	for _, tc := range []struct {
		name, method, path string
		want               int
	}{
		{"garbage", "GET", media.Path + "garbage", 403},
		{"nothing", "GET", media.Path, 403},
		{"its claims changed", "GET", strings.Replace(good, media.Path+"e", media.Path+"f", 1), 403},
		{"its signature changed", "GET", good[:len(good)-1] + last, 403},
		{"its signature cut", "GET", good[:len(good)-4], 403},
		{"another installation's", "GET", forged, 403},
		{"its session has signed out", "GET", s.link(bound), 403},
		{"the file is gone", "GET", s.link(missing), 404},
		{"a download that is written to", "POST", good, 403},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res, body := s.do(tc.method, tc.path)
			if res.StatusCode != tc.want || res.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("got %d %s, want %d", res.StatusCode, body, tc.want)
			}
		})
	}
}

func TestServe_NameOfSavedFile(t *testing.T) {
	s := newStore(t)
	l := clip()
	l.Name = "Fahrt \"Süd\"\r\nX-Evil: 1.mp4"
	res, _ := s.do("GET", s.link(l))
	kind, params, err := mime.ParseMediaType(res.Header.Get("Content-Disposition"))
	if err != nil || kind != "attachment" || params["filename"] != l.Name || res.Header.Get("X-Evil") != "" {
		t.Errorf("disposition = %q, %v", res.Header.Get("Content-Disposition"), err)
	}
}

func TestSigner(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	old := newSigner(t, clock, key)
	token, err := old.Sign(clip())
	if err != nil {
		t.Fatalf("Sign: %v", err)
	}
	renewed := newSigner(t, clock, bytes.Repeat([]byte("n"), 32), key)
	if l, err := renewed.Verify(token); err != nil || l.Key != "demo/clip.mp4" {
		t.Errorf("a link of the previous key: got %v, %v", l, err)
	}
	now = now.Add(2 * time.Minute)
	if _, err := old.Verify(token); !errors.Is(err, media.ErrLink) {
		t.Errorf("an expired link: got %v, want ErrLink", err)
	}
	long := clip()
	long.Expires = now.Add(48 * time.Hour)
	if _, err := old.Sign(long); err == nil {
		t.Error("a link for two days was signed")
	}
	if _, err := media.NewSigner(clock, []byte("short")); err == nil {
		t.Error("a short key was accepted")
	}
}

// TestServe_HugeFile streams a sparse file of 1 GiB and watches the heap.
func TestServe_HugeFile(t *testing.T) {
	s := newStore(t)
	file := filepath.Join(s.folder, "demo", "huge.mp4")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatalf("create file: %v", err)
	}
	const size = 1 << 30
	if err := os.Truncate(file, size); err != nil {
		t.Fatalf("grow file: %v", err)
	}
	l := clip()
	l.Key = "demo/huge.mp4"
	before := heap()
	req, err := http.NewRequestWithContext(t.Context(), "GET", s.url+s.link(l), nil)
	if err != nil {
		t.Fatalf("make request: %v", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatalf("get: %v", err)
	}
	defer res.Body.Close()
	half, err := io.CopyN(io.Discard, res.Body, size/2)
	if err != nil {
		t.Fatalf("read half: %v", err)
	}
	if now := heap(); now > before+4<<20 {
		t.Errorf("heap grew from %d to %d bytes", before, now)
	}
	rest, err := io.Copy(io.Discard, res.Body)
	if err != nil || half+rest != size {
		t.Errorf("read %d bytes, %v; want %d", half+rest, err, size)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
