// Package freeport finds loopback ports for servers that open them a moment later, and again after a stop.
package freeport

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strconv"
)

// The ports are above those of well-known services and below those that systems give to outgoing connections, which would take one while nobody listens
// on it.
const (
	first = 16_000
	last  = 32_000
	most  = 1_000 // are tried
)

// Reserve returns a loopback port that nobody listens on. On Linux nobody else who asks here is given it until release is called, or this process
// ends.
func Reserve() (port int, release func(), err error) {
	for range most {
		port = first + rand.IntN(last-first) // not for secrets
		release, mine := claim(port)
		if !mine {
			continue
		}
		if Is(port) {
			return port, release, nil
		}
		release()
	}
	return 0, nil, errors.New("there is no free port")
}

// Is reports whether nobody listens on a loopback port.
func Is(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// claim takes a name that only one process can have. False: another one has it.
func claim(port int) (release func(), mine bool) {
	if runtime.GOOS != "linux" {
		return func() {}, true
	}
	name, err := net.Listen("unix", fmt.Sprintf("@outrider-port-%d", port)) // of no file: it goes with the process
	if err != nil {
		return nil, false
	}
	return func() { _ = name.Close() }, true // nothing was written
}
