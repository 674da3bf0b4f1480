package supervisor

import (
	"context"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"
)

// Unit is one plugin over all its processes. Its goroutine alone starts, replaces and ends them.
type Unit struct {
	forker    *Forker
	policy    Policy
	socketDir string
	admit     func(*Instance) error // may the new process take requests? Called before it does
	changed   func(Status)          // after every change of state
	commands  chan command
	done      chan struct{}
	drains    sync.WaitGroup

	// of the goroutine alone
	crashes      crashes
	sealed       *os.File
	sealedSHA256 string

	mu      sync.Mutex
	release Release   // written by the goroutine alone, which may read it without the lock
	current *Instance // takes the requests; nil while there is none
	status  Status
	news    chan struct{} // closed and renewed at every change
}

// command asks the goroutine for something and waits for its answer.
type command struct {
	release Release
	answer  chan error
}

// newUnit makes a unit; run starts it.
func newUnit(forker *Forker, policy Policy, socketDir string, release Release, admit func(*Instance) error, changed func(Status)) *Unit {
	return &Unit{
		forker: forker, policy: policy, socketDir: socketDir, admit: admit, changed: changed,
		commands: make(chan command), done: make(chan struct{}), release: release, news: make(chan struct{}),
		status: Status{ID: release.ID, Version: release.Version, Digest: release.Digest, State: Starting, Since: time.Now()},
	}
}

// Status is a copy of the plugin's state.
func (u *Unit) Status() Status {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.status
}

// Instance is the process that takes the requests now, nil if there is none.
func (u *Unit) Instance() *Instance {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.current
}

// Lease lends the pooled connections of the current process for one request; call release when the answer has been read. A plugin that
// is being started gets Policy.Hold to become ready; otherwise the error is an *UnavailableError.
func (u *Unit) Lease(ctx context.Context) (transport http.RoundTripper, release func(), err error) {
	var hold <-chan time.Time
	for {
		u.mu.Lock()
		current, status, news := u.current, u.status, u.news
		u.mu.Unlock()
		if current != nil && current.flights.begin() {
			return current.http, current.flights.end, nil
		}
		if current == nil && !status.soon() {
			return nil, nil, status.unavailable()
		}
		if hold == nil {
			timer := time.NewTimer(u.policy.Hold)
			defer timer.Stop()
			hold = timer.C
		}
		select {
		case <-news:
		case <-hold:
			return nil, nil, status.unavailable()
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
}

// soon reports whether a process is being started right now.
func (s Status) soon() bool {
	return (s.State == Starting || s.State == Restarting) && s.RetryAt.IsZero()
}

func (s Status) unavailable() error {
	wait := time.Second
	if !s.RetryAt.IsZero() {
		wait = max(wait, time.Until(s.RetryAt))
	}
	return &UnavailableError{ID: s.ID, State: s.State, RetryAfter: wait}
}

// wanted is the release that runs, or would.
func (u *Unit) wanted() Release {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.release
}

// Settled waits until the plugin's first start has ended well or badly.
func (u *Unit) Settled(ctx context.Context) error {
	for {
		u.mu.Lock()
		state, news := u.status.State, u.news
		u.mu.Unlock()
		if state != Starting {
			return nil
		}
		select {
		case <-news:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Replace starts release beside the current process, switches to it once it is ready and drains the old one. If it does not become ready
// the old process goes on and the error says why. With the release that runs already it is a restart without a gap.
func (u *Unit) Replace(ctx context.Context, release Release) error {
	request := command{release: release, answer: make(chan error, 1)}
	select {
	case u.commands <- request:
	case <-u.done:
		return errStopped
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-request.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

var errStopped = errors.New("the plugin is stopped")

// set changes what others see and tells them. It keeps what a change does not mention.
func (u *Unit) set(current *Instance, change func(*Status)) {
	u.mu.Lock()
	u.current = current
	before := u.status.State
	change(&u.status)
	if u.status.State != before {
		u.status.Since = time.Now()
	}
	status := u.status
	close(u.news)
	u.news = make(chan struct{})
	u.mu.Unlock()
	u.changed(status)
}
