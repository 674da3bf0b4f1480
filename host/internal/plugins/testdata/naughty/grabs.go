package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
)

var grabbed [][]byte

// grow takes memory until the process has 2.5 GiB, which is more than it may, or ends.
func grow(w http.ResponseWriter, _ *http.Request) {
	const piece = 64 << 20
	for len(grabbed) < 40 {
		more := make([]byte, piece)
		for n := 0; n < piece; n += 4096 {
			more[n] = 1
		}
		grabbed = append(grabbed, more)
	}
	fmt.Fprintf(w, "%d MiB", len(grabbed)*piece>>20)
}

// files opens files until that is refused, and says how many there were.
func files(w http.ResponseWriter, _ *http.Request) {
	var open []*os.File
	for len(open) < 1<<20 {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		open = append(open, f)
	}
	fmt.Fprint(w, len(open))
	for _, f := range open {
		_ = f.Close()
	}
}

// forks starts processes until that is refused, and says how many there were. They stay, unless the query says end=yes.
func forks(w http.ResponseWriter, r *http.Request) {
	var started []*exec.Cmd
	for len(started) < 5_000 {
		process := exec.Command("/bin/sleep", "120")
		if err := process.Start(); err != nil {
			break
		}
		started = append(started, process)
	}
	if r.URL.Query().Get("end") == "yes" {
		for _, process := range started {
			_ = process.Process.Kill()
			_ = process.Wait() // it was killed
		}
	}
	fmt.Fprint(w, len(started))
}

// escapes tries calls of the kernel that a plugin has no use for, and names those that went through.
func escapes(w http.ResponseWriter, _ *http.Request) {
	for name, call := range map[string][3]uintptr{
		"ptrace":  {syscall.SYS_PTRACE, 16, uintptr(os.Getppid())},
		"unshare": {syscall.SYS_UNSHARE, syscall.CLONE_NEWUSER, 0},
		"mount":   {syscall.SYS_MOUNT, 0, 0},
	} {
		if _, _, err := syscall.RawSyscall(call[0], call[1], call[2], 0); err != syscall.EPERM {
			fmt.Fprintln(w, name, err)
		}
	}
}
