package thumbnail_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"outrider.dev/outrider/plugins/footage/internal/thumbnail"
	"outrider.dev/sdk/device/recorder"
)

func maker(t *testing.T) (*thumbnail.Maker, string) {
	t.Helper()
	ffmpeg, err := recorder.FindFFmpeg()
	if err != nil {
		t.Fatal(err)
	}
	m, err := thumbnail.New(ffmpeg)
	if err != nil {
		t.Fatal(err)
	}
	return m, ffmpeg
}

func isSmall(t *testing.T, data []byte, err error, height int) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	config, err := jpeg.DecodeConfig(bytes.NewReader(data))
	if err != nil || config.Width != thumbnail.Width || config.Height != height {
		t.Errorf("%+v, %v", config, err)
	}
}

func TestVideo(t *testing.T) {
	m, ffmpeg := maker(t)
	film := filepath.Join(t.TempDir(), "film.mp4")
	if said, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-f", "lavfi", "-i", "testsrc=size=640x480:rate=5:duration=1", "-c:v", "libx264", film).CombinedOutput(); err != nil { //nolint:gosec // the recorder's own encoder
		t.Fatalf("%v: %s", err, said)
	}
	data, err := m.Video(t.Context(), film)
	isSmall(t, data, err, 240)
	rubbish := filepath.Join(t.TempDir(), "rubbish.mp4")
	if err := os.WriteFile(rubbish, []byte("#EXTM3U\nfile:///etc/passwd\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Video(t.Context(), rubbish); !errors.Is(err, thumbnail.ErrNone) {
		t.Errorf("rubbish has a picture: %v", err)
	}
}

func TestPictures(t *testing.T) {
	m, _ := maker(t)
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	w, err := archive.Create("1.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(jpeg.Encode(w, image.NewRGBA(image.Rect(0, 0, 704, 576)), nil), archive.Close()); err != nil {
		t.Fatal(err)
	}
	data, err := m.Pictures(bytes.NewReader(out.Bytes()), int64(out.Len()))
	isSmall(t, data, err, 261)
	if _, err := m.Pictures(bytes.NewReader(nil), 0); !errors.Is(err, thumbnail.ErrNone) {
		t.Errorf("nothing has a picture: %v", err)
	}
}
