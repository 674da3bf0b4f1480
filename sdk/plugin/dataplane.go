package plugin

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
)

// dataPlane is a net.Listener of the connections that the host hands over, one message with one descriptor each.
type dataPlane struct {
	socket *net.UnixConn
}

// newDataPlane takes over the descriptor.
func newDataPlane(fd uintptr) (*dataPlane, error) {
	file := os.NewFile(fd, "data-plane")
	if file == nil {
		return nil, errors.New("open data plane: there is no such descriptor")
	}
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, fmt.Errorf("open data plane: %w", err)
	}
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, errors.Join(errors.New("open data plane: it is not a Unix socket"), conn.Close())
	}
	return &dataPlane{socket}, nil
}

// Accept waits for the next connection. It ends with net.ErrClosed when the host hands out no more.
func (p *dataPlane) Accept() (net.Conn, error) {
	for {
		var message [1]byte
		rights := make([]byte, syscall.CmsgSpace(4))
		n, rightsN, _, _, err := p.socket.ReadMsgUnix(message[:], rights)
		if err != nil || n == 0 {
			return nil, errors.Join(net.ErrClosed, err)
		}
		conn, err := received(rights[:rightsN])
		if err == nil {
			return conn, nil
		}
		if !errors.Is(err, errNoDescriptor) {
			return nil, err
		}
	}
}

var errNoDescriptor = errors.New("no descriptor came")

func received(rights []byte) (net.Conn, error) {
	messages, err := syscall.ParseSocketControlMessage(rights)
	if err != nil || len(messages) == 0 {
		return nil, errNoDescriptor
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(fds) == 0 {
		return nil, errNoDescriptor
	}
	syscall.CloseOnExec(fds[0])
	file := os.NewFile(uintptr(fds[0]), "connection")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, errNoDescriptor // the host closed it already
	}
	return conn, nil
}

// Close ends Accept; connections that were accepted live on.
func (p *dataPlane) Close() error { return p.socket.Close() }

// Addr says where the connections come from.
func (p *dataPlane) Addr() net.Addr { return &net.UnixAddr{Name: "outrider-data-plane", Net: "unix"} }
