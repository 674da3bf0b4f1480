package connlimit

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// What a connection is at, and how readily it is closed for a newcomer.
const (
	waiting int32 = iota // never served yet
	idle                 // served, and waiting for a next request
	fresh                // just there, and so not served yet
	quiet                // being served, which waits for its client
	busy                 // being served
	kept                 // somebody known: it is only closed by its owner
)

// chunk is how many bytes have to be read by the client within Limits.Stall.
const chunk = 64 << 10

// Conn is a connection that is counted.
type Conn struct {
	net.Conn
	listener *Listener
	address  netip.Addr // that it is counted by; not valid: by none. Of the listener's lock
	unnamed  bool       // its proxy has not said yet whose it is
	naming   sync.Once
	closing  sync.Once

	state atomic.Int32
	since atomic.Int64 // of the state, Unix nanoseconds
	// Since when the present piece of a body is awaited, and the present piece of an answer is being written, Unix nanoseconds; 0: none is.
	reading, writing atomic.Int64
}

// Of finds the counted connection below others; nil if there is none.
func Of(conn net.Conn) *Conn {
	for conn != nil {
		if c, ok := conn.(*Conn); ok {
			return c
		}
		inner, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			return nil
		}
		conn = inner.NetConn()
	}
	return nil
}

// Keep says that whose connection it is is known, and bounded otherwise: it is counted in total alone, and never closed for a newcomer.
func (c *Conn) Keep() {
	c.turn(kept)
	c.listener.mu.Lock()
	defer c.listener.mu.Unlock()
	c.listener.ungroup(c)
}

func (c *Conn) turn(state int32) {
	c.since.Store(time.Now().UnixNano())
	c.state.Store(state)
}

// rank is what the connection is at, and since when, Unix nanoseconds.
func (c *Conn) rank(now time.Time) (rank int32, since int64) {
	state, since := c.state.Load(), c.since.Load()
	if state == waiting && since > now.Add(-freshFor).UnixNano() {
		return fresh, since
	}
	if state != busy {
		return state, since
	}
	if began := c.reading.Load(); began != 0 {
		return quiet, began
	}
	if began := c.writing.Load(); began != 0 {
		return quiet, began
	}
	return busy, since
}

// overdue reports whether its client is too slow.
func (c *Conn) overdue(now time.Time, limits Limits) bool {
	tooOld := now.Add(-limits.Stall).UnixNano()
	if began := c.reading.Load(); began != 0 && began < tooOld {
		return true
	}
	if began := c.writing.Load(); began != 0 && began < tooOld {
		return true
	}
	return limits.Within > 0 && c.state.Load() == waiting && c.since.Load() < now.Add(-limits.Within).UnixNano()
}

// name counts the connection by the address that its proxy tells.
func (c *Conn) name() error {
	if !c.unnamed {
		return nil
	}
	var err error
	c.naming.Do(func() {
		l, address := c.listener, addressOf(c.Conn.RemoteAddr())
		if contains(l.limits.Proxies, address) { // it said nothing
			return
		}
		l.mu.Lock()
		doomed, ok := l.enterGroup(c, address)
		if !ok {
			l.refuse(address)
			err = errors.New("there are too many connections from this address")
		}
		l.mu.Unlock()
		for _, other := range doomed {
			l.counts.closed.Add(1)
			other.abort()
		}
	})
	if err != nil {
		_ = c.Close() // it is refused
	}
	return err
}

// Read implements io.Reader.
func (c *Conn) Read(p []byte) (int, error) {
	if err := c.name(); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write writes piece by piece, so that it shows whether its client takes them.
func (c *Conn) Write(p []byte) (written int, err error) {
	defer c.writing.Store(0)
	for {
		c.writing.Store(time.Now().UnixNano())
		n, err := c.Conn.Write(p[written:min(len(p), written+chunk)])
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// ReadFrom lets the system send files, piece by piece.
func (c *Conn) ReadFrom(r io.Reader) (total int64, err error) {
	defer c.writing.Store(0)
	for {
		c.writing.Store(time.Now().UnixNano())
		n, err := io.CopyN(c.Conn, r, chunk)
		total += n
		if errors.Is(err, io.EOF) {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}

// RemoteAddr is the client's, also behind a proxy that tells it.
func (c *Conn) RemoteAddr() net.Addr {
	_ = c.name() // whoever reads next hears of it
	return c.Conn.RemoteAddr()
}

// CloseWrite says that nothing more comes.
func (c *Conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SyscallConn implements syscall.Conn, for who writes without waiting.
func (c *Conn) SyscallConn() (syscall.RawConn, error) {
	if raw, ok := c.Conn.(syscall.Conn); ok {
		return raw.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// Close closes and makes room.
func (c *Conn) Close() error {
	c.closing.Do(func() { c.listener.leave(c) })
	return c.Conn.Close()
}

// abort closes at once, without what the client has not read yet.
func (c *Conn) abort() {
	if tcp, ok := c.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0) // its bytes need not be kept
	}
	_ = c.Conn.Close() // its owner's reads and writes end with an error
}
