package supervisor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// DataPlane is the host's end of a plugin's descriptor 5. Over it the host hands out the connections on which it speaks HTTP with the plugin:
// nobody else can open one, so they need no further proof of who is calling.
type DataPlane struct {
	mu   sync.Mutex // one message at a time: each carries one descriptor
	conn *net.UnixConn
}

// sendBuffer is what a connection may have under way in one direction, in bytes; the system may grant less.
const sendBuffer = 512 << 10

// NewDataPlane makes the pair: the host's end, and the end that the plugin inherits. Close theirs once the plugin has it.
func NewDataPlane() (plane *DataPlane, theirs *os.File, err error) {
	ours, theirs, err := socketPair("data-plane")
	if err != nil {
		return nil, nil, err
	}
	conn, err := unixConn(ours)
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	return &DataPlane{conn: conn}, theirs, nil
}

// Dial makes a connection to the plugin. It fails when the plugin is gone, or leaves its data plane unread until ctx ends.
func (p *DataPlane) Dial(ctx context.Context) (net.Conn, error) {
	ours, theirs, err := socketPair("connection")
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	for _, end := range []*os.File{ours, theirs} { // as much as an unprivileged process may have: a large answer is then rarely waited for
		_ = syscall.SetsockoptInt(int(end.Fd()), syscall.SOL_SOCKET, syscall.SO_SNDBUF, sendBuffer)
	}
	if err := p.send(ctx, theirs); err != nil {
		ours.Close()
		return nil, fmt.Errorf("hand a connection to the plugin: %w", err)
	}
	return unixConn(ours)
}

func (p *DataPlane) send(ctx context.Context, end *os.File) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	deadline, ok := ctx.Deadline()
	if limit := time.Now().Add(5 * time.Second); !ok || deadline.After(limit) {
		deadline = limit
	}
	if err := p.conn.SetWriteDeadline(deadline); err != nil {
		return err
	}
	_, _, err := p.conn.WriteMsgUnix([]byte{0}, syscall.UnixRights(int(end.Fd())), nil)
	return err
}

// Close tells the plugin that no further connections come. Those that exist go on.
func (p *DataPlane) Close() error { return p.conn.Close() }

// socketPair makes two connected stream sockets that no child inherits by accident.
func socketPair(name string) (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("make socket pair: %w", err)
	}
	return os.NewFile(uintptr(fds[0]), name), os.NewFile(uintptr(fds[1]), name), nil
}

// unixConn turns file into a connection and closes file.
func unixConn(file *os.File) (*net.UnixConn, error) {
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, fmt.Errorf("make connection of socket: %w", err)
	}
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		conn.Close()
		return nil, errors.New("make connection of socket: not a Unix socket")
	}
	return socket, nil
}
