package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
)

// Ports chooses the loopback ports of the embedded parts and keeps to them from one start to the next.
type Ports struct {
	file   string
	mu     sync.Mutex
	chosen map[string]int
}

// OpenPorts reads the choices of earlier starts from dataDir.
func OpenPorts(dataDir string) (*Ports, error) {
	p := &Ports{file: filepath.Join(dataDir, "ports.json"), chosen: map[string]int{}}
	data, err := os.ReadFile(p.file)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read ports: %w", err)
	}
	if err := json.Unmarshal(data, &p.chosen); err != nil {
		return nil, fmt.Errorf("read ports %s: %w", p.file, err)
	}
	return p, nil
}

// Choose returns configured if it is not 0, else the port that name had before if it is free, else any free one.
func (p *Ports) Choose(name string, configured int) (int, error) {
	if configured != 0 {
		return configured, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if before := p.chosen[name]; before != 0 && free(before) {
		return before, nil
	}
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return 0, fmt.Errorf("find a free port for %s: %w", name, err)
		}
		port := l.Addr().(*net.TCPAddr).Port
		if err := l.Close(); err != nil {
			return 0, fmt.Errorf("find a free port for %s: %w", name, err)
		}
		if p.taken(port) {
			continue
		}
		p.chosen[name] = port
		return port, p.save()
	}
}

// taken reports whether another part was given the port and may not have opened it yet.
func (p *Ports) taken(port int) bool {
	for _, other := range p.chosen {
		if other == port {
			return true
		}
	}
	return false
}

func (p *Ports) save() error {
	data, err := json.Marshal(p.chosen)
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.file, data, 0o644); err != nil {
		return fmt.Errorf("save ports: %w", err)
	}
	return nil
}

func free(port int) bool {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return false
	}
	return l.Close() == nil
}
