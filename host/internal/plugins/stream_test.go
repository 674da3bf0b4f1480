package plugins_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

const mebibyte = 1 << 20

// zeros is an endless body that counts what was taken from it.
type zeros struct{}

func (zeros) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}

func TestBigBodies_StreamThroughLittleMemory(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	before := peakRSS(t)
	t.Run("64 MiB down", func(t *testing.T) {
		response := h.get(t, t.Context(), "/api/naughty/big", "")
		defer response.Body.Close()
		if n, err := io.Copy(io.Discard, response.Body); n != 64*mebibyte || err != nil {
			t.Errorf("downloaded %d bytes (%v), want 64 MiB", n, err)
		}
	})
	t.Run("64 MiB up, of unknown length", func(t *testing.T) {
		response, err := http.Post(h.server.URL+"/api/naughty/count", "application/octet-stream", // a test
			struct{ io.Reader }{io.LimitReader(zeros{}, 64*mebibyte)})
		if err != nil {
			t.Fatalf("upload: %v", err)
		}
		defer response.Body.Close()
		if body, _ := io.ReadAll(response.Body); string(body) != fmt.Sprint(64*mebibyte) {
			t.Errorf("the plugin counted %s bytes, want 64 MiB", body)
		}
	})
	if grown := peakRSS(t) - before; grown > 48*mebibyte {
		t.Errorf("the host's memory grew by %d MiB for 128 MiB of bodies", grown/mebibyte)
	}
}

// peakRSS is the most memory that this process ever had, in bytes.
func peakRSS(t *testing.T) int {
	t.Helper()
	content, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skipf("this system does not tell: %v", err)
	}
	_, rest, _ := strings.Cut(string(content), "VmHWM:")
	var kibibytes int
	if _, err := fmt.Sscan(rest, &kibibytes); err != nil {
		t.Fatalf("read VmHWM: %v", err)
	}
	return kibibytes << 10
}

func (h *host) get(t *testing.T, ctx context.Context, path, byteRange string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.server.URL+path, nil)
	if err != nil {
		t.Fatalf("make request: %v", err)
	}
	if byteRange != "" {
		request.Header.Set("Range", byteRange)
	}
	response, err := h.server.Client().Do(request)
	if err != nil {
		t.Fatalf("get %s: %v", path, err)
	}
	return response
}

func TestRange_IsAnsweredInPart(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	response := h.get(t, t.Context(), "/api/naughty/big", "bytes=1000000-1000009")
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	want := make([]byte, 10)
	for i := range want {
		want[i] = byte((1000000 + i) / 251)
	}
	if response.StatusCode != http.StatusPartialContent || !bytes.Equal(body, want) {
		t.Errorf("a range = %d %v, want 206 %v", response.StatusCode, body, want)
	}
	if got := response.Header.Get("Content-Range"); got != "bytes 1000000-1000009/67108864" {
		t.Errorf("Content-Range = %q", got)
	}
}

func TestClientAbort_ReachesThePlugin(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	ctx, leave := context.WithCancel(t.Context())
	response := h.get(t, ctx, "/api/naughty/waits", "")
	leave()
	response.Body.Close()
	if status, body := h.ask("GET", "/api/naughty/aborted"); status != 200 || body != "aborted" {
		t.Errorf("after the client left = %d %s, want the plugin's context cancelled", status, body)
	}
}

func TestStream_ArrivesLineByLine(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	response := h.get(t, t.Context(), "/api/naughty/stream", "")
	defer response.Body.Close()
	for i := range 3 {
		piece := make([]byte, 100)
		n, err := response.Body.Read(piece)
		if want := fmt.Sprintf("line %d\n", i); string(piece[:n]) != want {
			t.Fatalf("the next piece = %q (%v), want %q alone", piece[:n], err, want)
		}
		if status, body := h.ask("GET", "/api/naughty/heard"); status != http.StatusOK {
			t.Fatalf("telling that it was read = %d %s", status, body)
		}
	}
}
