package broker

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// listener gives a new connection little time to say who it is, and outlives errors that pass, such as too many open files.
type listener struct {
	net.Listener
	tls    *tls.Config
	log    *slog.Logger
	closed chan struct{}
	once   sync.Once
}

func newListener(inner net.Listener, config *tls.Config, log *slog.Logger) *listener {
	return &listener{Listener: inner, tls: config, log: log, closed: make(chan struct{})}
}

// Accept returns the next connection. An error is the listener's end.
func (l *listener) Accept() (net.Conn, error) {
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		conn, err := l.Listener.Accept()
		if err == nil {
			return l.dress(conn), nil
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
	}
}

func (l *listener) dress(conn net.Conn) net.Conn {
	// The server sets its own deadline once it has read CONNECT.
	_ = conn.SetDeadline(time.Now().Add(connectTimeout))
	if l.tls != nil {
		return tls.Server(conn, l.tls)
	}
	return conn
}

// Close ends Accept.
func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}
