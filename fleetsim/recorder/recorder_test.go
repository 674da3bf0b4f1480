package recorder_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"outrider.dev/fleetsim/recorder"
	"outrider.dev/fleetsim/traffic"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/trackfile"
)

// driving is an instant at which the test's vehicle has driven for a while.
var driving = func() time.Time {
	v := vehicle()
	for at := time.Date(2026, 3, 4, 6, 0, 0, 0, time.UTC); ; at = at.Add(time.Minute) {
		if moving(v, at) && moving(v, at.Add(-3*time.Minute)) && moving(v, at.Add(3*time.Minute)) {
			return at
		}
	}
}()

func moving(v *traffic.Vehicle, at time.Time) bool {
	s := v.Sample(at)
	return *s.Ignition && *s.SpeedKmh > 20
}

func vehicle() *traffic.Vehicle {
	return traffic.New(1, traffic.Spec{DeviceID: "demo-0001", Model: "JH8", Vehicle: "Van 1", Type: "van"}, time.UTC)
}

// newRecorder runs a recorder whose clock stands five minutes after driving; it ends with the test.
func newRecorder(t *testing.T, folder string, link recorder.Link) *recorder.Recorder {
	t.Helper()
	ffmpeg, err := recorder.FindFFmpeg()
	if err != nil {
		t.Fatal(err)
	}
	r := recorder.New(recorder.Options{
		Vehicle: vehicle, Now: func() time.Time { return driving.Add(5 * time.Minute) }, Zone: time.UTC, Folder: folder, FFmpeg: ffmpeg, Link: link,
		Log: slog.New(slog.DiscardHandler),
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); r.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })
	return r
}

func ask(t *testing.T, r *recorder.Recorder, id, kind string, data any) {
	t.Helper()
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	r.Command(device.Command{ID: id, Type: kind, Data: raw})
}

// answer is the last reply to a command: done or failed.
func answer(t *testing.T, r *recorder.Recorder, id string) device.Reply {
	t.Helper()
	for {
		select {
		case reply := <-r.Replies():
			if reply.ID == id && (reply.Status == "done" || reply.Status == "failed") {
				return reply
			}
		case <-t.Context().Done():
			t.Fatal("no answer")
		}
	}
}

// TestConfigs has settings confirmed once they are kept, across a restart; others cannot be read.
func TestConfigs(t *testing.T) {
	folder := t.TempDir()
	if told, err := recorder.Configs(folder); told != nil || err != nil {
		t.Errorf("before it was told any: %s, %v", told, err)
	}
	r := newRecorder(t, folder, recorder.Link{})
	for _, enabled := range []bool{false, true} {
		ask(t, r, fmt.Sprintf("c-%t", enabled), device.CommandConfigureUpload, device.ConfigureUpload{Configs: map[string]device.UploadConfig{
			"io|3": {Media: device.UploadMedia{Snaps: device.Enabled{Enabled: enabled}}},
		}})
		if reply := answer(t, r, fmt.Sprintf("c-%t", enabled)); reply.Status != "done" {
			t.Errorf("answered was %+v", reply)
		}
		told, err := recorder.Configs(folder)
		if want := fmt.Sprintf(`"snaps":{"enabled":%t`, enabled); err != nil || !strings.Contains(string(told), want) || !strings.Contains(string(told), `"io|3"`) {
			t.Errorf("kept are %s, %v; want %s", told, err, want)
		}
	}
	ask(t, r, "rubbish", device.CommandConfigureUpload, []int{1})
	if reply := answer(t, r, "rubbish"); reply.Status != "failed" {
		t.Errorf("rubbish was answered %+v", reply)
	}
}

// store is a server that takes uploads, as docs/device-protocol.md says.
type store struct {
	mu    sync.Mutex
	parts map[int][]byte
	whole []byte
	puts  int
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodPut:
		s.puts++
		if err != nil {
			return // the link broke
		}
		number, _ := strconv.Atoi(r.URL.Query().Get("part")) // 0 is refused by the promise
		s.parts[number] = body
	case http.MethodGet:
		var parts []map[string]int
		for number, part := range s.parts {
			parts = append(parts, map[string]int{"part": number, "size": len(part)})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"parts": parts, "complete": s.whole != nil})
	case http.MethodPost:
		var promise struct{ SHA256 string }
		_ = json.Unmarshal(body, &promise) // an empty promise fits nothing
		var whole []byte
		for number := 1; number <= len(s.parts); number++ {
			whole = append(whole, s.parts[number]...)
		}
		if sum := sha256.Sum256(whole); hex.EncodeToString(sum[:]) != promise.SHA256 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		s.whole = whole
	}
}

func newStore(t *testing.T) (*store, string) {
	t.Helper()
	s := &store{parts: map[int][]byte{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL + "/file"
}

func upload(url, kind string) device.Upload {
	return device.Upload{FileRequestID: kind, FileType: kind, Channel: 1, StartMs: driving.UnixMilli(), DurationMs: 2000, URL: url, PartBytes: 20_000}
}

// brought asks for a file and returns its bytes and what the recorder says of it.
func brought(t *testing.T, kind string, link recorder.Link) ([]byte, device.Uploaded, *store) {
	t.Helper()
	s, url := newStore(t)
	r := newRecorder(t, t.TempDir(), link)
	ask(t, r, "c1", device.CommandUpload, upload(url, kind))
	reply := answer(t, r, "c1")
	var made device.Uploaded
	if err := json.Unmarshal(reply.Data, &made); err != nil || reply.Status != "done" || int(made.Size) != len(s.whole) {
		t.Fatalf("%s: %+v, %v, %d bytes", kind, reply, err, len(s.whole))
	}
	return s.whole, made, s
}

func TestUpload_VideoPlaysAndBeginsAtOnce(t *testing.T) {
	file, made, _ := brought(t, device.FileVideo, recorder.Link{})
	if made.StartMs != driving.UnixMilli() || made.DurationMs != 2000 {
		t.Errorf("it covers %+v", made)
	}
	if index, data := bytes.Index(file, []byte("moov")), bytes.Index(file, []byte("mdat")); index < 0 || index > data {
		t.Errorf("the index is at %d, behind the pictures at %d", index, data)
	}
	path := filepath.Join(t.TempDir(), "clip.mp4")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	ffmpeg, err := recorder.FindFFmpeg()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-i", path, "-f", "null", "-").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("it does not play: %v %s", err, out)
	}
}

func TestUpload_ReadingsAndPictures(t *testing.T) {
	file, _, _ := brought(t, device.FileAlertTracking, recorder.Link{})
	if track, err := trackfile.Read(file); err != nil || len(track) != 3 || track[0].SpeedKmh < 20 {
		t.Errorf("tracking: %+v, %v", track, err)
	}
	file, _, _ = brought(t, device.FileAlertIMU, recorder.Link{})
	if imu, err := imufile.Read(file); err != nil || len(imu) != 101 || imu[0].Z < 0.8 || imu[0].Z > 1.2 {
		t.Errorf("IMU: %d samples, %v", len(imu), err)
	}
	file, _, _ = brought(t, device.FileAlertSnaps, recorder.Link{})
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil || len(archive.File) != 10 {
		t.Fatalf("pictures: %v", err)
	}
	first, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if img, err := jpeg.Decode(first); err != nil || img.Bounds().Dx() != 704 {
		t.Errorf("the first picture: %v", err)
	}
}

func TestUpload_GoesOnAfterACutAndAfterARestart(t *testing.T) {
	whole, _, s := brought(t, device.FileVideo, recorder.Link{CutAfter: 45_000})
	if parts := (len(whole) + 19_999) / 20_000; s.puts <= parts || s.puts > parts+parts/2+2 {
		t.Errorf("%d attempts at %d parts", s.puts, parts)
	}
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(broken.Close)
	folder := t.TempDir()
	func() { // its first life ends before the server is back
		first := recorder.New(recorder.Options{
			Vehicle: vehicle, Now: func() time.Time { return driving.Add(5 * time.Minute) }, Zone: time.UTC, Folder: folder, Log: slog.New(slog.DiscardHandler),
		})
		ctx, stop := context.WithCancel(t.Context())
		stop()
		ask(t, first, "c1", device.CommandUpload, upload(broken.URL, device.FileTracking))
		for len(first.Replies()) == 0 { // a stopped recorder may still take what came before
			first.Run(ctx)
		}
	}()
	again, url := newStore(t)
	second := newRecorder(t, folder, recorder.Link{})
	ask(t, second, "c2", device.CommandUpload, upload(url, device.FileTracking))
	if reply := answer(t, second, "c2"); reply.Status != "done" || len(again.whole) == 0 {
		t.Errorf("after the restart: %+v", reply)
	}
	ask(t, second, "c3", device.CommandUpload, upload(url, device.FileTracking))
	if reply := answer(t, second, "c3"); reply.Status != "done" {
		t.Errorf("asked once more: %+v", reply)
	}
}

func TestCommands_Answers(t *testing.T) {
	r := newRecorder(t, t.TempDir(), recorder.Link{})
	ask(t, r, "list", device.CommandListRecordings, device.ListRecordings{FromMs: driving.Add(-time.Minute).UnixMilli(), ToMs: driving.UnixMilli()})
	var list device.Recordings
	if reply := answer(t, r, "list"); json.Unmarshal(reply.Data, &list) != nil || len(list.Intervals) != recorder.Channels || list.Intervals[0].StartMs > driving.UnixMilli() {
		t.Errorf("recordings: %+v", list)
	}
	for name, tc := range map[string]struct {
		kind string
		data any
	}{
		"unknown":   {"dance", nil},
		"garbage":   {device.CommandUpload, "x"},
		"channel":   {device.CommandStartStream, device.StartStream{Session: "s", Channel: 9}},
		"years ago": {device.CommandPlayRecording, device.PlayRecording{Session: "s", Channel: 1, StartMs: 1, EndMs: 2}},
	} {
		ask(t, r, name, tc.kind, tc.data)
		if reply := answer(t, r, name); reply.Status != "failed" || reply.Text == "" {
			t.Errorf("%s: %+v", name, reply)
		}
	}
	_, url := newStore(t)
	long := upload(url, device.FileVideo)
	long.StartMs = driving.Add(-100 * 24 * time.Hour).UnixMilli()
	ask(t, r, "overwritten", device.CommandUpload, long)
	if reply := answer(t, r, "overwritten"); reply.Status != "failed" {
		t.Errorf("a clip that was overwritten: %+v", reply)
	}
	r.Command(device.Command{ID: "late", Type: device.CommandStopStream, Data: []byte(`{}`), ExpiresAt: 1})
	if reply := answer(t, r, "late"); reply.Status != "failed" {
		t.Errorf("a command that came too late: %+v", reply)
	}
}
