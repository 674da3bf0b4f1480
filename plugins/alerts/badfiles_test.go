package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/fleetsim/deviceclient"
	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/alerts/internal/alert"
	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/seal"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/plugintest"
)

// trackFaults are the faults of the golden tracking files, and what is said of them.
var trackFaults = map[string]string{
	"id": "Invalid tracking file ID", "version": "Unsupported file version", "endianness": "Invalid endianness",
	"fields": "Number of fields and precision specifiers not equal", "delimiter": "Invalid delimiter",
}

// liar is a device that brings a good video of channel 1, half of channel 2, a tracking file with the next of the faults, an IMU file of one
// byte, and pictures under a name that climbs out.
type liar struct {
	t      *testing.T
	video  []byte
	faults []string          // that are left
	gave   map[string][]byte // by file request: what is asked for again is the same
	again  []device.Upload   // what the host could not take
}

func (l *liar) file(u device.Upload) []byte {
	if again, ok := l.gave[u.FileRequestID]; ok {
		return again
	}
	switch {
	case u.FileType == device.FileAlertVideo && u.Channel == 2:
		l.gave[u.FileRequestID] = l.video[:len(l.video)/2]
	case u.FileType == device.FileAlertVideo:
		l.gave[u.FileRequestID] = l.video
	case u.FileType == device.FileAlertTracking:
		l.gave[u.FileRequestID], l.faults = l.golden("fault-"+l.faults[0]+".bin"), l.faults[1:]
	case u.FileType == device.FileAlertIMU:
		l.gave[u.FileRequestID] = l.golden("fault-one-byte.bin")
	default:
		l.gave[u.FileRequestID] = l.climbing()
	}
	return l.gave[u.FileRequestID]
}

func (l *liar) golden(name string) []byte {
	raw, err := os.ReadFile(filepath.Join("../../sdk/device/testdata/files", name))
	must(l.t, err)
	return raw
}

func (l *liar) climbing() []byte {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	w, err := archive.Create("../../../etc/cron.d/evil.jpg")
	must(l.t, err)
	must(l.t, jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	must(l.t, archive.Close())
	return out.Bytes()
}

// bring sends what a command asks for, and keeps its promise; false: the host could not take it now.
func (l *liar) bring(u device.Upload) bool {
	data := l.file(u)
	sum := sha256.Sum256(data)
	promise, err := json.Marshal(device.Uploaded{Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:]), StartMs: u.StartMs, DurationMs: u.DurationMs})
	must(l.t, err)
	return l.send(http.MethodPut, u.URL+"?part=1", data) && l.send(http.MethodPost, u.URL, promise)
}

func (l *liar) send(method, url string, body []byte) bool {
	request, err := http.NewRequestWithContext(l.t.Context(), method, url, bytes.NewReader(body))
	must(l.t, err)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		l.t.Logf("%s: %v", method, err)
		return false
	}
	said, _ := io.ReadAll(answer.Body)
	must(l.t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK {
		l.t.Logf("%s: %d %s", method, answer.StatusCode, said) // asked for twice, it may be there
	}
	return answer.StatusCode < http.StatusInternalServerError
}

// TestEvidence_OfBadFiles has a device raise one alert for each fault of a tracking file, and bring files that are broken: who looks at the alert is
// told why, and who downloads it gets the rest, with a list of what is missing.
func TestEvidence_OfBadFiles(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../users", "../vehicles", "../geo", "../gateway", "../footage"))
	admin := plugintest.As("alpha", "ORG_ADMIN")
	_, key := fitVan(t, h, admin)
	settings := map[string]any{"devices": []string{camera}, "configs": []any{map[string]any{
		"attribute": "imu", "snaps": true, "video": true, "tracking": true, "imu": true, "video_channels": []int{1, 2},
	}}}
	plugintest.Eventually(t, "the copy of the fleet has no device", func() bool { return h.Do(admin, "PUT /api/org/alpha/au/settings", settings).Status == http.StatusOK })

	commands := make(chan device.Command, 256)
	client := recordertest.Dial(t, deviceclient.Config{Broker: h.Listeners["mqtt"], ID: camera, Key: key, OnCommand: func(c device.Command) { commands <- c }})
	var alerts []string
	for name := range trackFaults {
		at := time.Now().Add(-time.Duration(len(alerts)+1) * time.Minute)
		event, err := json.Marshal(map[string]any{"id": name, "type": "imualert", "time": at.UnixMilli(), "labels": []any{map[string]any{"name": "harsh_braking", "probability": 0.9}}})
		must(t, err)
		must(t, client.Publish(t.Context(), device.TopicEvents, event))
		alerts = append(alerts, alert.IDOfEvent("alpha", camera, name))
	}
	path := filepath.Join(t.TempDir(), "film.mp4")
	recordertest.Video(t, path, "testsrc=size=64x48:rate=5:duration=4", "-movflags", "+faststart")
	video, err := os.ReadFile(path)
	must(t, err)
	l := &liar{t: t, video: video, gave: map[string][]byte{}}
	for name := range trackFaults {
		l.faults = append(l.faults, name)
	}
	var told []string
	for _, id := range alerts {
		told = append(told, wantBroken(t, h, admin, id, func() { l.serve(commands) }))
	}
	slices.Sort(told)
	var want []string
	for _, says := range trackFaults {
		want = append(want, says)
	}
	if slices.Sort(want); !slices.Equal(told, want) {
		t.Errorf("of the tracking files it is said %q, want %q", told, want)
	}
	wantRest(t, h, admin, alerts[0])
}

// serve brings what was asked for by now, and what could not be taken before.
func (l *liar) serve(commands <-chan device.Command) {
	uploads := l.again
	for len(commands) > 0 {
		var u device.Upload
		if c := <-commands; c.Type == device.CommandUpload && json.Unmarshal(c.Data, &u) == nil {
			uploads = append(uploads, u)
		}
	}
	l.again = slices.DeleteFunc(uploads, l.bring)
}

// wantBroken waits until every file of an alert is there or refused, and returns what is said of its tracking file.
func wantBroken(t *testing.T, h *plugintest.Host, as plugintest.Actor, id string, serve func()) (tracking string) {
	t.Helper()
	found := map[string]string{}
	plugintest.Within(t, 2*time.Minute, "the files of an alert do not come to an end", func() bool {
		serve()
		var evidence struct {
			Files []struct {
				FileType string `json:"file_type"`
				Channel  int
				Status   string
				Reason   string
			}
		}
		answer := h.Do(as, "GET /api/org/alpha/alerts/"+id+"/evidence", nil)
		if answer.Status != http.StatusOK {
			return false
		}
		answer.Decode(t, &evidence)
		for _, f := range evidence.Files {
			if f.Status != "success" && f.Status != "canceled" {
				return false
			}
			found[fmt.Sprintf("%s %d", f.FileType, f.Channel)] = strings.TrimSpace(f.Status + " " + f.Reason)
		}
		return len(evidence.Files) >= 5
	})
	for name, want := range map[string]string{"alert_video 1": "success", "alert_video 2": "canceled the video is cut off", "alert_imu 0": "canceled Invalid tracking file ID"} {
		if found[name] != want {
			t.Errorf("%s is %q, want %q", name, found[name], want)
		}
	}
	return strings.TrimPrefix(found["alert_tracking 0"], "canceled ")
}

// wantRest downloads what is there of an alert.
func wantRest(t *testing.T, h *plugintest.Host, as plugintest.Actor, id string) {
	t.Helper()
	one := "GET /api/org/alpha/alerts/" + id
	var contents struct {
		Name    string
		Skipped []struct{ Name, Reason string }
	}
	made(t, h.Do(as, one+"/media/contents", nil), http.StatusOK).Decode(t, &contents)
	base := strings.TrimSuffix(contents.Name, ".zip")
	var skipped []string
	for _, s := range contents.Skipped {
		skipped = append(skipped, s.Name)
	}
	if want := []string{base + "_CH2.mp4", "gps_data.csv", "imu.csv"}; !slices.Equal(skipped, want) {
		t.Errorf("skipped are %q, want %q", skipped, want)
	}
	answer := made(t, h.Do(as, one+"/media", nil), http.StatusOK)
	files := alertstest.Unzip(t, answer.Body)
	list := string(files[seal.SkippedFile])
	if len(files[base+"_CH1.mp4"]) == 0 || len(files) != 3 || answer.Header.Get("Outrider-Skipped") != "3" || !strings.Contains(list, "imu.csv: Invalid tracking file ID") ||
		!strings.Contains(list, "_CH2.mp4: the video is cut off") {
		t.Errorf("the zip has %d files, of %s missing it says: %s", len(files), answer.Header.Get("Outrider-Skipped"), list)
	}
	for name := range alertstest.Unzip(t, files["snapshots.zip"]) {
		if name != "evil.jpg" {
			t.Errorf("a picture is called %q", name)
		}
	}
	if sealed := alertstest.Unzip(t, made(t, h.Do(as, one+"/package", nil), http.StatusOK).Body); len(sealed[seal.ManifestFile]) == 0 {
		t.Error("there is no list in the package")
	}
}
