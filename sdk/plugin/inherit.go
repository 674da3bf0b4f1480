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

// inheritListeners takes over the sockets that the host has opened, in manifest order.
func inheritListeners(first uintptr, listed []manifest.Listener) (map[string]net.Listener, error) {
	listeners := map[string]net.Listener{}
	for i, l := range listed {
		file := os.NewFile(first+uintptr(i), l.Name)
		if file == nil {
			return nil, fmt.Errorf("open listener %s: there is no such descriptor", l.Name)
		}
		listener, err := net.FileListener(file)
		_ = file.Close() // FileListener has its own copy
		if err != nil {
			return nil, fmt.Errorf("open listener %s: %w", l.Name, err)
		}
		listeners[l.Name] = descriptors.Keep(listener) // strangers leave the plugin enough for its own connections
	}
	return listeners, nil
}

// The descriptors of a plugin process.
const (
	fdLifeline      = uintptr(handshake.FDLifeline)
	fdDataPlane     = uintptr(handshake.FDDataPlane)
	fdFirstListener = uintptr(handshake.FDFirstListener)
)
