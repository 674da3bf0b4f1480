package supervisor

import (
	"context"
	"fmt"
)

// check looks after a living process: does it answer, what does it say, how much memory has it? It returns the instance to watch from
// now on (nil: none is left) and how many checks in a row went unanswered.
func (u *Unit) check(ctx context.Context, instance *Instance, hangs int) (*Instance, int) {
	deadline, cancel := context.WithTimeout(ctx, u.policy.HealthDeadline)
	detail, err := instance.Health(deadline)
	cancel()
	switch {
	case err != nil && hangs+1 >= u.policy.HangLimit:
		instance.Release.observe("hang")
		return u.substitute(ctx, instance, fmt.Sprintf("did not answer %d health checks", hangs+1), true), 0
	case err != nil:
		return instance, hangs + 1
	}
	if used := residentBytes(instance.PID()); instance.Release.MaxRSSBytes > 0 && used > instance.Release.MaxRSSBytes {
		reason := fmt.Sprintf("uses %d MiB of memory, its bound is %d MiB", used>>20, instance.Release.MaxRSSBytes>>20)
		return u.substitute(ctx, instance, reason, false), 0
	}
	u.report(instance, detail)
	return instance, 0
}

// report shows what the plugin says of itself, if that is news.
func (u *Unit) report(instance *Instance, detail string) {
	state := Ready
	if detail != "" {
		state = Degraded
	}
	if now := u.Status(); now.State == state && now.Detail == detail {
		return
	}
	u.set(instance, func(s *Status) { s.State, s.Detail = state, detail })
}

// substitute puts a fresh process in the place of one that hangs (which is killed) or grew too large (which is drained).
func (u *Unit) substitute(ctx context.Context, instance *Instance, reason string, hangs bool) *Instance {
	instance.Release.Log.Warn("the plugin is replaced", "reason", reason)
	next, err := u.start(ctx, u.release)
	if err != nil {
		u.set(nil, func(s *Status) { s.State = Restarting })
		instance.Kill()
		return u.fell(ctx, reason+"; its successor did not start: "+err.Error(), instance.LastLines(), false)
	}
	u.take(next)
	u.set(next, func(s *Status) { s.Restarts++ })
	if hangs {
		instance.Kill()
	} else {
		u.retire(ctx, instance)
	}
	return next
}
