package coalesce_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/sdk/coalesce"
)

// counted counts the writes to the connections of a listener.
type counted struct {
	net.Listener
	writes *atomic.Int64
}

func (l counted) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return countedConn{conn, l.writes}, err
}

type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countedConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

func serve(t *testing.T, handler http.HandlerFunc) (server *httptest.Server, writes *atomic.Int64) {
	t.Helper()
	writes = &atomic.Int64{}
	server = httptest.NewUnstartedServer(handler)
	server.Listener = coalesce.Listener{Listener: counted{server.Listener, writes}}
	server.Config.ConnContext = coalesce.ConnContext
	server.Start()
	t.Cleanup(server.Close)
	return server, writes
}

func get(t *testing.T, server *httptest.Server, method string, sent []byte) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, server.URL, bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestHold_SendsAnAnswerAtOnce(t *testing.T) {
	for _, size := range []int{0, 10, 4096, 5000, 60_000, 300_000} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			t.Run(method+strconv.Itoa(size), func(t *testing.T) {
				want := strings.Repeat("x", size)
				server, writes := serve(t, func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					coalesce.Hold(r.Context())
					w.Header().Set("Content-Length", strconv.Itoa(size))
					_, _ = io.WriteString(w, want)
				})
				for range 3 {
					before := writes.Load()
					if got := get(t, server, method, []byte("hello")); got != want {
						t.Fatalf("answer of %d bytes, want %d", len(got), size)
					}
					if used := writes.Load() - before; size < 60_000 && used != 1 {
						t.Errorf("%d writes, want one", used)
					}
				}
			})
		}
	}
}

func TestHold_LeavesStreamsAlone(t *testing.T) {
	went := make(chan struct{})
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "first")
		_ = http.NewResponseController(w).Flush()
		<-went
		_, _ = io.WriteString(w, "second")
	})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(answer.Body, first); err != nil || string(first) != "first" {
		t.Errorf("first piece = %q, %v", first, err)
	}
	close(went)
	if rest, err := io.ReadAll(answer.Body); err != nil || string(rest) != "second" {
		t.Errorf("rest = %q, %v", rest, err)
	}
}

func TestHold_ElsewhereDoesNothing(t *testing.T) { coalesce.Hold(context.Background()) }

func TestConn_HandlerHearsOfAClientThatLeaves(t *testing.T) {
	came, left := make(chan struct{}), make(chan struct{})
	server, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		close(came)
		<-r.Context().Done()
		close(left)
	})
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		<-came
		leave()
	}()
	if answer, err := server.Client().Do(request); err == nil {
		answer.Body.Close()
		t.Error("there was an answer")
	}
	<-left
}

func TestConn_AnswersQuickAndSlowHandlersAlike(t *testing.T) {
	server, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			<-time.After(120 * time.Millisecond) // longer than the watch waits
		}
		coalesce.Hold(r.Context())
		_, _ = io.WriteString(w, "ok")
	})
	for n := range 8 {
		method := []string{http.MethodGet, http.MethodPost}[n%2]
		if got := get(t, server, method, nil); got != "ok" {
			t.Errorf("%s = %q", method, got)
		}
	}
}
