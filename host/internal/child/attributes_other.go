//go:build !linux

package child

import (
	"os/exec"
	"syscall"
)

// Attributes puts cmd into a process group of its own and runs it as user unless that is nil. A parent-death signal exists on
// Linux only.
func Attributes(cmd *exec.Cmd, user *syscall.Credential, _ syscall.Signal) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: user}
}
