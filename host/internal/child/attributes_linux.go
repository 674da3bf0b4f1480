package child

import (
	"os/exec"
	"syscall"
)

// Attributes puts cmd into a process group of its own, so that Ctrl-C reaches the host alone, has it sent death when the thread
// that forks it ends, and runs it as user unless that is nil.
func Attributes(cmd *exec.Cmd, user *syscall.Credential, death syscall.Signal) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: death, Credential: user}
}
