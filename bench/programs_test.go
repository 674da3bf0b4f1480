//go:build bench

package bench_test

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program builds and starts a program of this folder that prints its address first, and ends it after the test.
func program(t *testing.T, dir string, args ...string) (address string, pid int) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program")
	if said, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", dir, err, said)
	}
	command := exec.Command(binary, args...) // just built
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatalf("start %s: %v", dir, err)
	}
	t.Cleanup(func() {
		_ = stdin.Close() // the polite ones end by it
		if dir != "rivals/unary" {
			_ = command.Process.Kill()
		}
		_ = command.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address of %s: %v", dir, err)
	}
	return strings.TrimSpace(line), command.Process.Pid
}
