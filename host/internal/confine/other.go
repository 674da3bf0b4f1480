//go:build !linux

package confine

import (
	"os"
	"os/exec"
)

// Thread does nothing where the kernel offers nothing.
func Thread() error { return nil }

// Start starts a program without limits where the kernel offers nothing.
func Start(fork func(path string, argv []string, attr *os.ProcAttr) (*os.Process, error), path, name string, attr os.ProcAttr, _ bool, _ Limits) (child *os.Process, release func(), err error) {
	child, err = fork(path, []string{name}, &attr)
	return child, func() {}, err
}

// Command has a command run the open program, without limits.
func Command(cmd *exec.Cmd, binary *os.File, _ bool, _ Limits) error {
	cmd.Path = binary.Name()
	return nil
}
