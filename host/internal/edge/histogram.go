package edge

import (
	"math"
	"math/bits"
	"sync/atomic"
	"time"
)

const (
	slotLength = 5 * time.Second
	slots      = 13 // twelve whole ones are a minute, the thirteenth is being filled
	octaves    = 22 // of microseconds: up to 4 s in steps, beyond in one
	steps      = 4  // of an octave: a figure is exact to a fifth
	buckets    = octaves*steps + 1
)

// window counts requests of the last minute. Observing is a few atomic additions: no lock, no allocation.
type window struct {
	slots [slots]slot
}

// slot is five seconds. Whoever comes first in a new turn empties it; a request that is counted at that very moment may be lost.
type slot struct {
	turn    atomic.Int64 // Unix time over slotLength
	count   atomic.Uint32
	errors  atomic.Uint32
	buckets [buckets]atomic.Uint32
}

// observe counts one request that took so long.
func (w *window) observe(now time.Time, took time.Duration, failed bool) {
	turn := now.UnixNano() / int64(slotLength)
	s := &w.slots[turn%slots]
	if before := s.turn.Load(); before != turn && s.turn.CompareAndSwap(before, turn) {
		s.clear()
	}
	s.count.Add(1)
	if failed {
		s.errors.Add(1)
	}
	s.buckets[bucketOf(took)].Add(1)
}

func (s *slot) clear() {
	s.count.Store(0)
	s.errors.Store(0)
	for i := range s.buckets {
		s.buckets[i].Store(0)
	}
}

// bucketOf is the place of a duration: the octave of its microseconds and the step within.
func bucketOf(took time.Duration) int {
	micros := uint64(max(took.Microseconds(), 0))
	if micros < steps {
		return int(micros)
	}
	octave := bits.Len64(micros) - 3 // so that two bits are left below the highest
	return min((octave+1)*steps+int(micros>>octave)-steps, buckets-1)
}

// lowerBound is where a bucket begins, in microseconds.
func lowerBound(bucket int) float64 {
	if bucket < steps {
		return float64(bucket)
	}
	octave := bucket/steps - 1
	return float64(uint64(bucket%steps+steps) << octave)
}

// Traffic is what went to an operation, or to all of a plugin's, in the last minute.
type Traffic struct {
	PerSecond float64       `json:"per_second"`
	ErrorRate float64       `json:"error_rate"` // share of 5xx answers, 0 to 1
	P50       time.Duration `json:"-"`
	P99       time.Duration `json:"-"`
	Count     int           `json:"count"`
}

// sum adds up windows.
type sum struct {
	count, errors uint64
	buckets       [buckets]uint64
}

// add takes the slots of the last minute, the one that is being filled included.
func (t *sum) add(w *window, now time.Time, length time.Duration) {
	turn := now.UnixNano() / int64(slotLength)
	oldest := turn - int64(length/slotLength)
	for i := range w.slots {
		s := &w.slots[i]
		if at := s.turn.Load(); at < oldest || at > turn {
			continue
		}
		t.count += uint64(s.count.Load())
		t.errors += uint64(s.errors.Load())
		for b := range s.buckets {
			t.buckets[b] += uint64(s.buckets[b].Load())
		}
	}
}

// traffic is the sum over so much time.
func (t *sum) traffic(now time.Time, length time.Duration) Traffic {
	if t.count == 0 {
		return Traffic{}
	}
	filled := time.Duration(now.UnixNano() % int64(slotLength)) // of the last slot
	covered := length + filled
	return Traffic{
		PerSecond: float64(t.count) / covered.Seconds(), ErrorRate: float64(t.errors) / float64(t.count),
		P50: t.quantile(0.5), P99: t.quantile(0.99), Count: int(t.count),
	}
}

// quantile interpolates within the bucket that holds it.
func (t *sum) quantile(q float64) time.Duration {
	var total uint64
	for _, n := range t.buckets {
		total += n
	}
	rank, passed := q*float64(total), 0.0
	for b, n := range t.buckets {
		if n == 0 {
			continue
		}
		if passed+float64(n) >= rank {
			low, high := lowerBound(b), lowerBound(min(b+1, buckets-1))
			micros := low + (high-low)*(rank-passed)/float64(n)
			return time.Duration(math.Round(micros * float64(time.Microsecond)))
		}
		passed += float64(n)
	}
	return 0
}
