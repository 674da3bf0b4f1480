package media_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/media"
)

// bring uploads a file in one part, and fails the test if it is not taken.
func (s *store) bring(path, content string) {
	s.t.Helper()
	if status, answer := s.send(http.MethodPut, path+"?part=1", content); status != http.StatusOK {
		s.t.Fatalf("part 1: %d %s", status, answer)
	}
	if status, answer := s.send(http.MethodPost, path, promise(content)); status != http.StatusOK {
		s.t.Fatalf("complete: %d %s", status, answer)
	}
}

// TestUpload_AFinishedFileIsNotReplaced is what a holder of a link may try after its file is there.
func TestUpload_AFinishedFileIsNotReplaced(t *testing.T) {
	s := newStore(t)
	path := s.link(upload())
	s.bring(path, "what the camera saw")
	later := upload()
	later.Expires = later.Expires.Add(time.Minute) // another link to the same file
	for _, link := range []string{path, s.link(later)} {
		if status, answer := s.send(http.MethodPut, link+"?part=1", "a forgery"); status != http.StatusConflict {
			t.Errorf("a part after completion: %d %s", status, answer)
		}
		for _, other := range []string{"a forgery", "what the camera saW"} {
			if status, answer := s.send(http.MethodPost, link, promise(other)); status != http.StatusConflict {
				t.Errorf("another file after completion: %d %s", status, answer)
			}
		}
	}
	if content, _ := s.stored("demo/footage/a.mp4"); content != "what the camera saw" {
		t.Errorf("the file is %q", content)
	}
	same := fmt.Sprintf(`{"size":19,"sha256":"%s"}`, strings.ToUpper(hashOf([]byte("what the camera saw"))))
	if status, answer := s.send(http.MethodPost, path, same); status != http.StatusOK {
		t.Errorf("the same promise once more: %d %s", status, answer)
	}
	if parts := parts(t, s); len(parts) != 0 {
		t.Errorf("parts are left: %v", parts)
	}
}

// parts are the files of uploads that are not whole.
func parts(t *testing.T, s *store) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.folder, ".uploads", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestUpload_OneOfManyIsAccepted has many complete the same upload with parts that change meanwhile: one file is accepted, and stays.
func TestUpload_OneOfManyIsAccepted(t *testing.T) {
	for round := range 5 {
		s := newStore(t)
		path := s.link(upload())
		var work sync.WaitGroup
		var mu sync.Mutex
		accepted := map[string]bool{}
		for n := range 8 {
			work.Go(func() {
				content := fmt.Sprintf("version %d", n)
				s.send(http.MethodPut, path+"?part=1", content)
				if status, _ := s.send(http.MethodPost, path, promise(content)); status == http.StatusOK {
					mu.Lock()
					defer mu.Unlock()
					accepted[content] = true
				}
			})
		}
		work.Wait()
		content, there := s.stored("demo/footage/a.mp4")
		if len(accepted) > 1 || (len(accepted) == 1) != there || (there && !accepted[content]) {
			t.Fatalf("round %d: accepted were %v, stored is %q (%t)", round, accepted, content, there)
		}
	}
}

// TestUpload_GoesOnAfterACut completes an upload whose host was killed after the promise was accepted, and before the file was there.
func TestUpload_GoesOnAfterACut(t *testing.T) {
	s := newStore(t)
	path := s.link(upload())
	s.send(http.MethodPut, path+"?part=1", "hello")
	if err := os.WriteFile(filepath.Join(s.folder, "demo/footage"), nil, 0o600); err != nil { // in the way of the folder of that name
		t.Fatal(err)
	}
	if status, _ := s.send(http.MethodPost, path, promise("hello")); status != http.StatusServiceUnavailable {
		t.Fatalf("without room: %d", status)
	}
	if err := os.Remove(filepath.Join(s.folder, "demo/footage")); err != nil {
		t.Fatal(err)
	}
	s.send(http.MethodPut, path+"?part=1", "other") // taken, as a part that was lost would be
	if status, _ := s.send(http.MethodPost, path, promise("other")); status != http.StatusConflict {
		t.Errorf("another file than the accepted one: %d", status)
	}
	s.bring(path, "hello")
}

// TestUpload_OfARequestThatIsOver ends uploads before they begin, half way and at the end.
func TestUpload_OfARequestThatIsOver(t *testing.T) {
	s := newStore(t)
	for name, before := range map[string]func(path string){
		"unborn":   func(string) {},
		"half way": func(path string) { s.send(http.MethodPut, path+"?part=1", "hello") },
		"at end":   func(path string) { s.bring(path, "hello") },
	} {
		l := upload()
		l.Key = "demo/footage/" + name
		path := s.link(l)
		before(path)
		if err := s.uploads.End(t.Context(), l.Key); err != nil {
			t.Fatal(err)
		}
		for method, at := range map[string]string{http.MethodPut: path + "?part=1", http.MethodPost: path, http.MethodGet: path} {
			if status, answer := s.send(method, at, promise("hello")); status != http.StatusGone {
				t.Errorf("%s, %s: %d %s", name, method, status, answer)
			}
		}
		if _, there := s.stored(l.Key); there || len(parts(t, s)) != 0 {
			t.Errorf("%s: something is left: %t, %v", name, there, parts(t, s))
		}
	}
}

// TestUpload_OfBeforeReceipts does not let a file be replaced that a former version took.
func TestUpload_OfBeforeReceipts(t *testing.T) {
	s := newStore(t)
	if err := s.bucket.WriteAll(t.Context(), "demo/footage/a.mp4", []byte("old"), nil); err != nil {
		t.Fatal(err)
	}
	path := s.link(upload())
	if status, _ := s.send(http.MethodPut, path+"?part=1", "new"); status != http.StatusConflict {
		t.Errorf("a part: %d", status)
	}
	if status, _ := s.send(http.MethodPost, path, promise("new")); status != http.StatusConflict {
		t.Errorf("another promise: %d", status)
	}
	if status, _ := s.send(http.MethodPost, path, promise("old")); status != http.StatusOK {
		t.Errorf("the same promise: %d", status)
	}
}

// TestForget clears away what no link leads to any more, with what is left of it.
func TestForget(t *testing.T) {
	bucket, err := media.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	now := time.Now()
	files := media.NewFiles(bucket, newSigner(t, func() time.Time { return now }, key), nil)
	register := newRegister(t)
	uploads := media.NewUploads(files, register, nil)
	l, over := upload(), upload()
	over.Key = "demo/footage/over"
	if _, err := register.Begin(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := uploads.End(t.Context(), over.Key); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Write(t.Context(), over.Key, bytes.NewReader([]byte("stored while it ended"))); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		later       time.Duration
		begun, over bool // whether it is still known
	}{{0, true, true}, {49 * time.Hour, true, false}, {8 * 24 * time.Hour, false, false}} {
		now = now.Add(step.later)
		if err := uploads.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := register.Find(t.Context(), l.Key)
		_, overErr := register.Find(t.Context(), over.Key)
		_, statErr := files.Stat(t.Context(), over.Key)
		if (err == nil) != step.begun || (overErr == nil) != step.over || (statErr == nil) != step.over {
			t.Errorf("%s later: %v, %v, %v", step.later, err, overErr, statErr)
		}
	}
}

// TestServe_WholeFilesAreWhatWasAccepted changes a file behind the product's back.
func TestServe_WholeFilesAreWhatWasAccepted(t *testing.T) {
	s := newStore(t)
	l := clip()
	content := bytes.Repeat([]byte("0123456789"), 50_000)
	write := func(content []byte) {
		if err := s.bucket.WriteAll(t.Context(), l.Key, content, nil); err != nil {
			t.Fatal(err)
		}
	}
	l.SHA256 = hashOf(content)
	path := s.link(l)
	write(content)
	if got, err := s.read(path, ""); err != nil || !bytes.Equal(got, content) {
		t.Errorf("the file: %d bytes, %v", len(got), err)
	}
	forged := bytes.Clone(content)
	forged[len(forged)/2] ^= 1
	write(forged)
	for _, asked := range []string{"", "bytes=0-"} {
		if got, err := s.read(path, asked); err == nil {
			t.Errorf("a forgery was served whole (%q): %d bytes", asked, len(got))
		}
	}
	if got, err := s.read(path, "bytes=10-19"); err != nil || string(got) != "0123456789" {
		t.Errorf("a part: %q, %v", got, err)
	}
	write([]byte("short")) // of which nothing was sent when it is found out
	if got, err := s.read(path, ""); err == nil {
		t.Errorf("a short forgery was served: %q", got)
	}
}

// read fetches a path; an error if the answer breaks off.
func (s *store) read(path, asked string) ([]byte, error) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	if asked != "" {
		request.Header.Set("Range", asked)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}
