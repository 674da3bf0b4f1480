package edge

import (
	"math"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// keyPrefix begins every API key.
const keyPrefix = "ork_"

// mostLimits bounds the memory of keys' limits. Beyond it they begin anew, with a full burst each.
const mostLimits = 10_000

// KeyRate is how many requests an API key may send on one host.
type KeyRate struct {
	PerSecond float64 // 0: no bound
	Burst     int
}

// keyLimits holds API keys to their rate.
type keyLimits struct {
	mu    sync.Mutex
	byKey map[string]*rate.Limiter
}

// take counts a request of a key, or says how long to wait.
func (l *keyLimits) take(key string, bound KeyRate, now time.Time) (wait time.Duration) {
	if bound.PerSecond == 0 {
		return 0
	}
	l.mu.Lock()
	limiter, ok := l.byKey[key]
	if !ok {
		if l.byKey == nil || len(l.byKey) >= mostLimits {
			l.byKey = map[string]*rate.Limiter{}
		}
		limiter = rate.NewLimiter(rate.Limit(bound.PerSecond), bound.Burst)
		l.byKey[key] = limiter
	}
	l.mu.Unlock()
	reserved := limiter.ReserveN(now, 1)
	if wait = reserved.DelayFrom(now); wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// keyInAddress reports whether an API key stands in the address, where logs and histories keep it.
func keyInAddress(r *http.Request) bool {
	return r.URL.RawQuery != "" && strings.Contains(r.URL.RawQuery, keyPrefix)
}

func keyNotTaken() *problem {
	return newProblem(http.StatusBadRequest, fault.Invalid, "An API key does not belong into an address. Send it in the header Authorization, and revoke this one: addresses are kept in logs.")
}

// ofKey refuses what an API key may not whatever its permissions are: too much in a short time, and changes of its maker's own account.
func (e *Edge) ofKey(o *operation, subject *Subject) *problem {
	if wait := e.keys.take(subject.Key, e.config.KeyRate, e.config.Now()); wait > 0 {
		p := unavailable(http.StatusTooManyRequests, "This API key sends too many requests. Please wait and try again.", time.Duration(math.Ceil(wait.Seconds()))*time.Second)
		return p
	}
	if o.plugin != nil && o.plugin.Lasting && o.changes() {
		return newProblem(http.StatusForbidden, fault.Denied, "An API key cannot have work done for its maker later.")
	}
	if o.lock.GetKind() == pluginv1.Lock_SIGNED_IN && o.changes() {
		return newProblem(http.StatusForbidden, fault.Denied, "An API key cannot change the account of its maker.")
	}
	return nil
}
