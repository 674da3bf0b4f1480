package edge

import (
	"errors"
	"io"
	"sync/atomic"
)

var errTooLarge = errors.New("the request body is too large")

// boundedBody is a request's body up to its bound. It reports progress, and remembers that the bound was passed, since the transport between
// wraps errors as it likes.
type boundedBody struct {
	io.ReadCloser
	left     int64
	progress func()
	exceeded atomic.Bool
}

// Read fails with errTooLarge once the bound is passed.
func (b *boundedBody) Read(into []byte) (int, error) {
	if b.exceeded.Load() {
		return 0, errTooLarge
	}
	n, err := b.ReadCloser.Read(into)
	if n > 0 && b.progress != nil {
		b.progress()
	}
	if b.left -= int64(n); b.left < 0 {
		b.exceeded.Store(true)
		return 0, errTooLarge
	}
	return n, err
}

// watchedBody is an answer's body. It reports progress, and ends the lease when it is closed.
type watchedBody struct {
	io.ReadCloser
	progress func()
	closed   func()
}

func (b *watchedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if n > 0 {
		b.progress()
	}
	return n, err
}

// Close is called once by the proxy.
func (b *watchedBody) Close() error {
	err := b.ReadCloser.Close()
	b.closed()
	return err
}
