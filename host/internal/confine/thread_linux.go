package confine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Thread confines the calling thread, which its goroutine has locked, and every process that it starts from now on: no program gets privileges that its
// starter does not have, and calls of the kernel that administer the machine or look into other processes fail with EPERM. Where the kernel has no filter, the
// first holds alone.
func Thread() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("refuse new privileges: %w", err)
	}
	program, ok := filter()
	if !ok {
		return nil
	}
	code := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]} // some dozens
	err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&code)), 0, 0)
	runtime.KeepAlive(program)
	if err != nil && !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS) {
		return fmt.Errorf("filter calls of the kernel: %w", err)
	}
	return nil
}

// refused are calls that no plugin and no part of the product makes.
var refused = []uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_QUOTACTL, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT, unix.SYS_SYSLOG,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_PERSONALITY,
}

// Where the kernel shows a filter the call's number and the processor's kind, and the bit of the numbers of x32, another set of the same calls.
const (
	atNumber = 0
	atKind   = 4
	x32      = 0x40000000
)

// filter refuses by number. It is false on kinds of processors for which it knows no numbers.
func filter() (program []unix.SockFilter, ok bool) {
	kind, ok := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	if !ok {
		return nil, false
	}
	const load, same, least, answer = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	deny := uint32(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	program = []unix.SockFilter{
		{Code: load, K: atKind},
		{Code: same, Jt: 1, K: kind},
		{Code: answer, K: deny},
		{Code: load, K: atNumber},
		{Code: least, Jf: 1, K: x32},
		{Code: answer, K: deny},
	}
	for _, number := range refused {
		program = append(program, unix.SockFilter{Code: same, Jf: 1, K: number}, unix.SockFilter{Code: answer, K: deny})
	}
	return append(program, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW}), true
}
