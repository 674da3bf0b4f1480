package plugins_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// beHost is this test binary as a host of its own: it installs the package that it is given, prints the plugin's process id and waits.
func beHost() {
	t := &standalone{}
	defer t.cleanup()
	h := newHost(t, impatient())
	if _, err := h.plugins.Install(t.Context(), os.Getenv("OUTRIDER_TEST_HOST"), false); err != nil {
		fmt.Println("error:", err)
		return
	}
	fmt.Println(h.status("naughty").PID)
	select {}
}

// standalone is as much of testing.TB as newHost needs outside of a test.
type standalone struct {
	testing.TB
	ends []func()
}

func (s *standalone) Helper()                      {}
func (s *standalone) Cleanup(end func())           { s.ends = append(s.ends, end) }
func (s *standalone) Context() context.Context     { return context.Background() }
func (s *standalone) Fatalf(text string, a ...any) { panic(fmt.Sprintf(text, a...)) }
func (s *standalone) Errorf(text string, a ...any) { fmt.Printf(text+"\n", a...) }
func (s *standalone) cleanup() {
	for _, end := range s.ends {
		end()
	}
}

func (s *standalone) TempDir() string {
	dir, err := os.MkdirTemp("", "host-")
	if err != nil {
		panic(err)
	}
	return dir
}

func TestHostKilled_LeavesNoChild(t *testing.T) {
	t.Run("that watches its lifeline", func(t *testing.T) { killHost(t, "") })
	t.Run("that watches nothing", func(t *testing.T) {
		if runtime.GOOS != "linux" {
			t.Skip("only Linux ends a child with its parent")
		}
		killHost(t, "deaf")
	})
}

func killHost(t *testing.T, mood string) {
	t.Helper()
	host := exec.CommandContext(t.Context(), os.Args[0])
	host.Env = append(os.Environ(), "OUTRIDER_TEST_HOST="+pack(t, "naughty", "1.0.0", mood))
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatalf("pipe: %v", err)
	}
	if err := host.Start(); err != nil {
		t.Fatalf("start host: %v", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the host said nothing: %v", err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("the host said %q, want a process id", line)
	}
	if !alive(child) {
		t.Fatalf("the plugin %d is not alive before the host is killed", child)
	}
	if err := host.Process.Kill(); err != nil {
		t.Fatalf("kill host: %v", err)
	}
	_ = host.Wait()
	killed := time.Now()
	eventually(t, "the plugin to end with its host", func() bool { return !alive(child) })
	if took := time.Since(killed); took > time.Second {
		t.Errorf("the plugin outlived its host by %v, want at most 1 s", took)
	}
}

// alive reports whether a process exists and is no zombie.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}
