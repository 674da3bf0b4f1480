//go:build unix

package connlimit

import "syscall"

// Room is how many connections a process has descriptors for: each may need a second one for its work, and a part stays for everything else that the
// process opens, such as the files of stores. 0: that cannot be said.
func Room() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return roomOf(int(min(limit.Cur, 1<<24))) // bounded
}
