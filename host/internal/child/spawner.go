// Package child runs the programs that the host cannot do without (Postgres, Keto, the plugins) so that they end when the host
// ends, however it ends, and come back when they fall over.
package child

import (
	"errors"
	"os/exec"
	"runtime"

	"outrider.dev/outrider/host/internal/confine"
)

// Spawner starts processes from one thread of the operating system that lives as long as the Spawner. Linux sends a child
// its parent-death signal when the thread that forked it ends, and Go ends threads as it pleases; so all forks come from here.
type Spawner struct {
	starts chan start
	closed chan struct{}
	done   chan struct{}
}

type start struct {
	run    func() error
	answer chan error
}

// ErrClosed is returned by a Spawner that was closed.
var ErrClosed = errors.New("the spawner is closed")

// NewSpawner begins the thread. Close it after the last child has ended: its thread may take those that still run with it.
func NewSpawner() *Spawner {
	s := &Spawner{starts: make(chan start), closed: make(chan struct{}), done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *Spawner) loop() {
	runtime.LockOSThread() // never unlocked: nothing else runs on this thread, and Go never ends it before the goroutine
	defer close(s.done)
	confined := confine.Thread()
	for {
		select {
		case next := <-s.starts:
			if confined != nil {
				next.answer <- confined
				continue
			}
			next.answer <- next.run()
		case <-s.closed:
			return
		}
	}
}

// Start starts cmd on the spawner's thread.
func (s *Spawner) Start(cmd *exec.Cmd) error { return s.Do(cmd.Start) }

// Do runs fork, which starts one process, on the spawner's thread.
func (s *Spawner) Do(fork func() error) error {
	next := start{run: fork, answer: make(chan error, 1)}
	select {
	case s.starts <- next:
		return <-next.answer
	case <-s.closed:
		return ErrClosed
	}
}

// Close ends the thread. Call it once.
func (s *Spawner) Close() {
	close(s.closed)
	<-s.done
}
