//go:build linux

package embedded_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"outrider.dev/outrider/host/internal/hosttest"
)

// Keto has no right that it does not need: no privileges, filtered calls of the kernel, limits, and where the host is root a user of its own.
func TestKeto_IsConfined(t *testing.T) {
	parts := newParts(t, hosttest.Dir(t))
	k := startKeto(t, parts, startPostgres(t, parts))
	read := func(file string) string {
		content, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", k.PID(), file))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	status, limits := read("status"), read("limits")
	if !strings.Contains(status, "NoNewPrivs:\t1") || strings.Contains(status, "Seccomp:") && !strings.Contains(status, "Seccomp:\t2") {
		t.Errorf("it may too much:\n%s", status)
	}
	if os.Getuid() == 0 && (!strings.Contains(status, "Uid:\t61839\t61839\t61839\t61839") || !strings.Contains(status, "CapEff:\t0000000000000000")) {
		t.Errorf("it runs as somebody with rights:\n%s", status)
	}
	for _, want := range []string{"Max open files            8192", "Max core file size        0"} {
		if !strings.Contains(limits, want) {
			t.Errorf("limits lack %q:\n%s", want, limits)
		}
	}
	if _, err := os.Stat(parts.DataDir + "/keto"); !os.IsNotExist(err) {
		t.Errorf("there is a folder with its configuration: %v", err)
	}
}
