package media

import (
	"errors"
	"io"
)

// Seek is where a reader at a place of something of a size stands after io.Seeker's Seek; an error for a place before the beginning.
func Seek(at, size, offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += at
	case io.SeekEnd:
		offset += size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	return offset, nil
}
