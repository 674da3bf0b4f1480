package thumbnail

import (
	"os/exec"
	"syscall"
)

// endWithParent has the kernel kill a decoder whose plugin was killed.
func endWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
