package supervisor

import (
	"math/rand/v2"
	"time"
)

// Policy is how patient the supervisor is. DefaultPolicy is what the host uses; tests are less patient.
type Policy struct {
	StartDeadline   time.Duration // from fork to the first health check
	Hold            time.Duration // how long a request waits for a plugin that is just being restarted
	CrashLimit      int           // this many crashes within CrashWindow: quarantined
	CrashWindow     time.Duration
	QuarantineRetry time.Duration // between tries of a quarantined plugin
	BackoffFirst    time.Duration // before the second restart in the window; the first is immediate
	BackoffMax      time.Duration
	HealthEvery     time.Duration
	HealthDeadline  time.Duration
	HangLimit       int           // this many unanswered health checks in a row: replaced
	DrainGrace      time.Duration // for requests under way when a process is replaced
	StopGrace       time.Duration // the same when the plugin is stopped for good, or the host is
}

// DefaultPolicy is the host's.
func DefaultPolicy() Policy {
	return Policy{
		StartDeadline: 10 * time.Second, Hold: 500 * time.Millisecond,
		CrashLimit: 5, CrashWindow: time.Minute, QuarantineRetry: 5 * time.Minute,
		BackoffFirst: 100 * time.Millisecond, BackoffMax: 10 * time.Second,
		HealthEvery: 5 * time.Second, HealthDeadline: 5 * time.Second, HangLimit: 3,
		DrainGrace: 30 * time.Second, StopGrace: 1500 * time.Millisecond,
	}
}

// backoff is the pause before the restart that follows the crashes-th crash in the window: none, then doubling, with up to half of it
// taken off at random so that plugins which fell together do not rise together.
func (p Policy) backoff(crashes int) time.Duration {
	if crashes <= 1 {
		return 0
	}
	pause := min(p.BackoffMax, p.BackoffFirst<<min(crashes-2, 20))
	return pause - rand.N(pause/2+1)
}

// crashes remembers when a plugin fell.
type crashes struct{ at []time.Time }

// add notes a crash and returns how many lie within window.
func (c *crashes) add(now time.Time, window time.Duration) int {
	recent := c.at[:0]
	for _, at := range c.at {
		if now.Sub(at) < window {
			recent = append(recent, at)
		}
	}
	c.at = append(recent, now)
	return len(c.at)
}

func (c *crashes) forget() { c.at = nil }
