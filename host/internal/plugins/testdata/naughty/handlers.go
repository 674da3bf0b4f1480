package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

type handler struct {
	host   pluginv1.HostCallbacksClient
	mux    *http.ServeMux
	aborts chan struct{}
	heard  chan struct{} // lines of stream that the client has read
}

// register lists what the plugin can be asked to do.
func (h *handler) register(prefix string) {
	for route, handle := range map[string]http.HandlerFunc{
		"GET /version": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, version) },
		"GET /pid":     func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, os.Getpid()) },
		"GET /panic":   func(http.ResponseWriter, *http.Request) { panic("on demand") },
		"GET /hang":    func(http.ResponseWriter, *http.Request) { close(hang) },
		"GET /exit":    func(http.ResponseWriter, *http.Request) { os.Exit(7) },
		"POST /exit":   func(http.ResponseWriter, *http.Request) { os.Exit(7) },
		"GET /rubbish": rubbish,
		"GET /half":    half,
		"GET /flood":   flood,
		"GET /stream":  h.stream,
		"GET /heard":   func(http.ResponseWriter, *http.Request) { h.heard <- struct{}{} },
		"GET /big":     big,
		"GET /grow":    grow,
		"GET /files":   files,
		"GET /escapes": escapes,
		"GET /forks":   forks,
		"GET /limits": func(w http.ResponseWriter, _ *http.Request) {
			text, _ := os.ReadFile("/proc/self/limits")
			_, _ = w.Write(text)
		},
		"GET /status": func(w http.ResponseWriter, _ *http.Request) {
			text, _ := os.ReadFile("/proc/self/status")
			_, _ = w.Write(text)
		},
		"GET /slow":    slow,
		"GET /waits":   h.waits,
		"GET /aborted": h.aborted,
		"GET /env": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Join(os.Environ(), "\n"))
		},
		"GET /organisations": h.organisations,
		"POST /count":        count,
		"POST /echo":         echo,
	} {
		method, path, _ := strings.Cut(route, " ")
		h.mux.HandleFunc(method+" "+prefix+path, handle)
	}
}

// rubbish answers bytes that are no HTTP, or a status that is none.
func rubbish(w http.ResponseWriter, r *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	answer := "\x00\xff\x13 not HTTP at all \r\n\r\n"
	if status := r.URL.Query().Get("status"); status != "" {
		answer = "HTTP/1.1 " + status + " Odd\r\nContent-Length: 2\r\n\r\nhi"
	}
	_, _ = io.WriteString(conn, answer)
}

// half promises more than it sends.
func half(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, "only this")
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

func flood(w http.ResponseWriter, r *http.Request) {
	lines, _ := strconv.Atoi(r.URL.Query().Get("lines"))
	for i := range lines {
		fmt.Fprintf(os.Stderr, "{\"level\":\"INFO\",\"msg\":\"line %d\"}\n", i)
	}
	_, _ = io.WriteString(w, "flooded")
}

// stream writes a line, waits until the client says that it has read it, and another.
func (h *handler) stream(w http.ResponseWriter, r *http.Request) {
	for i := range 3 {
		fmt.Fprintf(w, "line %d\n", i)
		_ = http.NewResponseController(w).Flush()
		select {
		case <-h.heard:
		case <-r.Context().Done():
			return
		}
	}
}

// big is 64 MiB, with Range.
func big(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "big.bin", time.Unix(1, 0), &pattern{size: 64 << 20})
}

// slow takes its time: in every process, or in the one that the query names.
func slow(w http.ResponseWriter, r *http.Request) {
	pause, _ := time.ParseDuration(r.URL.Query().Get("for"))
	if in := r.URL.Query().Get("in"); in == "" || in == strconv.Itoa(os.Getpid()) {
		time.Sleep(pause)
	}
	_, _ = io.WriteString(w, version)
}

// waits does nothing until the client leaves.
func (h *handler) waits(w http.ResponseWriter, r *http.Request) {
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
	h.aborts <- struct{}{}
}

// aborted answers once a client of waits has left.
func (h *handler) aborted(w http.ResponseWriter, r *http.Request) {
	select {
	case <-h.aborts:
		_, _ = io.WriteString(w, "aborted")
	case <-r.Context().Done():
	}
}

func (h *handler) organisations(w http.ResponseWriter, r *http.Request) {
	answer, err := h.host.Organisations(r.Context(), &pluginv1.OrganisationsRequest{})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprint(w, len(answer.GetOrganisations()))
}

func count(w http.ResponseWriter, r *http.Request) {
	n, _ := io.Copy(io.Discard, r.Body)
	fmt.Fprint(w, n)
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, _ = io.Copy(w, bytes.NewReader(body))
}

// pattern is size bytes, each the low byte of its position divided by 251.
type pattern struct{ size, at int64 }

func (p *pattern) Read(into []byte) (int, error) {
	if p.at >= p.size {
		return 0, io.EOF
	}
	n := min(int64(len(into)), p.size-p.at)
	for i := range n {
		into[i] = byte((p.at + i) / 251)
	}
	p.at += n
	return int(n), nil
}

func (p *pattern) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekStart:
		p.at = offset
	case io.SeekCurrent:
		p.at += offset
	case io.SeekEnd:
		p.at = p.size + offset
	}
	return p.at, nil
}
