package media_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/plugintest"
)

// realS3 names the server that the tests of this file run against instead of the small one within them; deploy/s3 starts one, and runs them.
const realS3 = "OUTRIDER_TEST_S3_ENDPOINT"

// s3Place is a bucket, and whether its server looks at keys.
func s3Place(t *testing.T) (place string, real bool) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "outrider")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "a secret of the test")
	endpoint := os.Getenv(realS3)
	if endpoint == "" {
		backend := s3mem.New()
		if err := backend.CreateBucket("clips"); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(gofakes3.New(backend).Server())
		t.Cleanup(server.Close)
		return placeAt(server.URL), false
	}
	return placeAt(endpoint), true
}

func placeAt(endpoint string) string {
	return "s3://clips?region=eu-west-2&use_path_style=true&endpoint=" + url.QueryEscape(endpoint)
}

// The same bucket interface over the S3 protocol: written, listed by its key, served whole and in part, gone when it is deleted.
func TestS3_Files(t *testing.T) {
	place, _ := s3Place(t)
	s := newStoreAt(t, place)
	content := bytes.Repeat([]byte("0123456789"), 1_200_000) // more than two parts of an upload
	if err := s.bucket.WriteAll(t.Context(), "demo/clip.mp4", content, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.bucket.WriteAll(t.Context(), "demo/clip.jpg", []byte("x"), nil); err != nil {
		t.Fatal(err)
	}
	if got := listed(t, s.bucket, "demo/clip."); !slices.Equal(got, []string{"demo/clip.jpg", "demo/clip.mp4"}) {
		t.Errorf("listed: %v", got)
	}
	path := s.link(clip())
	if status, got := fetch(t, s.url+path, ""); status != http.StatusOK || !bytes.Equal(got, content) {
		t.Errorf("the whole file: %d with %d bytes", status, len(got))
	}
	if status, got := fetch(t, s.url+path, "bytes=11999995-"); status != http.StatusPartialContent || string(got) != "56789" {
		t.Errorf("its end: %d %q", status, got)
	}
	if status, got := fetch(t, s.url+path, "bytes=5242878-5242881"); status != http.StatusPartialContent || string(got) != "8901" {
		t.Errorf("where its parts meet: %d %q", status, got)
	}
	for range 2 { // a file that is gone is no mistake
		if err := media.NewFiles(s.bucket, s.signer, nil).Delete(t.Context(), "demo/clip.mp4"); err != nil {
			t.Fatal(err)
		}
	}
	if status, _ := fetch(t, s.url+path, ""); status != http.StatusNotFound {
		t.Errorf("after it was deleted: %d", status)
	}
}

// What a device brings in parts, again and in any order, becomes one file.
func TestS3_UploadInParts(t *testing.T) {
	place, _ := s3Place(t)
	s := newStoreAt(t, place)
	uploadInParts(t, s)
	if got := listed(t, s.bucket, ".uploads/"); len(got) != 0 {
		t.Errorf("parts are left: %v", got)
	}
}

// A file that is being written and breaks off is never seen.
func TestS3_NothingHalfWritten(t *testing.T) {
	place, _ := s3Place(t)
	s := newStoreAt(t, place)
	broken := io.MultiReader(bytes.NewReader(make([]byte, 6<<20)), failing{})
	if _, err := media.NewFiles(s.bucket, s.signer, nil).Write(t.Context(), "demo/half.mp4", broken); !errors.Is(err, errBroken) {
		t.Errorf("Write() = %v", err)
	}
	if there, err := s.bucket.Exists(t.Context(), "demo/half.mp4"); there || err != nil {
		t.Errorf("half of a file is there: %v, %v", there, err)
	}
}

// A server that refuses, or is away, is not a file that is gone.
func TestS3_RefusedOrAway(t *testing.T) {
	place, real := s3Place(t)
	good := newStoreAt(t, place)
	places := map[string]string{"away": placeAt("http://" + plugintest.FreeAddress(t))}
	if real {
		places["a wrong key"] = place
	}
	for name, place := range places {
		if name == "a wrong key" {
			t.Setenv("AWS_SECRET_ACCESS_KEY", "a guess")
		}
		bucket, err := media.Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		if err := bucket.WriteAll(t.Context(), "demo/guess.mp4", []byte("x"), nil); err == nil || gcerrors.Code(err) == gcerrors.NotFound {
			t.Errorf("%s: written: %v", name, err)
		}
		page := httptest.NewServer(media.NewHandler(bucket, good.signer, nil, sessions{}, slog.New(slog.DiscardHandler)))
		if status, _ := fetch(t, page.URL+good.link(clip()), ""); status < http.StatusInternalServerError {
			t.Errorf("%s: the link answers %d", name, status)
		}
		page.Close()
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	}
	if there, err := good.bucket.Exists(t.Context(), "demo/guess.mp4"); there || err != nil {
		t.Errorf("what was refused is there: %v, %v", there, err)
	}
}

var errBroken = errors.New("the source breaks off")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errBroken }

func listed(t *testing.T, bucket *blob.Bucket, prefix string) (keys []string) {
	t.Helper()
	for list := bucket.List(&blob.ListOptions{Prefix: prefix}); ; {
		one, err := list.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return keys
		}
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, one.Key)
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
