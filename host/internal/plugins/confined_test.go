package plugins_test

import (
	"strconv"
	"strings"
	"testing"
)

func TestHostilePlugin_IsConfined(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	_, status := h.ask("GET", "/api/naughty/status")
	if !strings.Contains(status, "NoNewPrivs:\t1") {
		t.Errorf("the process could get new privileges:\n%s", status)
	}
	if strings.Contains(status, "Seccomp:") && !strings.Contains(status, "Seccomp:\t2") {
		t.Errorf("the kernel has filters, and the process none:\n%s", status)
	}
	if _, done := h.ask("GET", "/api/naughty/escapes"); done != "" {
		t.Errorf("these went through:\n%s", done)
	}
	code, files := h.ask("GET", "/api/naughty/files")
	if n, err := strconv.Atoi(files); err != nil || code != 200 || n > 1<<17 {
		t.Errorf("a plugin opened %s files (%d)", files, code)
	}
	h.wantFine("naughty")
}

func TestHostilePlugin_CannotTakeAllMemory(t *testing.T) {
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	h.install("innocent", "1.0.0")
	if status, body := h.ask("GET", "/api/naughty/grow"); status != 503 {
		t.Errorf("a plugin took %s, more than twice its bound", body)
	}
	h.wantFine("innocent")
	eventually(t, "the plugin to be there again", func() bool {
		status, _ := h.ask("GET", "/api/naughty/pid")
		return status == 200
	})
}
