//go:build !linux && !darwin

package admin

import "errors"

// diskSpace cannot be told here.
func diskSpace(string) (free, total uint64, err error) {
	return 0, 0, errors.New("the space on the disk cannot be told on this system")
}
