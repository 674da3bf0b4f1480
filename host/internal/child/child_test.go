package child_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"outrider.dev/outrider/host/internal/child"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// shell is a program that is ready once it has made the file ready beside its script's folder.
func shell(t *testing.T, script string) child.Spec {
	t.Helper()
	dir := t.TempDir()
	return child.Spec{
		Name: "script",
		Command: func() (*exec.Cmd, error) {
			cmd := exec.Command("/bin/sh", "-c", script)
			cmd.Dir = dir
			child.Attributes(cmd, nil, syscall.SIGKILL)
			return cmd, nil
		},
		Ready: func(context.Context) error {
			_, err := os.Stat(filepath.Join(dir, "ready"))
			return err
		},
		ReadyWithin: time.Minute, StopSignal: syscall.SIGTERM, StopWithin: 300 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
}

func spawner(t *testing.T) *child.Spawner {
	t.Helper()
	s := child.NewSpawner()
	t.Cleanup(s.Close)
	return s
}

func TestProcess_IsStartedAgainUntilStopped(t *testing.T) {
	p, err := child.Start(t.Context(), spawner(t), shell(t, "touch ready; exec sleep 60"))
	if err != nil {
		t.Fatal(err)
	}
	first := p.PID()
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "another process", func() bool { return p.PID() != 0 && p.PID() != first })
	if p.Restarts() != 1 {
		t.Errorf("restarts = %d, want 1", p.Restarts())
	}
	last := p.PID()
	p.Stop()
	if !gone(last) || p.PID() != 0 {
		t.Errorf("process %d outlives Stop", last)
	}
}

func TestProcess_ThatIgnoresTheSignalIsKilledWithItsChildren(t *testing.T) {
	spec := shell(t, `trap '' TERM; sleep 60 & echo $! >child; touch ready; wait; wait; sleep 60`)
	p, err := child.Start(t.Context(), spawner(t), spec)
	if err != nil {
		t.Fatal(err)
	}
	pid := p.PID()
	p.Stop()
	eventually(t, "the end of the whole group", func() bool { return errors.Is(syscall.Kill(-pid, 0), syscall.ESRCH) })
}

func TestStart_TellsWhyNot(t *testing.T) {
	_, err := child.Start(t.Context(), spawner(t), shell(t, "echo the disk is full >&2; exit 3"))
	if err == nil || !strings.Contains(err.Error(), "the disk is full") || !strings.Contains(err.Error(), "start script") {
		t.Errorf("a program that cannot start: %v", err)
	}
	slow := shell(t, "exec sleep 60")
	slow.ReadyWithin = 200 * time.Millisecond
	if _, err := child.Start(t.Context(), spawner(t), slow); err == nil || !strings.Contains(err.Error(), "not ready within") {
		t.Errorf("a program that hangs: %v", err)
	}
}

// A child must outlive every thread but the spawner's. That it does not outlive the host is proven where hosts are killed.
func TestSpawner_KeepsItsChildrenWhileThreadsEnd(t *testing.T) {
	s := child.NewSpawner()
	cmd := exec.Command("/bin/sleep", "60")
	child.Attributes(cmd, nil, syscall.SIGKILL)
	var threads sync.WaitGroup
	for range 16 {
		threads.Go(runtime.LockOSThread) // a goroutine that ends locked takes its thread with it
	}
	if err := s.Start(cmd); err != nil {
		t.Fatal(err)
	}
	threads.Wait()
	for range 16 {
		threads.Go(runtime.LockOSThread)
	}
	threads.Wait()
	if gone(cmd.Process.Pid) {
		t.Error("the child ended with a thread that did not start it")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	s.Close()
	if err := s.Start(exec.Command("/bin/true")); !errors.Is(err, child.ErrClosed) {
		t.Errorf("start after Close: %v", err)
	}
}

func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("no %s within a minute", what)
		case <-tick.C:
		}
	}
}
