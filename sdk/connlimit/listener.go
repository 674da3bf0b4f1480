package connlimit

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pires/go-proxyproto"
)

// Limits of a listener.
type Limits struct {
	Total      int            // connections at most; 0: as many as there are descriptors for
	PerAddress int            // of those that are not kept, from one address (of IPv6 one /64); 0: no bound
	Proxies    []netip.Prefix // whose connections are those of others: they are not counted by their own address
	// ProxyHeader lets Proxies say by the PROXY protocol (versions 1 and 2) whose connection it is, which is then counted by that address.
	ProxyHeader bool
	Stall       time.Duration // how long a client may take to read 64 KiB, or to send 16 KiB of a body or a shorter one; 0: 30 s
	Within      time.Duration // how long it may wait before it is served or kept; 0: no bound
}

const (
	usualStall  = 30 * time.Second
	headerWait  = 5 * time.Second // for a proxy to say whose connection it is
	freshFor    = time.Second     // who has just come is about to say something
	atOnce      = 32              // one of so many connections is closed at a time when there is no room
	longestWait = time.Second     // between two attempts to accept
	lookEvery   = time.Second     // for clients that are too slow, at most
)

// Listener is a listener whose connections are counted; they are *Conn.
type Listener struct {
	net.Listener
	limits Limits
	log    *slog.Logger
	closed chan struct{}
	begin  sync.Once
	end    sync.Once
	counts counts

	mu     sync.Mutex
	open   map[*Conn]struct{}
	groups map[netip.Addr]map[*Conn]struct{} // of those that are counted by address
	warned time.Time
}

type counts struct{ refused, closed, slow atomic.Int64 }

// Counts are totals since the start, and what is open now.
type Counts struct {
	Open    int
	Refused int64 // newcomers for whom nobody could be closed
	Closed  int64 // connections that were closed to make room
	Slow    int64 // connections that were closed because their clients were too slow
}

// Listen counts the connections of a listener that is open already.
func Listen(inner net.Listener, limits Limits, log *slog.Logger) *Listener {
	if room := Room(); limits.Total <= 0 || room > 0 && limits.Total > room {
		limits.Total = room
	}
	if limits.Stall == 0 {
		limits.Stall = usualStall
	}
	return &Listener{
		Listener: inner, limits: limits, log: log, closed: make(chan struct{}),
		open: map[*Conn]struct{}{}, groups: map[netip.Addr]map[*Conn]struct{}{},
	}
}

// Total is how many connections the listener has room for; 0: no bound.
func (l *Listener) Total() int { return l.limits.Total }

// Counts returns the totals.
func (l *Listener) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Counts{Open: len(l.open), Refused: l.counts.refused.Load(), Closed: l.counts.closed.Load(), Slow: l.counts.slow.Load()}
}

// Accept waits for the next connection that there is room for. It outlives errors that pass, such as too many open files: its error is the end.
func (l *Listener) Accept() (net.Conn, error) {
	l.begin.Do(func() { go l.watch() }) // until Close
	for wait := 5 * time.Millisecond; ; {
		conn, err := l.Listener.Accept()
		if err == nil {
			wait = 5 * time.Millisecond
			if c := l.admit(conn); c != nil {
				return c, nil
			}
			continue
		}
		if errors.Is(err, net.ErrClosed) {
			return nil, err
		}
		l.log.Warn("a connection is not accepted", "error", err)
		select {
		case <-l.closed:
			return nil, net.ErrClosed
		case <-time.After(wait):
		}
		wait = min(2*wait, longestWait)
	}
}

// Close ends Accept. Connections stay.
func (l *Listener) Close() error {
	l.end.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// admit takes a connection in, or closes it and returns nil.
func (l *Listener) admit(conn net.Conn) *Conn {
	c := &Conn{Conn: conn, listener: l}
	c.turn(waiting)
	address := addressOf(conn.RemoteAddr())
	if contains(l.limits.Proxies, address) {
		if l.limits.ProxyHeader {
			c.Conn, c.unnamed = proxyproto.NewConn(conn, proxyproto.WithPolicy(proxyproto.USE), proxyproto.SetReadHeaderTimeout(headerWait)), true
		}
		address = netip.Addr{}
	}
	if !l.enter(c, address) {
		_ = c.Conn.Close() // nobody has spoken yet
		return nil
	}
	return c
}

// enter counts a connection, by its address if that is known, and makes room for it.
func (l *Listener) enter(c *Conn, address netip.Addr) bool {
	l.mu.Lock()
	doomed, ok := l.makeRoom(len(l.open), l.limits.Total, l.open)
	if ok {
		l.open[c] = struct{}{}
		var more []*Conn
		more, ok = l.enterGroup(c, address)
		doomed = append(doomed, more...)
	}
	if !ok {
		delete(l.open, c)
		l.refuse(address)
	}
	l.mu.Unlock()
	for _, other := range doomed {
		l.counts.closed.Add(1)
		other.abort()
	}
	return ok
}

// enterGroup counts a connection by its address; it is called with the lock.
func (l *Listener) enterGroup(c *Conn, address netip.Addr) (doomed []*Conn, ok bool) {
	if !address.IsValid() || l.limits.PerAddress <= 0 {
		return nil, true
	}
	group := l.groups[address]
	if doomed, ok = l.makeRoom(len(group), l.limits.PerAddress, group); !ok {
		return nil, false
	}
	if group = l.groups[address]; group == nil { // those that were closed may have been its last
		group = map[*Conn]struct{}{}
		l.groups[address] = group
	}
	group[c], c.address = struct{}{}, address
	return doomed, true
}

// refuse notes that there was no room, and logs it once a minute.
func (l *Listener) refuse(address netip.Addr) {
	l.counts.refused.Add(1)
	if now := time.Now(); now.Sub(l.warned) > time.Minute {
		l.warned = now
		l.log.Warn("there is no room for more connections, and all that are open are at work", "listener", l.Addr().String(), "open", len(l.open), "from", address.String())
	}
}

// leave forgets a connection.
func (l *Listener) leave(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(c)
}

func (l *Listener) forget(c *Conn) {
	delete(l.open, c)
	l.ungroup(c)
}

// ungroup counts a connection by its address no more.
func (l *Listener) ungroup(c *Conn) {
	if group := l.groups[c.address]; group != nil {
		delete(group, c)
		if len(group) == 0 {
			delete(l.groups, c.address)
		}
	}
	c.address = netip.Addr{}
}
