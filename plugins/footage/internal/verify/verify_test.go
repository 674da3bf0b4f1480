package verify_test

import (
	"archive/zip"
	"bytes"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/verify"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/trackfile"
)

// film is a video of so many seconds, made by ffmpeg with further options.
func film(t *testing.T, seconds string, options ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "film.mp4")
	recordertest.Video(t, out, "testsrc=size=64x48:rate=5:duration="+seconds, options...)
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func pictures(t *testing.T, write func(*zip.Writer)) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	write(archive)
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFile(t *testing.T) {
	good := film(t, "4", "-c:v", "libx264", "-movflags", "+faststart")
	track, err := trackfile.Write("2.00", false, []trackfile.Sample{{}})
	if err != nil {
		t.Fatal(err)
	}
	imu, err := imufile.Write(imufile.Version3, true, []imufile.Sample{{}})
	if err != nil {
		t.Fatal(err)
	}
	snaps := pictures(t, func(z *zip.Writer) {
		w, _ := z.Create("1.jpg")
		_ = jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 8, 8)), nil)
	})
	forged := pictures(t, func(z *zip.Writer) {
		w, _ := z.Create("1.jpg")
		_, _ = w.Write([]byte("no picture"))
	})
	for _, tc := range []struct {
		name, kind string
		data       []byte
		wanted     time.Duration
		wrong      string
	}{
		{"a clip", device.FileVideo, good, 4 * time.Second, ""},
		{"a shorter clip than promised", device.FileAlertVideo, good, 30 * time.Second, ""},
		{"a longer clip", device.FileVideo, film(t, "40", "-c:v", "libx264", "-movflags", "+faststart"), 20 * time.Second, "longer"},
		{"a cut one", device.FileVideo, good[:len(good)-100], 4 * time.Second, "cut off"},
		{"text", device.FileVideo, []byte(strings.Repeat("not a video ", 100)), 4 * time.Second, "not a video"},
		{"nothing", device.FileVideo, nil, 4 * time.Second, "not a video"},
		{"another codec", device.FileVideo, film(t, "4", "-c:v", "mpeg4", "-movflags", "+faststart"), 4 * time.Second, "H.264"},
		{"its index at the end", device.FileVideo, film(t, "4", "-c:v", "libx264"), 4 * time.Second, ""},
		{"a tracking file", device.FileTracking, track, time.Minute, ""},
		{"an IMU file for a tracking file", device.FileAlertTracking, imu, time.Minute, "Invalid tracking file ID"},
		{"an IMU file", device.FileAlertIMU, imu, time.Minute, ""},
		{"a cut IMU file", device.FileAccelerometer, imu[:len(imu)-1], time.Minute, "Unexpected end of file"},
		{"an IMU file of one byte", device.FileAlertIMU, imu[:1], time.Minute, "Invalid tracking file ID"},
		{"pictures", device.FileAlertSnaps, snaps, time.Minute, ""},
		{"no pictures", device.FileAlertSnaps, forged, time.Minute, "JPEG"},
		{"no zip", device.FileAlertSnaps, good, time.Minute, "JPEG"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := verify.File(tc.kind, int64(len(tc.data)), bytes.NewReader(tc.data), tc.wanted)
			switch {
			case err == nil && tc.wrong != "":
				t.Errorf("it is taken, want %q", tc.wrong)
			case err != nil && (tc.wrong == "" || !strings.Contains(err.Error(), tc.wrong)):
				t.Errorf("it is refused: %v, want %q", err, tc.wrong)
			}
		})
	}
}
