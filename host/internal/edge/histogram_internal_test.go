package edge

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestWindow_QuantilesAreNearTheTruth(t *testing.T) {
	var w window
	now := time.Unix(1_800_000_000, 0)
	random := rand.New(rand.NewPCG(1, 2))
	var all []time.Duration
	for range 20_000 {
		took := time.Duration(random.ExpFloat64() * float64(8*time.Millisecond))
		all = append(all, took)
		w.observe(now, took, len(all)%100 == 0)
	}
	slices.Sort(all)
	var s sum
	s.add(&w, now, time.Minute)
	got := s.traffic(now, time.Minute)
	for name, pair := range map[string][2]time.Duration{"p50": {got.P50, all[10_000]}, "p99": {got.P99, all[19_800]}} {
		if ratio := float64(pair[0]) / float64(pair[1]); ratio < 0.8 || ratio > 1.25 {
			t.Errorf("%s is %v, the truth %v", name, pair[0], pair[1])
		}
	}
	if got.Count != 20_000 || got.ErrorRate != 0.01 {
		t.Errorf("counted %d with %v errors", got.Count, got.ErrorRate)
	}
}

func TestWindow_ForgetsAfterAMinute(t *testing.T) {
	var w window
	now := time.Unix(1_800_000_000, 0)
	w.observe(now, time.Millisecond, false)
	for passed, want := range map[time.Duration]uint64{0: 1, 55 * time.Second: 1, 70 * time.Second: 0} {
		var s sum
		if s.add(&w, now.Add(passed), time.Minute); s.count != want {
			t.Errorf("after %v it counts %d, want %d", passed, s.count, want)
		}
	}
	w.observe(now.Add(slots*slotLength), time.Millisecond, false) // the same slot again
	var s sum
	if s.add(&w, now.Add(slots*slotLength), time.Minute); s.count != 1 {
		t.Errorf("a slot that came round counts %d, want 1", s.count)
	}
}

func TestBucketOf_HoldsItsDuration(t *testing.T) {
	for micros := range int64(5_000_000) {
		if micros > 2_000 && micros%997 != 0 {
			continue
		}
		b := bucketOf(time.Duration(micros) * time.Microsecond)
		if low, high := lowerBound(b), lowerBound(b+1); b < buckets-1 && (float64(micros) < low || float64(micros) >= high) {
			t.Fatalf("%d µs is in bucket %d, which is %v to %v", micros, b, low, high)
		}
	}
}

// What a request pays for being counted, from many goroutines at one operation.
func BenchmarkWindow(b *testing.B) {
	o := (&stats{plugins: map[string]*pluginStats{}}).of("vehicles", "GET /api/x")
	now := time.Now()
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for took := time.Duration(0); p.Next(); took += 100 * time.Nanosecond {
			o.observe(now, took%(20*time.Millisecond), 200, "GET /api/x", "")
		}
	})
}
