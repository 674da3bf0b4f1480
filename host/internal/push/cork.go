package push

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	corkFlushAt = 64 << 10  // what is gathered before it is written even while corked
	corkDirect  = 32 << 10  // writes from this size on are not copied
	corkMax     = 256 << 10 // what may gather while a write is blocked: control frames, so more is an attack
	writeChunk  = 64 << 10  // the deadline is renewed after each chunk: slow is allowed, standing still is not
)

var errClogged = errors.New("the client does not read")

// cork is a connection that gathers small writes while corked, so that several messages leave in one system call. A client that takes nothing
// for `stall` is given up. Write never waits for the network unless it is large, so a pong never hangs behind a slow client.
type cork struct {
	net.Conn

	mu      sync.Mutex
	idle    sync.Cond // flushing became false
	stall   time.Duration
	corked  bool
	writing bool
	buf     []byte
	spare   []byte
	err     error
}

func newCork(conn net.Conn, stall time.Duration) *cork {
	c := &cork{Conn: conn, stall: stall}
	c.idle.L = &c.mu
	return c
}

// Write implements io.Writer. It keeps nothing of p.
func (c *cork) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	if len(p) >= corkDirect {
		return len(p), c.direct(p)
	}
	if len(c.buf)+len(p) > corkMax {
		c.err = errClogged
		return 0, c.err
	}
	c.buf = append(c.buf, p...)
	if c.corked && len(c.buf) < corkFlushAt || c.writing {
		return len(p), nil
	}
	return len(p), c.flush()
}

// hold begins to gather writes.
func (c *cork) hold() {
	c.mu.Lock()
	c.corked = true
	c.mu.Unlock()
}

// release writes what was gathered and waits until it is gone.
func (c *cork) release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = false
	for c.writing {
		c.idle.Wait()
	}
	return c.flush()
}

// hurry shortens the patience with a connection that is being closed.
func (c *cork) hurry(patience time.Duration) {
	c.mu.Lock()
	c.stall = min(c.stall, patience)
	c.mu.Unlock()
	_ = c.Conn.SetWriteDeadline(time.Now().Add(patience)) // a connection that is gone needs no deadline
}

func (c *cork) direct(p []byte) error {
	for c.writing {
		c.idle.Wait()
	}
	if err := c.flush(); err != nil {
		return err
	}
	c.send(p)
	return c.err
}

// flush writes the buffer, and what is added to it meanwhile. Called with mu held and nobody writing.
func (c *cork) flush() error {
	for c.err == nil && len(c.buf) > 0 {
		out := c.buf
		c.buf = c.spare[:0]
		c.send(out)
		c.spare = out[:0]
	}
	if cap(c.spare) > corkFlushAt {
		c.spare = nil
	}
	return c.err
}

// send writes to the network without the lock.
func (c *cork) send(p []byte) {
	c.writing = true
	for len(p) > 0 && c.err == nil {
		chunk := p[:min(len(p), writeChunk)]
		deadline := time.Now().Add(c.stall)
		c.mu.Unlock()
		err := c.Conn.SetWriteDeadline(deadline)
		n := 0
		if err == nil {
			n, err = c.Conn.Write(chunk)
		}
		c.mu.Lock()
		p, c.err = p[n:], errors.Join(c.err, err)
	}
	c.writing = false
	c.idle.Broadcast()
}

// corkWriter makes the connection that a handler hijacks a cork.
type corkWriter struct {
	http.ResponseWriter
	stall time.Duration
	conn  *cork
}

// Hijack implements http.Hijacker.
func (w *corkWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("take over the connection: %w", err)
	}
	w.conn = newCork(conn, w.stall)
	return w.conn, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(w.conn, 1<<10)), nil
}

// WriteHeaderNow lets gin's writer send the answer before the connection is taken over.
func (w *corkWriter) WriteHeaderNow() {
	if now, ok := w.ResponseWriter.(interface{ WriteHeaderNow() }); ok {
		now.WriteHeaderNow()
	}
}
