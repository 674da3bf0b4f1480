package plugins

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"strconv"
	"sync"

	"outrider.dev/sdk/plugin/manifest"
)

// RTPPair are two UDP sockets, of an even port and the next one.
type RTPPair struct{ RTP, RTCP *net.UDPConn }

// sockets are the listeners that plugins have. The host opens each once and keeps it open: while a plugin restarts connections wait
// in the kernel's queue, and two versions of it can accept side by side. Of UDP a packet goes to one reader alone, so that the versions take turns
// with two pairs.
type sockets struct {
	address func(string) (string, error)
	opened  func(string) net.Listener // may be nil, and give nil
	rtp     func(string) []RTPPair    // may be nil, and give none

	mu    sync.Mutex
	open  map[string]*os.File      // by plugin and name
	pairs map[string][][2]*os.File // likewise
	turns map[string]int           // by plugin: which of its pairs the release has that is started, or was last
	held  []io.Closer
}

func newSockets(address func(string) (string, error), opened func(string) net.Listener, rtp func(string) []RTPPair) *sockets {
	return &sockets{address: address, opened: opened, rtp: rtp, open: map[string]*os.File{}, pairs: map[string][][2]*os.File{}, turns: map[string]int{}}
}

// of are a plugin's listeners in the order of its manifest.
func (s *sockets) of(m manifest.Manifest) ([]*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var files []*os.File
	s.turns[m.ID]++
	for _, wanted := range m.Listeners {
		key := m.ID + " " + wanted.Config
		if wanted.Network == manifest.NetworkRTP {
			pair, err := s.pair(key, wanted.Config, s.turns[m.ID])
			if err != nil {
				return nil, fmt.Errorf("open listener %s of plugin %s: %w", wanted.Name, m.ID, err)
			}
			files = append(files, pair[:]...)
			continue
		}
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

// undo is told that the release did not come to run that of was last asked for: the one before it goes on with its pair.
func (s *sockets) undo(m manifest.Manifest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns[m.ID]--
}

// pair are the UDP sockets for one turn; the null device where the operator wants none.
func (s *sockets) pair(key, config string, turn int) (pair [2]*os.File, err error) {
	if _, ok := s.pairs[key]; !ok {
		var pairs [][2]*os.File
		if s.rtp != nil {
			for _, opened := range s.rtp(config) {
				s.held = append(s.held, opened.RTP, opened.RTCP)
				if pair[0], err = opened.RTP.File(); err == nil {
					pair[1], err = opened.RTCP.File()
				}
				if err != nil {
					return pair, err
				}
				pairs = append(pairs, pair)
			}
		}
		if len(pairs) == 0 {
			for i := range pair {
				if pair[i], err = os.Open(os.DevNull); err != nil {
					return pair, err
				}
			}
			pairs = append(pairs, pair)
		}
		s.pairs[key] = pairs
	}
	pairs := s.pairs[key]
	return pairs[turn%len(pairs)], nil
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
	for _, pairs := range s.pairs {
		for _, pair := range pairs {
			problems = append(problems, pair[0].Close(), pair[1].Close())
		}
	}
	s.held, s.open, s.pairs = nil, map[string]*os.File{}, map[string][][2]*os.File{}
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
