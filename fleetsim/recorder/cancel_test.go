package recorder_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/sdk/device"
)

// TestCancelUpload has a file dropped while it is on its way, and one that waits behind it: neither is brought, and what comes after them is.
func TestCancelUpload(t *testing.T) {
	folder := t.TempDir()
	r := newRecorder(t, folder, recorder.Link{})
	under, release := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPut {
			_, _ = io.WriteString(w, `{}`)
			return
		}
		close(under) // a second attempt would panic
		select {
		case <-request.Context().Done():
		case <-release:
		}
	}))
	defer server.Close()
	defer close(release)
	first, second := upload(server.URL, device.FileTracking), upload(server.URL, device.FileTracking)
	first.FileRequestID, second.FileRequestID = "first", "second"
	ask(t, r, "c1", device.CommandUpload, first)
	<-under
	ask(t, r, "c2", device.CommandUpload, second)
	ask(t, r, "c3", device.CommandCancelUpload, device.CancelUpload{FileRequestID: "second"})
	ask(t, r, "c4", device.CommandCancelUpload, device.CancelUpload{FileRequestID: "first"})
	ask(t, r, "c5", device.CommandCancelUpload, device.CancelUpload{FileRequestID: "never heard of"})
	for _, id := range []string{"c3", "c4", "c5"} {
		if reply := answer(t, r, id); reply.Status != "done" {
			t.Errorf("%s is answered %+v", id, reply)
		}
	}
	s, url := newStore(t)
	third := upload(url, device.FileTracking)
	third.FileRequestID = "third"
	ask(t, r, "c6", device.CommandUpload, third)
	s.have(t, r, "c6", "done")
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "uploads.json" {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestUpload_ALinkThatIsGoneIsNotTriedAgain(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	ask(t, r, "c1", device.CommandUpload, upload(refusing(t, http.StatusGone, nothing), device.FileTracking))
	if reply := answer(t, r, "c1"); reply.Status != "failed" {
		t.Errorf("it is answered %+v", reply)
	}
}
