package child

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// Spec says how one supervised program is started, found ready and stopped.
type Spec struct {
	Name string
	// Command makes a fresh command for each start, with Attributes applied.
	Command func() (*exec.Cmd, error)
	// Ready tries once whether the program answers; nil means that it does.
	Ready       func(ctx context.Context) error
	ReadyWithin time.Duration // from the start of the process to the first success of Ready
	StopSignal  syscall.Signal
	StopWithin  time.Duration // then the whole process group is killed
	// Level reads the severity out of a line of output; nil logs everything at debug.
	Level func(line string) slog.Level
	Log   *slog.Logger
}

// Process is a running program that is started again whenever it ends by itself.
type Process struct {
	spec    Spec
	spawner *Spawner
	stop    chan struct{}
	stopped chan struct{}
	once    sync.Once

	mu       sync.Mutex
	pid      int
	restarts int
}

// Start starts the program and returns when it is ready, or with the reason and its last lines of output when it is not
// within ReadyWithin. From then on it is supervised until Stop.
func Start(ctx context.Context, spawner *Spawner, spec Spec) (*Process, error) {
	p := &Process{spec: spec, spawner: spawner, stop: make(chan struct{}), stopped: make(chan struct{})}
	ready, hopeless := make(chan struct{}), make(chan struct{})
	life := context.WithoutCancel(ctx) // the program outlives the call that started it; Stop ends it
	tail := &tail{ctx: life, spec: spec}
	go p.supervise(life, tail, ready, hopeless)
	timeout := time.NewTimer(spec.ReadyWithin)
	defer timeout.Stop()
	var reason error
	select {
	case <-ready:
		return p, nil
	case <-ctx.Done():
		reason = ctx.Err()
	case <-hopeless:
		reason = fmt.Errorf("it ended %d times before it was ready", firstAttempts)
	case <-timeout.C:
		reason = fmt.Errorf("not ready within %s", spec.ReadyWithin)
	}
	p.Stop()
	return nil, fmt.Errorf("start %s: %w%s", spec.Name, reason, tail)
}

// PID is the process's id, 0 while it is down.
func (p *Process) PID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid
}

// Restarts counts how often the program had to be started again.
func (p *Process) Restarts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.restarts
}

// Stop ends the program and waits until it is gone.
func (p *Process) Stop() {
	p.once.Do(func() { close(p.stop) })
	<-p.stopped
}

const (
	firstBackoff = 50 * time.Millisecond
	lastBackoff  = 5 * time.Second
	// firstAttempts is how often Start tries: what an earlier process left may need a moment to go.
	firstAttempts = 6
	steadyAfter   = 30 * time.Second // a program that ran so long begins with firstBackoff again
)

func (p *Process) supervise(ctx context.Context, tail *tail, ready, hopeless chan struct{}) {
	defer close(p.stopped)
	wasReady := false
	nowReady := sync.OnceFunc(func() { wasReady = true; close(ready) })
	backoff := firstBackoff
	for attempt := 1; ; attempt++ {
		began := time.Now()
		err := p.runOnce(ctx, tail, nowReady)
		if p.stopping() {
			return
		}
		if !wasReady && attempt == firstAttempts {
			close(hopeless)
		}
		if time.Since(began) > steadyAfter {
			backoff = firstBackoff
		}
		p.spec.Log.Warn("a part of the host ended and is started again", "part", p.spec.Name, "reason", err)
		pause := backoff/2 + rand.N(backoff)
		backoff = min(2*backoff, lastBackoff)
		select {
		case <-time.After(pause):
		case <-p.stop:
			return
		}
		p.mu.Lock()
		p.restarts++
		p.mu.Unlock()
	}
}

func (p *Process) stopping() bool {
	select {
	case <-p.stop:
		return true
	default:
		return false
	}
}

// runOnce starts the program and returns why it ended.
func (p *Process) runOnce(ctx context.Context, tail *tail, ready func()) error {
	cmd, err := p.spec.Command()
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = tail, tail
	cmd.WaitDelay = 500 * time.Millisecond // grandchildren may hold the output open
	if err := p.spawner.Start(cmd); err != nil {
		return fmt.Errorf("start %s: %w", p.spec.Name, err)
	}
	p.setPID(cmd.Process.Pid)
	defer p.setPID(0)
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()

	if err, gone := p.awaitReady(ctx, exited); gone {
		return err
	} else if err != nil {
		p.end(cmd.Process.Pid, exited)
		return err
	}
	ready()
	select {
	case err := <-exited:
		return ended(err)
	case <-p.stop:
		p.end(cmd.Process.Pid, exited)
		return nil
	}
}

func (p *Process) setPID(pid int) {
	p.mu.Lock()
	p.pid = pid
	p.mu.Unlock()
}

// awaitReady polls Ready; gone reports that the process has ended meanwhile.
func (p *Process) awaitReady(ctx context.Context, exited chan error) (err error, gone bool) {
	ctx, cancel := context.WithTimeout(ctx, p.spec.ReadyWithin)
	defer cancel()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		if err = p.spec.Ready(ctx); err == nil {
			return nil, false
		}
		select {
		case err := <-exited:
			return ended(err), true
		case <-p.stop:
			return errors.New("stopped while starting"), false
		case <-ctx.Done():
			return fmt.Errorf("did not become ready: %w", err), false
		case <-tick.C:
		}
	}
}

func ended(err error) error {
	if err == nil {
		return errors.New("it exited")
	}
	return err
}

// end asks the process to stop, then kills its group.
func (p *Process) end(pid int, exited chan error) {
	_ = syscall.Kill(pid, p.spec.StopSignal) // gone already is fine
	select {
	case <-exited:
	case <-time.After(p.spec.StopWithin):
		p.spec.Log.Warn("a part of the host did not stop in time and is killed", "part", p.spec.Name, "after", p.spec.StopWithin)
		_ = syscall.Kill(-pid, syscall.SIGKILL)
		<-exited
	}
}
