package publishing

import (
	"sync"
	"time"
)

// refusedFor is how long a plugin counts as refused after the last time, and how often the log says so.
const refusedFor = time.Minute

// refusals are what one plugin was refused, by stream.
type refusals struct {
	mu      sync.Mutex
	streams map[string]*refusal
}

type refusal struct {
	count             int64
	since, last, said time.Time
	reason            string
}

func newRefusals() *refusals { return &refusals{streams: map[string]*refusal{}} }

// add counts one; true: the log should say so.
func (r *refusals) add(stream, reason string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.streams[stream]
	if one == nil {
		one = &refusal{}
		r.streams[stream] = one
	}
	if now.Sub(one.last) > refusedFor {
		one.since = now
	}
	one.count, one.last, one.reason = one.count+1, now, reason
	if now.Sub(one.said) < refusedFor {
		return false
	}
	one.said = now
	return true
}

// tell fills in what a usage says of refusals.
func (r *refusals) tell(stream string, u *Usage, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.streams[stream]
	if one == nil {
		return
	}
	u.Refused = one.count
	if now.Sub(one.last) <= refusedFor {
		u.RefusedSince, u.RefusedAt, u.Reason = one.since, one.last, one.reason
	}
}
