package quota

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Longest is how long a message that comes too fast is held back; one that would wait longer is refused.
const Longest = 5 * time.Second

// Key is whose usage of what. DeviceID is empty for the organisation as a whole.
type Key struct{ OrgID, DeviceID, Kind string }

// Usage is what was used on one day.
type Usage struct {
	Messages, Bytes int64
	Refused         int64 // messages beyond a limit
}

func (u Usage) add(more Usage) Usage {
	return Usage{u.Messages + more.Messages, u.Bytes + more.Bytes, u.Refused + more.Refused}
}

// Meter counts. It is safe for concurrent use.
type Meter struct {
	limits map[string]Limit
	now    func() time.Time

	mu    sync.Mutex
	day   time.Time
	known map[Key]Usage // of all gateways, as last read
	fresh map[Key]Usage // of this one since
	rates map[Key]*rate.Limiter
	own   map[Key]Own // what was set beside the configuration
}

// NewMeter counts from nothing.
func NewMeter(limits map[string]Limit, now func() time.Time) *Meter {
	m := &Meter{limits: limits, now: now, rates: map[Key]*rate.Limiter{}}
	m.begin(dayOf(now()))
	return m
}

func dayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

func (m *Meter) begin(day time.Time) {
	m.day, m.known, m.fresh = day, map[Key]Usage{}, map[Key]Usage{}
}

// Take counts a message of a device. wait is how long to hold it back; the error is Exceeded, and the message is not counted as taken.
func (m *Meter) Take(orgID, deviceID, kind string, size int) (wait time.Duration, err error) {
	l, known := m.limits[kind]
	if !known {
		return 0, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if day := dayOf(now); day.After(m.day) {
		m.begin(day)
	}
	own, all := Key{orgID, deviceID, kind}, Key{orgID, "", kind}
	if len(m.own) > 0 {
		l = l.with(m.own[own], m.own[all])
	}
	more := Usage{Messages: 1, Bytes: int64(size)}
	exceeded := m.over(own, "device", l.Day, l.DayBytes, more)
	if exceeded == nil {
		exceeded = m.over(all, "organisation", l.OrgDay, l.OrgBytes, more)
	}
	if exceeded == nil {
		wait, exceeded = m.pace(own, l, now)
	}
	if exceeded != nil {
		m.fresh[own] = m.fresh[own].add(Usage{Refused: 1})
		m.fresh[all] = m.fresh[all].add(Usage{Refused: 1})
		return 0, exceeded
	}
	m.fresh[own], m.fresh[all] = m.fresh[own].add(more), m.fresh[all].add(more)
	return wait, nil
}

func (m *Meter) over(key Key, whose string, messages, bytes int64, more Usage) *Exceeded {
	used := m.known[key].add(m.fresh[key]).add(more)
	tomorrow := m.day.Add(24 * time.Hour)
	switch {
	case messages > 0 && used.Messages > messages:
		return &Exceeded{Kind: key.Kind, Whose: whose, Unit: "messages", Limit: messages, Until: tomorrow}
	case bytes > 0 && used.Bytes > bytes:
		return &Exceeded{Kind: key.Kind, Whose: whose, Unit: "bytes", Limit: bytes, Until: tomorrow}
	default:
		return nil
	}
}

// mostRates bounds the memory for rates; devices that are quiet begin anew.
const mostRates = 200_000

func (m *Meter) pace(key Key, l Limit, now time.Time) (time.Duration, *Exceeded) {
	if l.PerSecond <= 0 {
		return 0, nil
	}
	r, ok := m.rates[key]
	if !ok {
		if len(m.rates) >= mostRates {
			clear(m.rates)
		}
		r = rate.NewLimiter(rate.Limit(l.PerSecond), max(1, l.Burst))
		m.rates[key] = r
	}
	reserved := r.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > Longest {
		reserved.CancelAt(now)
		return 0, &Exceeded{Kind: key.Kind, Whose: "device", Unit: "rate", Until: now.Add(wait)}
	}
	return wait, nil
}

// Drain gives what was used since the last call, for a store; Fill says what all gateways have used on a day.
func (m *Meter) Drain() (day time.Time, fresh map[Key]Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	day, fresh = m.day, m.fresh
	m.fresh = map[Key]Usage{}
	for key, u := range fresh {
		m.known[key] = m.known[key].add(u)
	}
	return day, fresh
}

// Fill takes over what a store has.
func (m *Meter) Fill(day time.Time, stored map[Key]Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if day.Equal(m.day) {
		for key, u := range stored {
			m.known[key] = u
		}
	}
}

// SetOwn replaces all that was set beside the configuration. A device whose rate changes begins anew.
func (m *Meter) SetOwn(own map[Key]Own) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, owns := range []map[Key]Own{m.own, own} {
		for key := range owns {
			if !same(m.own[key].PerSecond, own[key].PerSecond) {
				delete(m.rates, key)
			}
		}
	}
	m.own = own
}

func same(one, other *float64) bool {
	return one == nil && other == nil || one != nil && other != nil && *one == *other
}

// Limits are those that the meter keeps to.
func (m *Meter) Limits() map[string]Limit { return m.limits }
