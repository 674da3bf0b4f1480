package plugin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// checkTimeout bounds one check, so that the plugin answers the host's health check in time.
	checkTimeout = 2 * time.Second
	// longestDetail bounds what is said, in bytes.
	longestDetail = 500
)

// checks are the plugin's own.
type checks struct {
	mu  sync.Mutex
	all []check
}

type check struct {
	name string
	run  func(ctx context.Context) error
}

// Check implements Env.Check.
func (c *checks) Check(name string, run func(ctx context.Context) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, check{name, run})
}

// problems runs all checks beside each other.
func (c *checks) problems(ctx context.Context) (problems []string) {
	c.mu.Lock()
	all := slices.Clone(c.all)
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	found := make([]string, len(all))
	var group sync.WaitGroup
	for i, one := range all {
		group.Go(func() {
			if err := guarded(ctx, one.run); err != nil {
				found[i] = fmt.Sprintf("%s: %v", one.name, err)
			}
		})
	}
	group.Wait()
	return slices.DeleteFunc(found, func(s string) bool { return s == "" })
}

// wrong says what is wrong with the process; empty if nothing is.
func (p *process) wrong(ctx context.Context) string {
	var problems []string
	if client := p.env.Events; client != nil {
		if !client.Connected() {
			problems = append(problems, "not connected to NATS")
		} else {
			problems = append(problems, client.Problems(time.Now())...)
		}
	}
	problems = append(problems, p.background.problems(time.Now())...)
	problems = append(problems, p.checks.problems(ctx)...)
	for i, problem := range problems {
		problems[i], _, _ = strings.Cut(problem, "\n") // the stack of a panic is in the log
	}
	slices.Sort(problems)
	detail := strings.Join(problems, "; ")
	if len(detail) > longestDetail {
		detail = strings.ToValidUTF8(detail[:longestDetail], "") + "…"
	}
	return detail
}
