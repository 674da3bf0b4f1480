package plugins_test

import (
	"os"
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
	_, limits := h.ask("GET", "/api/naughty/limits")
	for _, line := range strings.Split(limits, "\n") {
		fields := strings.Fields(line)
		for name, most := range map[string]int{"Max data size": maxRSS + 256<<20, "Max open files": 1 << 17, "Max core file size": 0} {
			if !strings.HasPrefix(line, name) {
				continue
			}
			if n, err := strconv.Atoi(fields[len(fields)-2]); err != nil || n > most { // the hard one: it cannot be raised again
				t.Errorf("%s, want %d at most", line, most)
			}
		}
	}
	if _, environment := h.ask("GET", "/api/naughty/env"); strings.Contains(environment, "OUTRIDER_CONFINED") {
		t.Error("the plugin sees how it was started")
	}
}

// Processes without end are refused, and those that there were end with the plugin.
func TestHostilePlugin_CannotForkWithoutEnd(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("a host that is not root cannot count one plugin's processes apart, unless it may make control groups")
	}
	h := newHost(t, impatient())
	h.install("naughty", "1.0.0")
	h.install("innocent", "1.0.0")
	code, forks := h.ask("GET", "/api/naughty/forks")
	if n, err := strconv.Atoi(forks); err != nil || code != 200 || n >= 512 || n < 100 {
		t.Errorf("a plugin started %s processes (%d), want fewer than 512", forks, code)
	}
	h.wantFine("innocent")
	h.ask("GET", "/api/naughty/exit")
	eventually(t, "the plugin to be there again, with room for processes", func() bool {
		code, forks := h.ask("GET", "/api/naughty/forks?end=yes")
		n, err := strconv.Atoi(forks)
		return code == 200 && err == nil && n >= 100
	})
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
