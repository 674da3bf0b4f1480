package supervisor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Supervisor runs the units. Every method may be called by several goroutines at once.
type Supervisor struct {
	policy    Policy
	folder    folder
	forker    *Forker
	endForker context.CancelFunc
	admit     func(*Instance) error
	changed   func(Status)
	ctx       context.Context // of all units; ended by Stop

	mu    sync.Mutex
	units map[string]*running
}

type running struct {
	unit *Unit
	end  context.CancelFunc
}

// New makes a supervisor without units. admit is asked before a new process takes requests and may refuse it; changed hears of every change
// of state. Neither may call the supervisor. Processes live until Stop, or until this process dies.
func New(ctx context.Context, policy Policy, admit func(*Instance) error, changed func(Status)) (*Supervisor, error) {
	own, err := makeFolder()
	if err != nil {
		return nil, err
	}
	forkerCtx, endForker := context.WithCancel(context.WithoutCancel(ctx))
	return &Supervisor{
		policy: policy, folder: own, forker: NewForker(forkerCtx), endForker: endForker,
		admit: admit, changed: changed, ctx: ctx, units: map[string]*running{},
	}, nil
}

// Run makes release the running version of its plugin: starts it if the plugin is not known yet (and returns at once: ask Settled), otherwise
// replaces the running version without a gap (and returns when that has succeeded or failed).
func (s *Supervisor) Run(ctx context.Context, release Release) error {
	s.mu.Lock()
	known, ok := s.units[release.ID]
	if !ok {
		unitCtx, end := context.WithCancel(s.ctx)
		unit := newUnit(s.forker, s.policy, s.folder.path, release, s.admit, s.changed)
		s.units[release.ID] = &running{unit, end}
		s.mu.Unlock()
		go unit.run(unitCtx)
		return nil
	}
	s.mu.Unlock()
	return known.unit.Replace(ctx, release)
}

// Unit finds a plugin's unit.
func (s *Supervisor) Unit(id string) (*Unit, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.units[id]
	if !ok {
		return nil, false
	}
	return known.unit, true
}

// Restart replaces the process of a plugin by a fresh one of the same version; a quarantined plugin is tried at once.
func (s *Supervisor) Restart(ctx context.Context, id string) error {
	unit, ok := s.Unit(id)
	if !ok {
		return fmt.Errorf("restart plugin %s: it is not running", id)
	}
	return unit.Replace(ctx, unit.wanted())
}

// Remove drains a plugin and forgets it, at most until ctx ends.
func (s *Supervisor) Remove(ctx context.Context, id string) error {
	s.mu.Lock()
	known, ok := s.units[id]
	delete(s.units, id)
	s.mu.Unlock()
	if !ok {
		return nil
	}
	known.end()
	select {
	case <-known.unit.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop plugin %s: %w", id, ctx.Err())
	}
}

// Statuses are those of all plugins, by id.
func (s *Supervisor) Statuses() []Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	statuses := make([]Status, 0, len(s.units))
	for _, known := range s.units {
		statuses = append(statuses, known.unit.Status())
	}
	slices.SortFunc(statuses, func(a, b Status) int { return strings.Compare(a.ID, b.ID) })
	return statuses
}

// Settled waits until every plugin's first start has ended, well or badly.
func (s *Supervisor) Settled(ctx context.Context) error {
	for _, unit := range s.all() {
		if err := unit.unit.Settled(ctx); err != nil {
			return fmt.Errorf("wait for plugin %s: %w", unit.unit.Status().ID, err)
		}
	}
	return nil
}

// Stop drains all plugins at once and ends every process that is left when ctx ends.
func (s *Supervisor) Stop(ctx context.Context) error {
	units := s.all()
	for _, known := range units {
		known.end()
	}
	var late []error
	for _, known := range units {
		select {
		case <-known.unit.done:
		case <-ctx.Done():
			late = append(late, fmt.Errorf("plugin %s was ended without waiting for it", known.unit.Status().ID))
		}
	}
	s.endForker() // the kernel ends the children of its thread
	<-s.forker.done
	return errors.Join(append(late, s.folder.remove())...)
}

func (s *Supervisor) all() []*running {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]*running, 0, len(s.units))
	for _, known := range s.units {
		all = append(all, known)
	}
	return all
}
