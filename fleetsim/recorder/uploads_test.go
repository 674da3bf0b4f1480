package recorder_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/sdk/device"
)

// refusing is a server that answers everything with one status, after telling of it.
func refusing(t *testing.T, status int, asked func()) string {
	t.Helper()
	var once sync.Once
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		once.Do(asked)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func nothing() {}

// have says what the recorder answers to a command, and that the store has the file then.
func (s *store) have(t *testing.T, r *recorder.Recorder, id, want string) {
	t.Helper()
	reply := answer(t, r, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if reply.Status != want || (want == "done") != (s.whole != nil) {
		t.Errorf("%s is answered %+v; %d bytes are there", id, reply, len(s.whole))
	}
}

func TestUpload_ComesOverAnotherLinkAfterOneThatIsOver(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	s, url := newStore(t)
	ask(t, r, "c1", device.CommandUpload, upload(refusing(t, http.StatusForbidden, nothing), device.FileTracking))
	s.have(t, r, "c1", "failed")
	ask(t, r, "c2", device.CommandUpload, upload(url, device.FileTracking))
	s.have(t, r, "c2", "done")
}

func TestUpload_ALinkThatIsOverDoesNotFailTheNextOne(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	s, url := newStore(t)
	over := refusing(t, http.StatusForbidden, func() { ask(t, r, "c2", device.CommandUpload, upload(url, device.FileTracking)) })
	ask(t, r, "c1", device.CommandUpload, upload(over, device.FileTracking))
	s.have(t, r, "c2", "done")
}

func TestUpload_OneThatDoesNotSucceedLetsOthersGoFirst(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	s, url := newStore(t)
	ask(t, r, "c1", device.CommandUpload, upload(refusing(t, http.StatusNotFound, nothing), device.FileTracking))
	ask(t, r, "c2", device.CommandUpload, upload(url, device.FileAlertIMU))
	s.have(t, r, "c2", "done")
}

func TestUpload_ComesOnceMoreIfTheServerLostIt(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	s, url := newStore(t)
	ask(t, r, "c1", device.CommandUpload, upload(url, device.FileTracking))
	s.have(t, r, "c1", "done")
	s.mu.Lock()
	s.whole, s.parts = nil, map[int][]byte{1: []byte("of another making")}
	s.mu.Unlock()
	ask(t, r, "c2", device.CommandUpload, upload(url, device.FileTracking))
	s.have(t, r, "c2", "done")
}

func TestUpload_ReplacesPartsOfAnotherMaking(t *testing.T) {
	file, promised, _ := brought(t, device.FileTracking, recorder.Link{})
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	s, url := newStore(t)
	s.parts[1] = make([]byte, len(file))
	ask(t, r, "c1", device.CommandUpload, upload(url, device.FileTracking))
	s.have(t, r, "c1", "done")
	if sum := sha256.Sum256(s.whole); hex.EncodeToString(sum[:]) != promised.SHA256 {
		t.Error("other bytes are there")
	}
}

func TestUpload_IsDoneIfTheServerHasWorkedOnItSince(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusConflict)
			return
		}
		_, _ = io.WriteString(w, `{"parts":[],"complete":true}`)
	}))
	t.Cleanup(server.Close)
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	ask(t, r, "c1", device.CommandUpload, upload(server.URL, device.FileTracking))
	if reply := answer(t, r, "c1"); reply.Status != "done" {
		t.Errorf("%+v", reply)
	}
}
