package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"outrider.dev/sdk/freeport"
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
	if json.Unmarshal(data, &p.chosen) != nil || p.chosen == nil {
		p.chosen = map[string]int{} // a crash has cut it: other ports do as well
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
	if before := p.chosen[name]; before != 0 && freeport.Is(before) {
		return before, nil
	}
	for {
		port, release, err := freeport.Reserve() // until this process ends: parts are started again
		if err != nil {
			return 0, fmt.Errorf("find a port for %s: %w", name, err)
		}
		if p.taken(port) {
			release()
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
	fresh := p.file + ".new"
	if err := os.WriteFile(fresh, data, 0o644); err != nil {
		return fmt.Errorf("save ports: %w", err)
	}
	if err := os.Rename(fresh, p.file); err != nil {
		return fmt.Errorf("save ports: %w", err)
	}
	return nil
}
