// Package readiness says whether the host can work, by trying: a check writes and reads what it is of. A host that cannot serve is not ready; one that
// serves and refuses some work is degraded.
package readiness

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Bound is how long a check may take.
const Bound = 2 * time.Second

// fresh is how long a result counts for further questions: whoever asks often must not load what is asked.
const fresh = time.Second

// State is how a part, or the host, is.
type State string

const (
	Ready    State = "ready"
	Degraded State = "degraded"  // works, but refuses some of what it should take
	NotReady State = "not ready" // cannot work
)

// degradedError is what a check says of a part that works in part.
type degradedError struct{ error }

func (e degradedError) Unwrap() error { return e.error }

// Partly marks an error of a check: the part works, but not with everything.
func Partly(err error) error {
	if err == nil {
		return nil
	}
	return degradedError{err}
}

// Check is how one part is tried.
type Check struct {
	Name string
	Try  func(ctx context.Context) error
}

// Part is the result of a check.
type Part struct {
	Name  string
	State State
	Err   error // why it is not ready
}

// Report is the host as a whole.
type Report struct {
	State State // the worst of its parts
	At    time.Time
	Parts []Part
}

// Checks are all checks of a host. Report may be called by several goroutines at once.
type Checks struct {
	checks []Check
	now    func() time.Time

	mu   sync.Mutex // held while a report is made: who comes meanwhile takes the same
	last Report

	running sync.Map // names of checks that have not come back yet
}

// New makes checks.
func New(now func() time.Time, checks ...Check) *Checks { return &Checks{checks: checks, now: now} }

// Report tries everything at once, within Bound. A report of the last second is given again.
func (c *Checks) Report(ctx context.Context) Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.last.At.IsZero() && c.now().Sub(c.last.At) < fresh {
		return c.last
	}
	report := Report{State: Ready, Parts: make([]Part, len(c.checks))}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Bound) // the report is others' too
	defer cancel()
	var all sync.WaitGroup
	for i, check := range c.checks {
		all.Go(func() { report.Parts[i] = c.try(ctx, check) })
	}
	all.Wait()
	for _, p := range report.Parts {
		report.State = worse(report.State, p.State)
	}
	report.At = c.now()
	c.last = report
	return report
}

// Forget has the next report try everything again: something has just changed.
func (c *Checks) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = Report{}
}

// try does not wait longer than ctx for a check that hangs, and does not begin it again before it has come back.
func (c *Checks) try(ctx context.Context, check Check) Part {
	if _, hangs := c.running.LoadOrStore(check.Name, true); hangs {
		return Part{Name: check.Name, State: NotReady, Err: fmt.Errorf("has not answered for more than %s", Bound)}
	}
	result := make(chan error, 1)
	go func() {
		defer c.running.Delete(check.Name)
		result <- check.Try(ctx)
	}()
	select {
	case err := <-result:
		return partOf(check.Name, err)
	case <-ctx.Done():
		return Part{Name: check.Name, State: NotReady, Err: fmt.Errorf("does not answer within %s", Bound)}
	}
}

func partOf(name string, err error) Part {
	switch _, partly := errors.AsType[degradedError](err); {
	case err == nil:
		return Part{Name: name, State: Ready}
	case partly:
		return Part{Name: name, State: Degraded, Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return Part{Name: name, State: NotReady, Err: fmt.Errorf("does not answer within %s: %w", Bound, err)}
	default:
		return Part{Name: name, State: NotReady, Err: err}
	}
}

func worse(a, b State) State {
	rank := map[State]int{Ready: 0, Degraded: 1, NotReady: 2}
	if rank[b] > rank[a] {
		return b
	}
	return a
}
