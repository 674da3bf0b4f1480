//go:build bench

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"outrider.dev/sdk/plugintest"
)

// TestRivalFiles makes large files through a host, in the background, of rows that another plugin's published operation streams: a sheet of a million rows, and a PDF of more than 100 pages. It says how long each
// took, and how much more memory the processes that the rows go through had at most.
func TestRivalFiles(t *testing.T) {
	h := plugintest.Start(t, ".", plugintest.Beside("../vehicles", "../contacts", "../users", "testdata/millions"))
	admin := plugintest.As("alpha", "ORG_ADMIN")
	makeFile(t, h, admin, "csv", 1_000, time.Minute, 0) // what is made once is there
	makeFile(t, h, admin, "xlsx", 1_000_000, 30*time.Second, 64)
	makeFile(t, h, admin, "pdf", 5_000, 5*time.Second, 64)
}

// makeFile has a file of count rows made, and holds it to a time and to megabytes of each process; 0: to none.
func makeFile(t *testing.T, h *plugintest.Host, admin plugintest.Actor, format string, count int, most time.Duration, mostMB int) {
	t.Helper()
	processes := map[string]int{"host": h.PID()}
	for id, pid := range h.Processes() {
		if id == "reports" || id == "millions" {
			processes[id] = pid
		}
	}
	before := map[string]int{}
	for name, pid := range processes {
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0o200) // the peak begins anew
		before[name] = kilobytes(t, pid, "VmRSS:")
	}
	var file struct {
		ID, State, Reason, Link string
		Rows, Bytes             int64
	}
	begun := time.Now()
	answer := h.Do(admin, "POST /api/org/alpha/reports/millions/files", map[string]any{
		"from": "2026-01-01T00:00:00Z", "to": "2026-02-01T00:00:00Z", "zone": "Europe/London", "format": format, "filters": map[string]any{"count": count},
	})
	if answer.Status != http.StatusAccepted {
		t.Fatalf("begin: %d %s", answer.Status, answer.Body)
	}
	answer.Decode(t, &file)
	plugintest.Within(t, 5*time.Minute, "the file is not made", func() bool {
		h.Do(admin, "GET /api/org/alpha/reports/files/"+file.ID, nil).Decode(t, &file)
		return file.State == "done" || file.State == "failed"
	})
	made := time.Since(begun)
	got := download(t, h, file.Link)
	took := time.Since(begun)
	if file.State != "done" || file.Rows != int64(count) || got != file.Bytes {
		t.Fatalf("%s: %s %s with %d rows and %d bytes, %d came", format, file.State, file.Reason, file.Rows, file.Bytes, got)
	}
	var more []string
	for _, name := range []string{"host", "reports", "millions"} {
		peak := kilobytes(t, processes[name], "VmHWM:")
		grown := (peak - before[name]) / 1024
		more = append(more, fmt.Sprintf("%s +%d MB", name, grown))
		if mostMB > 0 && grown > mostMB {
			t.Errorf("%s: %s took %d MB more, %d are the aim", format, name, grown, mostMB)
		}
	}
	fmt.Printf("files: %s of %d rows (%d KB) made in %s, downloaded after %s; at most %s\n", format, count, got/1024, made.Round(10*time.Millisecond), took.Round(10*time.Millisecond), strings.Join(more, ", "))
	if took > most {
		t.Errorf("%s of %d rows took %s, %s are the aim", format, count, took, most)
	}
}

// download reads a file by its link without keeping it, and says how large it was.
func download(t *testing.T, h *plugintest.Host, link string) int64 {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+link, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	read, err := io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("download: %d after %d bytes, %v", answer.StatusCode, read, err)
	}
	return read
}

// kilobytes is a figure of a process's status.
func kilobytes(t *testing.T, pid int, key string) int {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), key)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		t.Fatalf("%d says no %s", pid, key)
	}
	n, _ := strconv.Atoi(fields[0]) // the kernel writes numbers
	return n
}
