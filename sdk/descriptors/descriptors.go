// Package descriptors keeps file descriptors for what stores data: a process that has none left can open neither its streams nor its journal.
package descriptors

import (
	"net"
	"sync/atomic"
	"syscall"
)

const (
	share = 4   // a quarter of what the process may have is not for connections from outside,
	most  = 512 // but no more than so many
)

// Reserve is how many of limit descriptors are kept.
func Reserve(limit uint64) uint64 { return min(limit/share, most) }

// Listener closes connections that would take from the reserve, as soon as they come.
type Listener struct {
	net.Listener
	last    uintptr       // highest number that a connection may have
	refused atomic.Uint64 // connections
}

// Keep bounds a listener by the limit of this process. A system that does not say how much that is has no bound.
func Keep(l net.Listener) *Listener {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || uint64(limit.Cur) > 1<<30 {
		return &Listener{Listener: l, last: 1 << 30}
	}
	return &Listener{Listener: l, last: uintptr(uint64(limit.Cur) - Reserve(uint64(limit.Cur)))}
}

// Refused is how many connections were closed because too few descriptors were left.
func (l *Listener) Refused() uint64 { return l.refused.Load() }

// Accept implements net.Listener. A new descriptor is the lowest number that is free, so a number tells how many there are at least.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if numberOf(conn) <= l.last {
			return conn, nil
		}
		l.refused.Add(1)
		_ = conn.Close() // whoever comes later may find room
	}
}

// numberOf is a connection's descriptor; 0 if it has none.
func numberOf(conn net.Conn) (number uintptr) {
	system, ok := conn.(syscall.Conn)
	if !ok {
		return 0
	}
	raw, err := system.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Control(func(fd uintptr) { number = fd })
	return number
}
