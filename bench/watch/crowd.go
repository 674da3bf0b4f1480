package watch

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
	"time"
)

// roomOfReads is how much is read in one system call at most, by one buffer for all connections.
const roomOfReads = 1 << 20

// Crowd reads many connections in one goroutine, with one system call for whatever a connection has. Pings are answered.
type Crowd struct {
	poll    int
	members []*member
	buf     []byte
	ended   chan struct{}

	mu     sync.Mutex
	handle func(n int, message []byte, at time.Time)
	lost   int
}

// member is one connection of a crowd.
type member struct {
	fd      int
	partial []byte // of a frame that has not come whole
}

// NewCrowd takes over connections: they must not be used otherwise any more. Close ends it.
func NewCrowd(conns []*Conn) (*Crowd, error) {
	poll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, err
	}
	c := &Crowd{poll: poll, buf: make([]byte, roomOfReads), ended: make(chan struct{}), handle: func(int, []byte, time.Time) {}}
	for _, conn := range conns {
		if err := c.add(conn); err != nil {
			return nil, errors.Join(fmt.Errorf("take over a connection: %w", err), syscall.Close(poll))
		}
	}
	go c.read()
	return c, nil
}

func (c *Crowd) add(conn *Conn) error {
	tcp, ok := conn.conn.(*net.TCPConn)
	if !ok {
		return errors.New("not a TCP connection")
	}
	file, err := tcp.File() // a descriptor that the runtime does not watch
	if err != nil {
		return err
	}
	fd, err := syscall.Dup(int(file.Fd()))
	if err = errors.Join(err, file.Close(), tcp.Close()); err != nil {
		return err
	}
	held, _ := conn.reader.Peek(conn.reader.Buffered()) // as much as is there
	c.members = append(c.members, &member{fd: fd, partial: bytes.Clone(held)})
	event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(len(c.members) - 1)} // some thousands
	return errors.Join(syscall.SetNonblock(fd, true), syscall.EpollCtl(c.poll, syscall.EPOLL_CTL_ADD, fd, &event))
}

// Hear has handle called with each message from now on, one after the other; the bytes are good until it returns. n is the connection's place.
// When Hear returns, what was called before is not called any more.
func (c *Crowd) Hear(handle func(n int, message []byte, at time.Time)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handle = handle
}

// Lost is how many connections have ended.
func (c *Crowd) Lost() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost
}

// Close ends all connections without a word.
func (c *Crowd) Close() error {
	var problems []error
	for _, m := range c.members {
		problems = append(problems, syscall.Shutdown(m.fd, syscall.SHUT_RDWR))
	}
	<-c.ended
	return errors.Join(problems...)
}

// read reads until all connections have ended.
func (c *Crowd) read() {
	defer close(c.ended)
	defer syscall.Close(c.poll) // nothing can be done
	events := make([]syscall.EpollEvent, 512)
	for open := len(c.members); open > 0; {
		count, err := syscall.EpollWait(c.poll, events, -1)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return
		}
		c.mu.Lock()
		for _, event := range events[:max(count, 0)] {
			if !c.receive(int(event.Fd)) {
				_ = syscall.Close(c.members[event.Fd].fd) // ended; the poll forgets it
				c.lost++
				open--
			}
		}
		c.mu.Unlock()
	}
}

// receive reads once and hands the whole messages over; false says that the connection has ended.
func (c *Crowd) receive(n int) bool {
	m := c.members[n]
	have := copy(c.buf, m.partial)
	got, err := syscall.Read(m.fd, c.buf[have:])
	switch {
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EINTR):
		return true
	case err != nil || got == 0:
		return false
	}
	at, data := time.Now(), c.buf[:have+got]
	for {
		opcode, payload, rest, whole := split(data)
		if !whole {
			break
		}
		if opcode == opPing {
			_, _ = syscall.Write(m.fd, []byte{0x80 | opPong, 0x80, 0, 0, 0, 0}) // if it has ended, reading will tell
		} else {
			c.handle(n, payload, at)
		}
		data = rest
	}
	m.partial = append(m.partial[:0], data...)
	return true
}

const (
	opPing = 9
	opPong = 10
)

// split takes the first frame off.
func split(data []byte) (opcode byte, payload, rest []byte, whole bool) {
	if len(data) < 2 {
		return 0, nil, data, false
	}
	head, length := 2, uint64(data[1]&0x7f)
	switch {
	case length == 126 && len(data) >= 4:
		head, length = 4, uint64(binary.BigEndian.Uint16(data[2:]))
	case length == 127 && len(data) >= 10:
		head, length = 10, binary.BigEndian.Uint64(data[2:])
	case length >= 126:
		return 0, nil, data, false
	}
	if uint64(len(data)-head) < length {
		return 0, nil, data, false
	}
	end := head + int(length) // just compared
	return data[0] & 0x0f, data[head:end], data[end:], true
}
