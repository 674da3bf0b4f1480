package edge

import (
	"errors"
	"io"
	"sync"
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
	copied   *copied // nil: nobody wants to know what went through
}

// copied is the beginning of a body, read by whoever serves the call and looked at by whoever records it.
type copied struct {
	mu   sync.Mutex
	data []byte
}

func (c *copied) add(piece []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data = append(c.data, piece[:min(len(piece), keptBody-len(c.data))]...)
}

func (c *copied) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data
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
	if n > 0 && b.copied != nil {
		b.copied.add(into[:n])
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
