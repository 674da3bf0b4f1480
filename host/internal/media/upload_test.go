package media_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/media"
)

// upload is a link with which device d1 brings a file of at most 100 bytes.
func upload() media.Link {
	return media.Link{Verb: media.Put, OrgID: "demo", Key: "demo/footage/a.mp4", Plugin: "footage", DeviceID: "d1", MaxBytes: 100, Expires: time.Now().Add(time.Minute)}
}

// send sends one request of an upload and returns what is answered.
func (s *store) send(method, path, body string) (int, string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatalf("make request: %v", err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		s.t.Fatalf("%s: %v", method, err)
	}
	answer, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		s.t.Fatalf("read answer: %v", err)
	}
	return response.StatusCode, strings.TrimSpace(string(answer))
}

func promise(content string) string {
	return fmt.Sprintf(`{"size":%d,"sha256":"%s"}`, len(content), hashOf([]byte(content)))
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// stored is a file's content, and whether it is there.
func (s *store) stored(key string) (string, bool) {
	content, err := s.bucket.ReadAll(s.t.Context(), key)
	return string(content), err == nil
}

func TestUpload_PartsBecomeTheFile(t *testing.T) { uploadInParts(t, newStore(t)) }

func uploadInParts(t *testing.T, s *store) {
	t.Helper()
	path := s.link(upload())
	for _, part := range []struct{ number, body string }{{"2", "world"}, {"1", "wrong "}, {"1", "hello "}} {
		if status, answer := s.send(http.MethodPut, path+"?part="+part.number, part.body); status != http.StatusOK {
			t.Fatalf("part %s: %d %s", part.number, status, answer)
		}
	}
	if _, there := s.stored("demo/footage/a.mp4"); there {
		t.Error("the file is visible before it is complete")
	}
	if _, answer := s.send(http.MethodGet, path, ""); answer != `{"complete":false,"parts":[{"part":1,"size":6},{"part":2,"size":5}]}` {
		t.Errorf("what has arrived: %s", answer)
	}
	for range 2 { // the device may not hear the first answer
		if status, answer := s.send(http.MethodPost, path, promise("hello world")); status != http.StatusOK {
			t.Fatalf("complete: %d %s", status, answer)
		}
	}
	if content, _ := s.stored("demo/footage/a.mp4"); content != "hello world" {
		t.Errorf("the file is %q", content)
	}
	if len(s.announced) != 2 || s.announced[0].Size != 11 || s.announced[0].Link.DeviceID != "d1" {
		t.Errorf("announced %+v", s.announced)
	}
	if _, answer := s.send(http.MethodGet, path, ""); answer != `{"complete":true,"parts":[]}` {
		t.Errorf("what has arrived at the end: %s", answer)
	}
	if status, _ := s.send(http.MethodPost, path, promise("another one")); status != http.StatusConflict {
		t.Errorf("another file under the same name: %d", status)
	}
}

func TestUpload_Refusals(t *testing.T) {
	s := newStore(t)
	path := s.link(upload())
	download, otherDevice := s.link(clip()), upload()
	otherDevice.DeviceID = "d2"
	if status, _ := s.send(http.MethodPut, path+"?part=1", "hello"); status != http.StatusOK {
		t.Fatalf("part 1: %d", status)
	}
	for _, tc := range []struct {
		name, method, path, body string
		status                   int
		says                     string
	}{
		{"no part", http.MethodPut, path, "x", http.StatusUnprocessableEntity, "part"},
		{"part 0", http.MethodPut, path + "?part=0", "x", http.StatusUnprocessableEntity, "part"},
		{"part 10001", http.MethodPut, path + "?part=10001", "x", http.StatusUnprocessableEntity, "part"},
		{"too much in one part", http.MethodPut, path + "?part=2", strings.Repeat("x", 101), http.StatusRequestEntityTooLarge, "more than"},
		{"too much altogether", http.MethodPut, path + "?part=2", strings.Repeat("x", 96), http.StatusRequestEntityTooLarge, "more than"},
		{"no promise", http.MethodPost, path, "{}", http.StatusUnprocessableEntity, "sha256"},
		{"garbage", http.MethodPost, path, "garbage", http.StatusUnprocessableEntity, "sha256"},
		{"another size", http.MethodPost, path, promise("hello!"), http.StatusUnprocessableEntity, "size"},
		{"another content", http.MethodPost, path, promise("HELLO"), http.StatusUnprocessableEntity, "sha256"},
		{"another device's parts", http.MethodPost, s.link(otherDevice), promise("hello"), http.StatusUnprocessableEntity, "Part 1"},
		{"a download's link", http.MethodPut, download + "?part=1", "x", http.StatusForbidden, ""},
		{"looked at by HEAD", http.MethodHead, path, "", http.StatusForbidden, ""},
		{"a changed link", http.MethodPut, path + "x?part=1", "x", http.StatusForbidden, ""},
	} {
		if status, answer := s.send(tc.method, tc.path, tc.body); status != tc.status || !strings.Contains(answer, tc.says) {
			t.Errorf("%s: %d %s, want %d that says %q", tc.name, status, answer, tc.status, tc.says)
		}
	}
	if _, there := s.stored("demo/footage/a.mp4"); there || len(s.announced) != 0 {
		t.Error("something refused has left a file")
	}
	if status, _ := s.send(http.MethodPost, path, promise("hello")); status != http.StatusOK {
		t.Errorf("the right promise afterwards: %d", status)
	}
}

func TestUpload_MissingPartAndDeafPlugin(t *testing.T) {
	s := newStore(t)
	path := s.link(upload())
	s.send(http.MethodPut, path+"?part=1", "a")
	s.send(http.MethodPut, path+"?part=3", "c")
	if status, answer := s.send(http.MethodPost, path, promise("ac")); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "Part 2") {
		t.Errorf("without part 2: %d %s", status, answer)
	}
	s.send(http.MethodPut, path+"?part=2", "b")
	s.deaf = errors.New("nobody listens")
	if status, _ := s.send(http.MethodPost, path, promise("abc")); status != http.StatusServiceUnavailable {
		t.Errorf("while nobody can be told: %d", status)
	}
	s.deaf = nil
	if status, _ := s.send(http.MethodPost, path, promise("abc")); status != http.StatusOK {
		t.Errorf("once more: %d", status)
	}
}

// TestWrite_KeepsTheOldFileWhenTheNewOneCannotBeRead cuts a transfer in the middle.
func TestWrite_KeepsTheOldFileWhenTheNewOneCannotBeRead(t *testing.T) {
	bucket, err := media.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() }) // a folder: nothing to lose
	files := media.NewFiles(bucket, newSigner(t, time.Now, key), func() string { return "" })
	if _, err := files.Write(t.Context(), "demo/footage/a", strings.NewReader("old")); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(bytes.NewReader(make([]byte, 100_000)), iotestErr{})
	if _, err := files.Write(t.Context(), "demo/footage/a", broken); err == nil {
		t.Fatal("a cut transfer was stored")
	}
	if content, err := bucket.ReadAll(t.Context(), "demo/footage/a"); err != nil || string(content) != "old" {
		t.Errorf("the file is %q, %v", content, err)
	}
}

type iotestErr struct{}

func (iotestErr) Read([]byte) (int, error) { return 0, errors.New("cut") }

func TestKeyOf(t *testing.T) {
	if key, err := media.KeyOf("demo", "footage", "live/a b.jpg"); err != nil || key != "demo/footage/live/a b.jpg" {
		t.Errorf("KeyOf: %q, %v", key, err)
	}
	for _, name := range []string{"", "/a", "../a", "a/../../b", "a//b", "./a", ".uploads/a", "a/.b", "a\\b", "a\nb", "a/", strings.Repeat("a", 500)} {
		if key, err := media.KeyOf("demo", "footage", name); err == nil {
			t.Errorf("KeyOf(%q) = %q", name, key)
		}
	}
}
