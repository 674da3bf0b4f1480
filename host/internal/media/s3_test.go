package media_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"outrider.dev/outrider/host/internal/media"
)

// The same bucket interface over the S3 protocol: written, listed by its key, served whole and in part, gone when it is deleted.
func TestOpen_S3(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("clips"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	bucket, err := media.Open(t.Context(), "s3://clips?region=eu-west-2&use_path_style=true&endpoint="+url.QueryEscape(server.URL))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	})
	content := bytes.Repeat([]byte("0123456789"), 700_000) // more than one part of an upload
	if err := bucket.WriteAll(t.Context(), "demo/clip.mp4", content, nil); err != nil {
		t.Fatal(err)
	}
	signer := newSigner(t, time.Now, key)
	files := httptest.NewServer(media.NewHandler(bucket, signer, nil, sessions{}, slog.New(slog.DiscardHandler)))
	t.Cleanup(files.Close)
	path, err := signer.URL(clip())
	if err != nil {
		t.Fatal(err)
	}
	if status, got := fetch(t, files.URL+path, ""); status != http.StatusOK || !bytes.Equal(got, content) {
		t.Errorf("the whole file: %d with %d bytes", status, len(got))
	}
	if status, got := fetch(t, files.URL+path, "bytes=6999995-"); status != http.StatusPartialContent || string(got) != "56789" {
		t.Errorf("its end: %d %q", status, got)
	}
	if err := bucket.Delete(t.Context(), "demo/clip.mp4"); err != nil {
		t.Fatal(err)
	}
	if status, _ := fetch(t, files.URL+path, ""); status != http.StatusNotFound {
		t.Errorf("after it was deleted: %d", status)
	}
}

func fetch(t *testing.T, address, part string) (status int, body []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if part != "" {
		request.Header.Set("Range", part)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	body, err = io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, body
}
