//go:build linux || darwin

package disk

import (
	"fmt"
	"syscall"
)

// Space is what is free for the host and the whole size, in bytes.
func Space(dir string) (free, total uint64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, 0, fmt.Errorf("ask for the space in %s: %w", dir, err)
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), nil
}
