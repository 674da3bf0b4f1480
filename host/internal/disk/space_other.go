//go:build !linux && !darwin

package disk

import "errors"

// Space cannot be told here.
func Space(string) (free, total uint64, err error) {
	return 0, 0, errors.New("the space on the disk cannot be told on this system")
}
