package peer

import (
	"io"
	"net"
	"sync"
	"time"
)

const (
	// preface is what another process says first. No device begins with a zero.
	preface = "\x00outrider relay\n"
	// speakWithin is how long whoever connects may take to say the first byte.
	speakWithin = 10 * time.Second
)

// Split makes two listeners of one: what other processes connect to, and what devices do. Closing either closes the listener.
func Split(from net.Listener) (devices, peers net.Listener) {
	s := &splitter{Listener: from, done: make(chan struct{})}
	d, p := &half{s, make(chan net.Conn)}, &half{s, make(chan net.Conn)}
	go s.run(d, p)
	return d, p
}

type splitter struct {
	net.Listener
	done  chan struct{} // closed at the end
	once  sync.Once
	cause error
}

// run accepts until the listener is closed.
func (s *splitter) run(devices, peers *half) {
	for {
		conn, err := s.Accept()
		if err != nil {
			s.end(err)
			return
		}
		go s.sort(conn, devices, peers)
	}
}

func (s *splitter) end(err error) {
	s.once.Do(func() { s.cause = err; close(s.done) })
}

// sort reads the first byte of a connection and hands it to whom it is for.
func (s *splitter) sort(conn net.Conn, devices, peers *half) {
	first := make([]byte, 1, len(preface))
	_ = conn.SetReadDeadline(time.Now().Add(speakWithin)) // a connection that cannot is read from in vain
	_, err := io.ReadFull(conn, first)
	to := devices
	if err == nil && first[0] == preface[0] {
		to = peers
		rest := first[1:len(preface)]
		if _, err = io.ReadFull(conn, rest); err == nil && string(rest) != preface[1:] {
			err = io.ErrUnexpectedEOF
		}
	}
	if err != nil {
		_ = conn.Close() // it said nothing that is understood
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	if to == devices {
		conn = &begun{Conn: conn, first: first}
	}
	select {
	case to.conns <- conn:
	case <-s.done:
		_ = conn.Close() // the end
	}
}

// half is one of the two listeners.
type half struct {
	*splitter
	conns chan net.Conn
}

// Accept implements net.Listener.
func (h *half) Accept() (net.Conn, error) {
	select {
	case conn := <-h.conns:
		return conn, nil
	case <-h.done:
		return nil, h.cause
	}
}

// Close implements net.Listener.
func (h *half) Close() error {
	err := h.Listener.Close()
	h.end(net.ErrClosed)
	return err
}

// begun is a connection of which a byte was read.
type begun struct {
	net.Conn
	first []byte
}

// NetConn is the connection below.
func (b *begun) NetConn() net.Conn { return b.Conn }

// Read implements io.Reader.
func (b *begun) Read(p []byte) (int, error) {
	if len(b.first) > 0 && len(p) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	return b.Conn.Read(p)
}
