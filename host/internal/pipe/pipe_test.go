package pipe_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"outrider.dev/outrider/host/internal/pipe"
)

// TestMain looks for leaks; the server of the tests takes half a second to let go of a connection that it has hung up on.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

// serve answers over TCP with handler, and counts the connections; serveOn does over another network.
func serve(t *testing.T, handler http.HandlerFunc) (transport *pipe.Transport, dialled *atomic.Int64) {
	t.Helper()
	return serveOn(t, "tcp", "127.0.0.1:0", handler)
}

func serveOn(t *testing.T, network, address string, handler http.HandlerFunc) (transport *pipe.Transport, dialled *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	dialled = &atomic.Int64{}
	transport = pipe.New(func(ctx context.Context) (net.Conn, error) {
		dialled.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, listener.Addr().String())
	})
	t.Cleanup(func() {
		transport.Close()
		_ = server.Close()
		<-done
	})
	return transport, dialled
}

// speak answers one connection with bytes as they are, once it has read a request.
func speak(t *testing.T, answer string) *pipe.Transport {
	t.Helper()
	transport := pipe.New(func(context.Context) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			if _, err := http.ReadRequest(bufio.NewReader(theirs)); err == nil {
				_, _ = io.WriteString(theirs, answer)
			}
		}()
		return ours, nil
	})
	t.Cleanup(transport.Close)
	return transport
}

func request(t *testing.T, method string, body io.Reader) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://plugin/api/things?a=b", body)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ask(t *testing.T, transport *pipe.Transport, r *http.Request) (status int, body string) {
	t.Helper()
	response, err := transport.RoundTrip(r)
	if err != nil {
		t.Fatalf("%s: %v", r.Method, err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("read the answer: %v", err)
	}
	return response.StatusCode, string(raw)
}

func TestRoundTrip_BringsBodiesThereAndBack(t *testing.T) {
	transport, dialled := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s %d ", r.Method, r.URL.RequestURI(), r.Host, len(body))
		_, _ = w.Write(body)
	})
	for _, size := range []int{0, 10, 16 << 10, 16<<10 + 1, 300_000} {
		sent := strings.Repeat("x", size)
		for name, body := range map[string]io.Reader{"with length": strings.NewReader(sent), "without": io.MultiReader(strings.NewReader(sent))} {
			status, got := ask(t, transport, request(t, http.MethodPost, body))
			if want := fmt.Sprintf("POST /api/things?a=b plugin %d %s", size, sent); status != http.StatusOK || got != want {
				t.Errorf("%d bytes %s: %d and %d bytes back", size, name, status, len(got))
			}
		}
	}
	if dialled.Load() != 1 {
		t.Errorf("%d connections for requests one after the other, want 1", dialled.Load())
	}
}

func TestRoundTrip_AnswerBeforeTheBodyIsThere(t *testing.T) {
	transport, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	endless, end := io.Pipe()
	defer end.Close()
	go func() {
		for {
			if _, err := end.Write(make([]byte, 4096)); err != nil {
				return
			}
		}
	}()
	if status, _ := ask(t, transport, request(t, http.MethodPost, endless)); status != http.StatusForbidden {
		t.Errorf("status %d, want 403", status)
	}
	endless.Close()
}

func TestRoundTrip_BodyThatCannotBeRead(t *testing.T) {
	transport, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) })
	broken := errors.New("the client stopped")
	reader, writer := io.Pipe()
	go func() {
		_, _ = writer.Write(bytes.Repeat([]byte("x"), 50_000))
		writer.CloseWithError(broken)
	}()
	if _, err := transport.RoundTrip(request(t, http.MethodPost, reader)); !errors.Is(err, broken) { // there is none
		t.Errorf("error %v, want that of the body", err)
	}
}

func TestRoundTrip_EndsWithItsContext(t *testing.T) {
	left := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	transport, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		close(left)
	})
	_, err := transport.RoundTrip(request(t, http.MethodGet, nil).WithContext(ctx)) // there is none
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	<-left // the handler was told
}

func TestRoundTrip_ConnectionThatBrokeWhileIdle(t *testing.T) {
	transport, dialled := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") })
	for range 3 {
		ask(t, transport, request(t, http.MethodPost, strings.NewReader("x")))
	}
	if dialled.Load() != 3 {
		t.Errorf("%d connections, want 3: each answer ended one", dialled.Load())
	}
}

func TestRoundTrip_ConnectionThatBrokeAMomentAgo(t *testing.T) {
	conns := make(chan net.Conn, 1)
	transport, dialled := serveOn(t, "unix", filepath.Join(t.TempDir(), "socket"), func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Errorf("hijack: %v", err)
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
		conns <- conn
	})
	for n := range 20 {
		if _, body := ask(t, transport, request(t, http.MethodGet, nil)); body != "ok" {
			t.Fatalf("answer %q", body)
		}
		_ = (<-conns).Close() // the connection has been given back already, and is not looked at so soon
		if dialled.Load() != int64(n+1) {
			t.Errorf("%d connections after %d that broke", dialled.Load(), n)
		}
	}
}

func TestRoundTrip_Rubbish(t *testing.T) {
	for name, tc := range map[string]struct {
		answer   string
		answered bool
	}{
		"nothing":        {"", false},
		"no HTTP":        {"hello\r\n\r\n", true},
		"half a head":    {"HTTP/1.1 200 OK\r\nContent-", true},
		"endless head":   {"HTTP/1.1 200 OK\r\n" + strings.Repeat("A: b\r\n", 100_000), true},
		"only preludes":  {strings.Repeat("HTTP/1.1 103 Early\r\n\r\n", 20), true},
		"two of lengths": {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := speak(t, tc.answer).RoundTrip(request(t, http.MethodGet, nil)) // there is none
			var broken interface{ Answered() bool }
			if !errors.As(err, &broken) || broken.Answered() != tc.answered {
				t.Errorf("error %v, answered must be %t", err, tc.answered)
			}
		})
	}
}

func TestRoundTrip_PreludesAreLeftOut(t *testing.T) {
	transport := speak(t, "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	if status, body := ask(t, transport, request(t, http.MethodGet, nil)); status != http.StatusOK || body != "ok" {
		t.Errorf("%d %q", status, body)
	}
}
