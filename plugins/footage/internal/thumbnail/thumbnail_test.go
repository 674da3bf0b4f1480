package thumbnail_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"outrider.dev/fleetsim/recordertest"
	"outrider.dev/outrider/plugins/footage/internal/thumbnail"
)

func maker(t *testing.T) *thumbnail.Maker {
	t.Helper()
	m, lacking, err := thumbnail.New(t.Context(), "")
	if err := errors.Join(lacking, err); err != nil {
		t.Fatal(err)
	}
	return m
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
	m := maker(t)
	film := filepath.Join(t.TempDir(), "film.mp4")
	recordertest.Video(t, film, "testsrc=size=640x480:rate=5:duration=1")
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
	m := maker(t)
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
