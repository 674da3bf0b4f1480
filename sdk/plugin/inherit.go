package plugin

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"outrider.dev/sdk/descriptors"
	"outrider.dev/sdk/plugin/handshake"
	"outrider.dev/sdk/plugin/manifest"
)

// exitOrphaned is the exit code of a plugin whose host is gone.
const exitOrphaned = 3

// watchLifeline ends the process at once when the host is gone: the kernel closes its end of the pipe however it dies.
func watchLifeline(fd uintptr, exit func(code int)) error {
	lifeline := os.NewFile(fd, "lifeline")
	if lifeline == nil {
		return errors.New("open lifeline: there is no such descriptor")
	}
	if _, err := lifeline.Stat(); err != nil {
		return fmt.Errorf("open lifeline: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, lifeline)
		exit(exitOrphaned)
	}()
	return nil
}

// RTPPair are the two UDP sockets of a listener of the network "rtp". While two versions of a plugin run side by side each has a pair of its own.
type RTPPair struct{ RTP, RTCP *net.UDPConn }

// sockets are what the host has opened for a plugin, by manifest name.
type sockets struct {
	listeners map[string]net.Listener
	pairs     map[string]RTPPair
}

// close closes all of them; the plugin may have closed some itself.
func (s sockets) close() {
	for _, l := range s.listeners {
		_ = l.Close()
	}
	for _, pair := range s.pairs {
		_, _ = pair.RTP.Close(), pair.RTCP.Close()
	}
}

// inheritListeners takes over the sockets that the host has opened, in manifest order.
func inheritListeners(first uintptr, listed []manifest.Listener) (sockets, error) {
	s, next := sockets{map[string]net.Listener{}, map[string]RTPPair{}}, first
	take := func(name string) (*os.File, error) {
		file := os.NewFile(next, name)
		if next++; file == nil {
			return nil, fmt.Errorf("open listener %s: there is no such descriptor", name)
		}
		return file, nil
	}
	for _, l := range listed {
		file, err := take(l.Name)
		if err != nil {
			return sockets{}, err
		}
		if l.Network == manifest.NetworkRTP {
			other, err := take(l.Name)
			if err != nil {
				return sockets{}, err
			}
			if err := s.takePair(l.Name, file, other); err != nil {
				return sockets{}, err
			}
			continue
		}
		listener, err := net.FileListener(file)
		_ = file.Close() // FileListener has its own copy
		if err != nil {
			return sockets{}, fmt.Errorf("open listener %s: %w", l.Name, err)
		}
		s.listeners[l.Name] = descriptors.Keep(listener) // strangers leave the plugin enough for its own connections
	}
	return s, nil
}

// takePair takes over two UDP sockets. In the place of sockets that are switched off the host hands over the null device.
func (s sockets) takePair(name string, files ...*os.File) error {
	var pair []*net.UDPConn
	for _, file := range files {
		info, err := file.Stat()
		if err == nil && info.Mode()&os.ModeSocket != 0 {
			var conn net.PacketConn
			if conn, err = net.FilePacketConn(file); err == nil {
				if udp, ok := conn.(*net.UDPConn); ok {
					pair = append(pair, udp)
				}
			}
		}
		_ = file.Close() // FilePacketConn has its own copy
		if err != nil {
			return fmt.Errorf("open listener %s: %w", name, err)
		}
	}
	if len(pair) == len(files) {
		s.pairs[name] = RTPPair{pair[0], pair[1]}
	}
	return nil
}

// The descriptors of a plugin process.
const (
	fdLifeline      = uintptr(handshake.FDLifeline)
	fdDataPlane     = uintptr(handshake.FDDataPlane)
	fdFirstListener = uintptr(handshake.FDFirstListener)
)
