package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-plugin/runner"

	"outrider.dev/outrider/host/internal/confine"
)

const (
	lastWords = 100 * time.Millisecond // so long the stderr of a dead process is waited for at most
	pipeSize  = 64 << 10               // bytes that a pipe holds
)

var _ runner.Runner = (*process)(nil)

// process is one operating system process of a plugin, in the shape that go-plugin asks for. Its exit is an event (exited), and its stderr
// goes to the log relay instead of go-plugin's own.
type process struct {
	forker *Forker
	name   string // "outrider-plugin-vehicles", what ps shows
	sealed *os.File
	env    []string
	extra  []*os.File // descriptors 4…
	ends   []*os.File // those of extra that are only for the child: closed once it has them
	uid    uint32
	limits confine.Limits
	log    io.Writer

	mu      sync.Mutex
	child   *os.Process // nil before Start
	killed  bool        // also before Start: then it does not start
	release func()      // of its control groups

	stdout *os.File
	exited chan struct{} // closed once the process is gone and its stderr is read
	state  *os.ProcessState
}

// Start forks.
func (p *process) Start(context.Context) error {
	defer p.closeEnds()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return fmt.Errorf("open null device: %w", err)
	}
	defer null.Close()
	stdout, stdoutWriter, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("make stdout pipe: %w", err)
	}
	defer stdoutWriter.Close()
	stderr, stderrWriter, err := os.Pipe()
	if err != nil {
		stdout.Close()
		return fmt.Errorf("make stderr pipe: %w", err)
	}
	defer stderrWriter.Close()
	child, err := p.fork(&os.ProcAttr{
		Dir: "/", Env: p.env, Sys: sysProcAttr(p.uid),
		Files: append([]*os.File{null, stdoutWriter, stderrWriter, p.sealed}, p.extra...),
	})
	if err != nil {
		stdout.Close()
		stderr.Close()
		return fmt.Errorf("start %s: %w", p.name, err)
	}
	p.stdout = stdout
	go p.wait(child, stderr)
	return nil
}

// fork starts the process unless it was killed before.
func (p *process) fork(attr *os.ProcAttr) (*os.Process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return nil, errors.New("it was ended before it began")
	}
	child, release, err := confine.Start(p.forker.Fork, executable(p.sealed), p.name, *attr, p.uid != 0, p.limits)
	if err != nil {
		return nil, err
	}
	p.child, p.release = child, release
	return child, nil
}

// running is the child, nil before Start.
func (p *process) running() *os.Process {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.child
}

func (p *process) closeEnds() {
	for _, end := range p.ends {
		end.Close()
	}
}

// wait reports the exit as soon as the kernel does. What the process has left in its stderr is read first, so that a stack trace is whole;
// a grandchild that escaped from the process group and holds the pipe open delays it by lastWords at most.
func (p *process) wait(child *os.Process, stderr *os.File) {
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer stderr.Close()
		if _, err := io.Copy(p.log, stderr); errors.Is(err, os.ErrDeadlineExceeded) {
			readLeft(p.log, stderr)
		}
	}()
	p.state, _ = child.Wait()
	_ = syscall.Kill(-child.Pid, syscall.SIGKILL) // what the plugin itself has started
	_ = stderr.SetReadDeadline(time.Now().Add(lastWords))
	<-read
	p.release()
	close(p.exited)
}

// readLeft copies what is in a pipe already, without waiting: on a busy machine nobody may have come to read before the deadline.
func readLeft(to io.Writer, pipe *os.File) {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		buffer := make([]byte, pipeSize)
		if n, err := syscall.Read(int(fd), buffer); err == nil { // the descriptor does not block
			_, _ = to.Write(buffer[:n])
		}
	})
}

// Wait blocks until the process is gone.
func (p *process) Wait(context.Context) error {
	<-p.exited
	if p.state != nil && !p.state.Success() {
		return errors.New(p.state.String())
	}
	return nil
}

// Kill is kill, for go-plugin.
func (p *process) Kill(context.Context) error { return p.kill() }

// kill ends the process, or keeps it from starting; again is no error.
func (p *process) kill() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	if p.child == nil {
		return nil
	}
	if err := p.child.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Stdout carries the handshake.
func (p *process) Stdout() io.ReadCloser { return p.stdout }

// Stderr is empty for go-plugin: the log relay has it.
func (p *process) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name is what ps shows.
func (p *process) Name() string { return p.name }

// ID is the process id, empty before Start.
func (p *process) ID() string {
	child := p.running()
	if child == nil {
		return ""
	}
	return strconv.Itoa(child.Pid)
}

// Diagnose has nothing to add: the log has the plugin's own words.
func (p *process) Diagnose(context.Context) string { return "" }

// PluginToHost is the identity: host and plugin see the same files.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin is the identity.
func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
