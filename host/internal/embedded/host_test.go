package embedded_test

import (
	"bufio"
	"fmt"
	"os"
	osexec "os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/hosttest"
)

const asHost = "OUTRIDER_TEST_HOST" // the data folder of a test that plays the host in a process of its own

// TestHost_KilledLeavesNoChild kills a process that runs Postgres and Keto as the host does.
func TestHost_KilledLeavesNoChild(t *testing.T) {
	if dir := os.Getenv(asHost); dir != "" {
		playHost(t, dir)
		return
	}
	dir := hosttest.Dir(t)
	for round := range 2 { // the second start continues on what the first left
		host := osexec.Command(os.Args[0], "-test.run=^TestHost_KilledLeavesNoChild$", "-test.timeout=9m")
		host.Env = append(os.Environ(), asHost+"="+dir)
		host.Stderr = os.Stderr
		out, err := host.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := host.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { host.Process.Kill() })
		awaitLine(t, bufio.NewScanner(out), "playing host")
		if len(processesOn(dir)) < 3 {
			t.Fatalf("round %d: only %v run", round, processesOn(dir))
		}
		if err := host.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = host.Wait()
		within(t, time.Second, "no child is left", func() error {
			if left := processesOn(dir); len(left) > 0 {
				return fmt.Errorf("left: %s", strings.Join(left, "; "))
			}
			return nil
		})
	}
}

func playHost(t *testing.T, dir string) {
	parts := newParts(t, dir)
	p := startPostgres(t, parts)
	startKeto(t, parts, p)
	fmt.Println("playing host")
	<-t.Context().Done()
}

func awaitLine(t *testing.T, lines *bufio.Scanner, want string) {
	t.Helper()
	var seen []string
	for lines.Scan() {
		if seen = append(seen, lines.Text()); strings.Contains(lines.Text(), want) {
			return
		}
	}
	t.Fatalf("the output ended without %q:\n%s", want, strings.Join(seen, "\n"))
}
