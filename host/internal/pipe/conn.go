package pipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"
)

// errNotSent says that not a byte of the request left.
var errNotSent = errors.New("the request was not sent")

var errHeadTooLong = errors.New("the head of the answer is too long")

// conn is one connection. One request at a time has it.
type conn struct {
	net.Conn
	home   *Transport
	reader *bufio.Reader
	left   int64 // bytes that may still be read for a head; negative: no bound
	since  time.Time
	raw    syscall.RawConn // nil: cannot be looked at
	local  bool            // a Unix socket: it knows at once when the other side has gone
	peeked bool
	peek   func(fd uintptr) bool
	asked  question
	ask    func(fd uintptr) bool
}

func newConn(home *Transport, made net.Conn) *conn {
	c := &conn{Conn: made, home: home}
	c.reader = bufio.NewReaderSize((*bounded)(c), readBuffer)
	if socket, ok := made.(syscall.Conn); ok {
		c.raw, _ = socket.SyscallConn()
		_, c.local = made.(*net.UnixConn)
	}
	c.peek = func(fd uintptr) bool {
		var one [1]byte
		_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		c.peeked = errors.Is(err, syscall.EAGAIN)
		return true
	}
	c.ask = c.asked.send
	return c
}

// bounded reads from the connection as much as a head may have.
type bounded conn

func (b *bounded) Read(into []byte) (int, error) {
	if b.left == 0 {
		return 0, errHeadTooLong
	}
	if b.left > 0 && int64(len(into)) > b.left {
		into = into[:b.left]
	}
	n, err := b.Conn.Read(into)
	if b.left > 0 {
		b.left -= int64(n)
	}
	return n, err
}

// quiet reports whether the other side is still there and has said nothing that it was not asked.
func (c *conn) quiet() bool {
	if c.raw == nil {
		return true
	}
	return c.raw.Read(c.peek) == nil && c.peeked
}

// exchange sends r and reads the head of the answer. After an error the caller closes the connection.
func (c *conn) exchange(r *http.Request) (*http.Response, error) {
	over := context.AfterFunc(r.Context(), func() { _ = c.SetDeadline(time.Now().Add(longAgo)) })
	sent, err := c.send(r)
	if err != nil {
		over()
		return nil, err
	}
	response, answered, err := c.receive(r)
	if err != nil {
		over()
		c.Close() // a body on its way ends by it
		if failure := sent.failure(); failure != nil {
			err = failure
		}
		if cause := context.Cause(r.Context()); cause != nil {
			err = cause
		}
		return nil, &brokenError{err, answered}
	}
	response.Body = &body{
		Reader: response.Body, conn: c, over: over, sent: sent, reusable: !response.Close && !r.Close, ended: response.Body == http.NoBody,
	}
	return response, nil
}

// receive reads the head of the answer, and reports whether a byte of one came.
func (c *conn) receive(r *http.Request) (*http.Response, bool, error) {
	c.left = maxHead
	for range maxInform + 1 {
		if _, err := c.reader.Peek(1); err != nil {
			return nil, false, unexpected(err)
		}
		response, err := http.ReadResponse(c.reader, r)
		if err != nil {
			return nil, true, unexpected(err)
		}
		if response.StatusCode >= http.StatusOK || response.StatusCode == http.StatusSwitchingProtocols || response.StatusCode < http.StatusContinue {
			c.left = -1
			return response, true, nil
		}
	}
	return nil, true, fmt.Errorf("malformed answer: more than %d that only inform", maxInform)
}

// unexpected is an end in the middle of something.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// body is the body of an answer. Closing it gives the connection back, if it can be used again.
type body struct {
	io.Reader
	conn     *conn
	over     func() bool
	sent     *upload
	reusable bool
	ended    bool
	closed   atomic.Bool
}

func (b *body) Read(into []byte) (int, error) {
	n, err := b.Reader.Read(into)
	if errors.Is(err, io.EOF) {
		b.ended = true
	}
	return n, err
}

// Close is safe to call again.
func (b *body) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.over() && b.ended && b.reusable && b.conn.reader.Buffered() == 0 && b.sent.left() {
		b.conn.home.keep(b.conn)
		return nil
	}
	return b.conn.Close()
}
