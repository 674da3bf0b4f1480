package push

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"outrider.dev/sdk/coalesce"
)

// writeChunk is after how many bytes the deadline is renewed: slow is allowed, standing still is not.
const writeChunk = 64 << 10

// line is the network below a connection. One goroutine at a time writes to it.
type line struct {
	net.Conn
	raw syscall.RawConn // nil where nothing can be written without perhaps waiting, as with TLS

	next   []byte // what attempt writes
	wrote  int
	failed error
	once   func(fd uintptr) bool // attempt, made once

	taken atomic.Int64 // when the other side last took something that it was waited for, Unix nanoseconds

	mu    sync.Mutex
	stall time.Duration
}

func newLine(conn net.Conn, stall time.Duration) *line {
	if coalesced, ok := conn.(*coalesce.Conn); ok { // it holds answers of HTTP alone
		conn = coalesced.Conn
	}
	l := &line{Conn: conn, stall: stall}
	if own, ok := conn.(syscall.Conn); ok {
		if raw, err := own.SyscallConn(); err == nil {
			l.raw, l.once = raw, l.attempt
		}
	}
	return l
}

// try writes what goes without waiting and returns the rest.
func (l *line) try(frames [][]byte) (rest [][]byte, err error) {
	if l.raw == nil {
		return frames, nil
	}
	for n, frame := range frames {
		l.next = frame
		err := l.raw.Write(l.once)
		l.next = nil
		switch {
		case err != nil:
			return nil, err
		case errors.Is(l.failed, syscall.EAGAIN):
			return frames[n:], nil
		case l.failed != nil:
			return nil, l.failed
		case l.wrote < len(frame):
			return append([][]byte{frame[l.wrote:]}, frames[n+1:]...), nil
		}
	}
	return nil, nil
}

// attempt is one system call. It never has the runtime wait until the connection takes more.
func (l *line) attempt(fd uintptr) bool {
	for {
		if l.wrote, l.failed = syscall.Write(int(fd), l.next); !errors.Is(l.failed, syscall.EINTR) {
			return true
		}
	}
}

// write waits until everything is written, or nothing was taken for the time that the other side has.
func (l *line) write(frames [][]byte) error {
	for _, frame := range frames {
		for len(frame) > 0 {
			if err := l.SetWriteDeadline(time.Now().Add(l.patience())); err != nil {
				return err
			}
			n, err := l.Conn.Write(frame[:min(len(frame), writeChunk)])
			if err != nil {
				return err
			}
			l.taken.Store(time.Now().UnixNano())
			frame = frame[n:]
		}
	}
	return l.SetWriteDeadline(time.Time{})
}

func (l *line) patience() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stall
}

// hurry shortens the patience with a connection that is being closed.
func (l *line) hurry(patience time.Duration) {
	l.mu.Lock()
	l.stall = min(l.stall, patience)
	l.mu.Unlock()
	_ = l.SetWriteDeadline(time.Now().Add(patience)) // a connection that is gone needs no deadline
}
