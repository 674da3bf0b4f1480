// Package coalesce lets an HTTP server send an answer at once. net/http writes through a buffer of 4 KB: head and body of an answer that is a little
// longer go in two system calls, and wake the reader twice.
package coalesce

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// maxHeld is how many bytes are held at most before they are sent.
const maxHeld = 64 << 10

// Listener makes the connections of a listener Conns. Its server has ConnContext as its ConnContext.
type Listener struct{ net.Listener }

// Accept waits for the next connection.
func (l Listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &Conn{Conn: conn}
	c.watch.wake = make(chan struct{}, 1)
	return c, nil
}

// Conn is a connection that may hold what is written until the server is done with the answer.
type Conn struct {
	net.Conn
	watch   watch
	mu      sync.Mutex
	holding bool
	held    []byte
}

// NetConn is the connection below.
func (c *Conn) NetConn() net.Conn { return c.Conn }

type connInContext struct{}

// ConnContext lets handlers find their connection.
func ConnContext(ctx context.Context, conn net.Conn) context.Context {
	if c, ok := conn.(*Conn); ok {
		return context.WithValue(ctx, connInContext{}, c)
	}
	return ctx
}

// Hold holds what is written to the request's connection until its server turns to the next request. It is for answers that are written at
// once and not flushed. On other connections it does nothing.
func Hold(ctx context.Context) {
	c, ok := ctx.Value(connInContext{}).(*Conn)
	if !ok {
		return
	}
	c.mu.Lock()
	c.holding = true
	c.mu.Unlock()
}

// Write holds or sends.
func (c *Conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.holding {
		return c.Conn.Write(p)
	}
	c.held = append(c.held, p...)
	if len(c.held) <= maxHeld {
		return len(p), nil
	}
	if err := c.send(); err != nil {
		return 0, err
	}
	return len(p), nil
}

// release sends what is held, and holds no more. The server turns to its reader when an answer is written.
func (c *Conn) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holding {
		c.holding = false
		_ = c.send() // a connection that is broken tells its reader so
	}
}

func (c *Conn) send() error {
	if len(c.held) == 0 {
		return nil
	}
	_, err := c.Conn.Write(c.held)
	c.held = c.held[:0]
	return err
}

// Read begins when the server waits for the next request. While a handler works the server reads a single byte aside, to see whether the client
// stays; that may begin when the answer is half written already.
func (c *Conn) Read(p []byte) (int, error) {
	aside := len(p) == 1
	if !aside {
		c.release()
	}
	if !c.watch.enter(aside) {
		return 0, os.ErrDeadlineExceeded
	}
	defer c.watch.leave()
	return c.Conn.Read(p)
}

// SetReadDeadline is how the server ends its watch when an answer is written.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.release()
	if c.watch.note(t, true) {
		return nil
	}
	return c.Conn.SetReadDeadline(t)
}

// SetDeadline is SetReadDeadline for both directions.
func (c *Conn) SetDeadline(t time.Time) error {
	c.release()
	c.watch.note(t, false)
	return c.Conn.SetDeadline(t)
}

// ReadFrom lets the system send files.
func (c *Conn) ReadFrom(r io.Reader) (int64, error) {
	c.release()
	return io.Copy(c.Conn, r)
}

// CloseWrite says that nothing more comes.
func (c *Conn) CloseWrite() error {
	c.release()
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close sends what is held and closes.
func (c *Conn) Close() error {
	c.release()
	c.watch.close()
	return c.Conn.Close()
}
