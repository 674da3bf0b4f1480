package bundle_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/alertstest"
	"outrider.dev/outrider/plugins/alerts/internal/bundle"
	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/sdk/fault"
)

// shelf is files by their ids.
type shelf map[string][]byte

func (s shelf) Open(_ context.Context, id string) (*bundle.Steady, error) {
	content, ok := s[id]
	if !ok {
		return nil, fault.New(fault.NotFound, "gone")
	}
	return bundle.Steadily(nopCloser{bytes.NewReader(content)}, int64(len(content)), s.sum(id)), nil
}

// Has implements bundle.Files. What is called changed is not what was accepted.
func (s shelf) Has(id string) (bundle.Stored, bool) {
	_, ok := s[id]
	return bundle.Stored{FileRequestID: id, SHA256: s.sum(id), DeviceSHA256: "device"}, ok
}

func (s shelf) sum(id string) string {
	if strings.HasPrefix(id, "changed") {
		return strings.Repeat("0", 64)
	}
	sum := sha256.Sum256(s[id])
	return hex.EncodeToString(sum[:])
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func golden(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../../../sdk/device/testdata/files", name))
	must(t, err)
	return raw
}

// pictures is a zip with one file of each name.
func pictures(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		f, err := w.Create(name)
		must(t, err)
		_, err = f.Write([]byte("picture " + name))
		must(t, err)
	}
	must(t, w.Close())
	return out.Bytes()
}

func file(id, kind string, channel int, status string) evidence.File {
	return evidence.File{FileRequestID: id, FileType: kind, Channel: channel, Status: status, StartMs: 1_790_000_000_000}
}

func collected(t *testing.T) *bundle.Bundle {
	t.Helper()
	files := shelf{
		"v1": bytes.Repeat([]byte("clip"), 50_000), "s1": pictures(t, "CH1_a.jpg", "../../etc/passwd.jpg", `..\..\boot.jpg`, "readme.txt"), "s2": pictures(t, "CH1_a.jpg"),
		"t": golden(t, "track-2.00-le.bin"), "i": golden(t, "imu-3-be.bin"), "bad": []byte("x"),
	}
	b, err := bundle.Collect(t.Context(), "HGV-022_2026_07_21__14_32_07", []evidence.File{
		file("v1", "alert_video", 1, "success"), file("v2", "alert_video", 2, "canceled"), file("v3", "alert_video", 3, "success"),
		file("s1", "alert_snaps", 1, "success"), file("s2", "alert_snaps", 2, "success"), file("bad", "alert_snaps", 3, "success"),
		file("t", "alert_tracking", 0, "success"), file("i", "alert_imu", 0, "success"), file("bad", "accelerometer", 0, "success"),
	}, files)
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	return b
}

func TestCollect(t *testing.T) {
	b := collected(t)
	var names, skipped []string
	for _, e := range b.Entries {
		names = append(names, e.Name)
	}
	for _, s := range b.Skipped {
		skipped = append(skipped, s.Name+": "+s.Reason)
	}
	if got := strings.Join(names, " "); got != "HGV-022_2026_07_21__14_32_07_CH1.mp4 snapshots.zip gps_data.csv imu.csv" {
		t.Errorf("the zip has %s", got)
	}
	want := "HGV-022_2026_07_21__14_32_07_CH2.mp4: the device has not sent it; HGV-022_2026_07_21__14_32_07_CH3.mp4: the file cannot be read; " +
		"snapshots.zip: CH3: the file is not a zip of pictures; imu_2.csv: Invalid tracking file ID"
	if got := strings.Join(skipped, "; "); got != want {
		t.Errorf("skipped are %s", got)
	}
}

func TestWrite_SizeIsKnownBefore(t *testing.T) {
	b := collected(t)
	size, known := bundle.Size(b.Entries)
	var out bytes.Buffer
	must(t, bundle.Write(t.Context(), &out, b.Entries, nil))
	if !known || size != int64(out.Len()) {
		t.Fatalf("size %d (%t), written %d", size, known, out.Len())
	}
	contents := alertstest.Unzip(t, out.Bytes())
	gps, _, _ := strings.Cut(string(contents["gps_data.csv"]), "\n")
	if gps != "utc,timestamp,tz,dst,gpsTimestamp,gpsStatus,lat,latDir,lng,lngDir,gpsSpeed,gpsCourse,dipState,acc,speedLimit,idling" {
		t.Errorf("gps_data.csv begins with %s", gps)
	}
	imu := strings.Split(string(contents["imu.csv"]), "\n")
	if imu[0] != "utc,timestamp,tz,dst,x,y,z,speed,course,ignition" || !strings.HasPrefix(imu[1], "20") || strings.Count(imu[1], ",") != 9 {
		t.Errorf("imu.csv begins with %q", imu[:2])
	}
	names := slices.Sorted(maps.Keys(alertstest.Unzip(t, contents["snapshots.zip"])))
	if got := strings.Join(names, " "); got != "CH1_a.jpg CH2_2_CH1_a.jpg boot.jpg passwd.jpg" {
		t.Errorf("pictures are %s", got)
	}
}

// TestCollect_BrokenSamples has files of samples be broken in every way that there is: each is skipped, and its fault is listed.
func TestCollect_BrokenSamples(t *testing.T) {
	good := golden(t, "track-2.00-le.bin")
	files, want := shelf{"good": good, "byte": golden(t, "fault-one-byte.bin")}, []string{}
	list := []evidence.File{file("good", "alert_tracking", 0, "success")}
	for n, tc := range []struct{ fault, says string }{
		{"id", "Invalid tracking file ID"},
		{"version", "Unsupported file version"},
		{"endianness", "Invalid endianness"},
		{"fields", "Number of fields and precision specifiers not equal"},
		{"delimiter", "Invalid delimiter"},
		{"truncated", "Unexpected end of file"},
	} {
		files[tc.fault] = golden(t, "fault-"+tc.fault+".bin")
		list = append(list, file(tc.fault, "alert_tracking", 0, "success"))
		want = append(want, fmt.Sprintf("gps_data_%d.csv: %s", n+2, tc.says))
	}
	list = append(list, file("byte", "alert_imu", 0, "success"))
	b, err := bundle.Collect(t.Context(), "van", list, files)
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	var skipped []string
	for _, s := range b.Skipped {
		skipped = append(skipped, s.Name+": "+s.Reason)
	}
	if want = append(want, "imu.csv: Invalid tracking file ID"); !slices.Equal(skipped, want) {
		t.Errorf("skipped are %q, want %q", skipped, want)
	}
	if len(b.Entries) != 1 || b.Entries[0].Name != "gps_data.csv" {
		t.Errorf("the zip has %v", b.Entries)
	}
}

// TestWrite_ShortFile has a file end before its length: the zip is not whole, and must not look so.
func TestWrite_ShortFile(t *testing.T) {
	e := bundle.Text("a.mp4", []byte("abc"), time.Now())
	e.Size = 9
	if err := bundle.Write(t.Context(), io.Discard, []bundle.Entry{e}, nil); err == nil {
		t.Error("a short file was written as if it were whole")
	}
}

// hiccup fails at the first read of each place.
type hiccup struct {
	*bytes.Reader
	failed map[int64]bool
}

func (h hiccup) Read(p []byte) (int, error) {
	at := h.Size() - int64(h.Len())
	if !h.failed[at] {
		h.failed[at] = true
		return 0, errors.New("the storage is busy")
	}
	return h.Reader.Read(p[:min(len(p), 3)])
}

func (hiccup) Close() error { return nil }

func TestSteady_GoesOn(t *testing.T) {
	s := bundle.Steadily(hiccup{bytes.NewReader([]byte("ten bytes.")), map[int64]bool{}}, 10, "")
	if raw, err := io.ReadAll(s); err != nil || string(raw) != "ten bytes." {
		t.Errorf("read %q, %v", raw, err)
	}
}

// TestCollect_LeavesOutWhatIsNotWhatWasAccepted has every kind of file be another one than the device brought.
func TestCollect_LeavesOutWhatIsNotWhatWasAccepted(t *testing.T) {
	files := shelf{
		"changed-v": []byte("clip"), "changed-s": pictures(t, "a.jpg"), "changed-t": golden(t, "track-2.00-le.bin"), "changed-i": golden(t, "imu-3-be.bin"), "v2": []byte("clip"),
	}
	b, err := bundle.Collect(t.Context(), "van", []evidence.File{
		file("changed-v", "alert_video", 1, "success"), file("v2", "alert_video", 2, "success"), file("changed-s", "alert_snaps", 1, "success"),
		file("changed-t", "alert_tracking", 0, "success"), file("changed-i", "alert_imu", 0, "success"),
	}, files)
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	if len(b.Entries) != 1 || b.Entries[0].Name != "van_CH2.mp4" || len(b.Skipped) != 4 || b.Entries[0].Sources[0].Stored.DeviceSHA256 != "device" {
		t.Fatalf("%+v, %+v", b.Entries, b.Skipped)
	}
	for _, s := range b.Skipped {
		if s.Reason != bundle.ErrChanged.Error() {
			t.Errorf("%s is left out: %s", s.Name, s.Reason)
		}
	}
}

func TestNameOf(t *testing.T) {
	at := time.Date(2026, 7, 21, 14, 32, 7, 0, time.UTC)
	for vehicle, want := range map[string]string{
		"HGV-022": "HGV-022_2026_07_21__14_32_07", "../etc/passwd": "etc_passwd_2026_07_21__14_32_07", "Zoë's <van>": "Zoë_s_van_2026_07_21__14_32_07", "": "alert_2026_07_21__14_32_07",
	} {
		if got := bundle.NameOf(vehicle, at); got != want {
			t.Errorf("NameOf(%q) = %q, want %q", vehicle, got, want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
