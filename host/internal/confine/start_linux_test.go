package confine_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"outrider.dev/outrider/host/internal/confine"
)

const asGrower = "OUTRIDER_TEST_GROWS"

func TestMain(m *testing.M) {
	if os.Getenv(asGrower) != "" {
		grow()
		return
	}
	os.Exit(m.Run())
}

// grow takes 2.5 GiB, unless it ends before.
func grow() {
	var grabbed [][]byte
	for range 40 {
		more := make([]byte, 64<<20)
		for n := 0; n < len(more); n += 4096 {
			more[n] = 1
		}
		grabbed = append(grabbed, more)
	}
	os.Stdout.WriteString("grown")
	_ = grabbed
}

// A process takes no more memory than its own limit lets it, without any control group; one within it is not troubled.
func TestCommand_BoundsMemoryByItself(t *testing.T) {
	for name, c := range map[string]struct {
		limits confine.Limits
		grows  bool
	}{
		"within": {confine.Limits{Memory: 3 << 30}, true},
		"beyond": {confine.Limits{Memory: 2 << 30}, false},
	} {
		t.Run(name, func(t *testing.T) {
			binary, err := os.Open(os.Args[0])
			if err != nil {
				t.Fatal(err)
			}
			defer binary.Close()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			cmd := exec.CommandContext(ctx, "grower")
			cmd.Env = []string{asGrower + "=1"}
			if err := confine.Command(cmd, binary, false, c.limits); err != nil {
				t.Fatal(err)
			}
			out, err := cmd.CombinedOutput()
			if grown := bytes.Equal(out, []byte("grown")); grown != c.grows || (err == nil) != c.grows {
				t.Errorf("grown: %t, %v: %.300s", grown, err, out)
			}
		})
	}
}

// What is made of control groups is the kernel's, and goes with the process.
func TestStart_LeavesNoGroups(t *testing.T) {
	folders := func() (found []string) {
		for _, pattern := range []string{"/sys/fs/cgroup/outrider-leaves-*", "/sys/fs/cgroup/*/outrider-leaves-*", "/sys/fs/cgroup/*/*/*/outrider-leaves-*"} {
			more, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, more...)
		}
		return found
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	child, release, err := confine.Start(os.StartProcess, "/bin/sleep", "leaves", os.ProcAttr{Files: []*os.File{null, null, null}, Env: []string{"A=b"}}, false, confine.Limits{Memory: 1 << 30, Processes: 50, Files: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("groups: %s", strings.Join(folders(), ", "))
	for _, folder := range folders() {
		if content, err := os.ReadFile(filepath.Join(folder, "cgroup.procs")); err != nil || len(content) == 0 {
			t.Logf("%s: %q, %v", folder, content, err) // sleep without a number ends at once
		}
	}
	if _, err := child.Wait(); err != nil {
		t.Fatal(err)
	}
	release()
	if left := folders(); len(left) > 0 {
		t.Errorf("these are left: %v", left)
	}
}
