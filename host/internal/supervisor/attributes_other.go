//go:build !linux

package supervisor

import (
	"os"
	"syscall"
)

// sysProcAttr is how a plugin's process begins. Without Pdeathsig the lifeline pipe alone ends it with the host.
func sysProcAttr(uid uint32) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if uid != 0 {
		attr.Credential = &syscall.Credential{Uid: uid, Gid: uid}
	}
	return attr
}

// executable is the path of the private copy.
func executable(sealed *os.File) string { return sealed.Name() }
