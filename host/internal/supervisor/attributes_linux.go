package supervisor

import (
	"os"
	"syscall"
)

// sysProcAttr is how a plugin's process begins: ended with the host, in a group of its own so that Ctrl-C reaches the host alone, and as
// the unprivileged user uid if the host may change users (uid 0 means: keep the host's).
func sysProcAttr(uid uint32) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if uid != 0 {
		attr.Credential = &syscall.Credential{Uid: uid, Gid: uid}
	}
	return attr
}

// executable is the path under which the sealed binary, descriptor 3 of the child, is executed.
func executable(*os.File) string { return "/proc/self/fd/3" }
