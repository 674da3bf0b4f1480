package plugins

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"strconv"
	"sync"

	"outrider.dev/sdk/plugin/manifest"
)

// sockets are the listeners that plugins have. The host opens each once and keeps it open: while a plugin restarts connections wait
// in the kernel's queue, and two versions of it can accept side by side.
type sockets struct {
	address func(string) (string, error)
	opened  func(string) net.Listener // may be nil, and give nil

	mu   sync.Mutex
	open map[string]*os.File // by plugin and name
	held []net.Listener
}

func newSockets(address func(string) (string, error), opened func(string) net.Listener) *sockets {
	return &sockets{address: address, opened: opened, open: map[string]*os.File{}}
}

// of are a plugin's listeners in the order of its manifest.
func (s *sockets) of(m manifest.Manifest) ([]*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var files []*os.File
	for _, wanted := range m.Listeners {
		key := m.ID + " " + wanted.Config
		if _, ok := s.open[key]; !ok {
			file, err := s.listen(wanted.Config)
			if err != nil {
				return nil, fmt.Errorf("open listener %s of plugin %s: %w", wanted.Name, m.ID, err)
			}
			s.open[key] = file
		}
		files = append(files, s.open[key])
	}
	return files, nil
}

func (s *sockets) listen(config string) (*os.File, error) {
	address, err := s.address(config)
	if err != nil {
		return nil, err
	}
	var listener net.Listener
	if s.opened != nil {
		listener = s.opened(config)
	}
	if listener == nil {
		if listener, err = net.Listen("tcp", address); err != nil {
			return nil, err
		}
	}
	tcp, ok := listener.(*net.TCPListener)
	if !ok {
		listener.Close()
		return nil, fmt.Errorf("%s is not a TCP address", address)
	}
	s.held = append(s.held, listener)
	return tcp.File()
}

func (s *sockets) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var problems []error
	for _, listener := range s.held {
		problems = append(problems, listener.Close())
	}
	for _, file := range s.open {
		problems = append(problems, file.Close())
	}
	s.held, s.open = nil, map[string]*os.File{}
	return errors.Join(problems...)
}

// withMemoryLimit tells Go's collector in the plugin to work harder before the bound on resident memory is reached. (A limit on address
// space would kill Go programs, which reserve far more than they use.)
func withMemoryLimit(variables map[string]string, maxRSS int64) map[string]string {
	variables = maps.Clone(variables)
	if maxRSS > 0 {
		variables["GOMEMLIMIT"] = strconv.FormatInt(maxRSS/10*8, 10)
	}
	return variables
}
