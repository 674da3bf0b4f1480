package supervisor

import (
	"context"
	"errors"
	"os"
	"runtime"

	"outrider.dev/outrider/host/internal/confine"
)

// ErrForkerStopped is what Fork answers once the forker's context has ended.
var ErrForkerStopped = errors.New("the host is stopping: no process is started any more")

// Forker starts every process from one locked thread. The kernel ends a child with Pdeathsig when the *thread* that forked it ends, and
// the Go runtime ends threads as it pleases; this one lives as long as the host.
type Forker struct {
	requests chan forkRequest
	done     chan struct{}
}

type forkRequest struct {
	path    string
	argv    []string
	attr    *os.ProcAttr
	answers chan forkAnswer
}

type forkAnswer struct {
	process *os.Process
	err     error
}

// NewForker starts the thread. It ends with ctx, and with it every process that it forked: end ctx last.
func NewForker(ctx context.Context) *Forker {
	f := &Forker{requests: make(chan forkRequest), done: make(chan struct{})}
	go f.run(ctx)
	return f
}

// run never unlocks its thread: when it returns, the thread ends and the kernel ends what is left of its children.
func (f *Forker) run(ctx context.Context) {
	defer close(f.done)
	runtime.LockOSThread()
	confined := confine.Thread()
	for {
		select {
		case <-ctx.Done():
			return
		case request := <-f.requests:
			if confined != nil {
				request.answers <- forkAnswer{nil, confined}
				continue
			}
			process, err := os.StartProcess(request.path, request.argv, request.attr)
			request.answers <- forkAnswer{process, err}
		}
	}
}

// Fork starts path as os.StartProcess does, on the forker's thread.
func (f *Forker) Fork(path string, argv []string, attr *os.ProcAttr) (*os.Process, error) {
	request := forkRequest{path: path, argv: argv, attr: attr, answers: make(chan forkAnswer, 1)}
	select {
	case f.requests <- request:
		answer := <-request.answers
		return answer.process, answer.err
	case <-f.done:
		return nil, ErrForkerStopped
	}
}
