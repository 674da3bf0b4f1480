package credential

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits on failed attempts. An address may be a whole depot behind one router, so it gets more; a right key costs nothing.
const (
	attemptsPerPair    = 10               // in a row, for one device from one address
	pairEvery          = 10 * time.Second // then one
	attemptsPerAddress = 200              // in a row, from one address
	addressEvery       = time.Second      // then one
	maxTracked         = 20_000           // addresses and pairs that are remembered
)

// Limiter slows down those who try wrong keys. A blocked attempt is refused unseen, right or wrong. A device is limited for each
// address separately, so nobody can lock it out from elsewhere.
type Limiter struct {
	now     func() time.Time
	mu      sync.Mutex
	current map[string]*rate.Limiter
	former  map[string]*rate.Limiter // the generation before, so that forgetting takes two fillings
}

// NewLimiter returns a limiter that reads the time from now.
func NewLimiter(now func() time.Time) *Limiter {
	return &Limiter{now: now, current: map[string]*rate.Limiter{}}
}

// Allow reports whether an attempt may be looked at.
func (l *Limiter) Allow(address, deviceID string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	return l.tokens(pair(address, deviceID), now) >= 1 && l.tokens(address, now) >= 1
}

// Failed counts a wrong key.
func (l *Limiter) Failed(address, deviceID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.bucket(pair(address, deviceID), pairEvery, attemptsPerPair).AllowN(now, 1)
	l.bucket(address, addressEvery, attemptsPerAddress).AllowN(now, 1)
}

// Succeeded forgets a device's failures from an address.
func (l *Limiter) Succeeded(address, deviceID string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.current, pair(address, deviceID))
	delete(l.former, pair(address, deviceID))
}

func (l *Limiter) tokens(key string, now time.Time) float64 {
	b, ok := l.current[key]
	if !ok {
		b, ok = l.former[key]
	}
	if !ok {
		return 1
	}
	return b.TokensAt(now)
}

func (l *Limiter) bucket(key string, every time.Duration, burst int) *rate.Limiter {
	if b, ok := l.current[key]; ok {
		return b
	}
	b, ok := l.former[key]
	if !ok {
		b = rate.NewLimiter(rate.Every(every), burst)
	}
	if len(l.current) >= maxTracked {
		l.former, l.current = l.current, map[string]*rate.Limiter{}
	}
	l.current[key] = b
	return b
}

func pair(address, deviceID string) string { return address + " " + deviceID }
