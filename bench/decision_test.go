//go:build bench

package bench_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"outrider.dev/outrider/bench/load"
	"outrider.dev/outrider/bench/table"
	"outrider.dev/outrider/host/accesstest"
)

const decisionGroup = "A permission decision"

// askers is how many ask at once.
const askers = 16

// TestDecision asks the edge and Keto the same random questions: first how fast each answers, in turns, while grants keep changing; then
// whether they ever disagree.
func TestDecision(t *testing.T) {
	w := accesstest.Start(t)
	random := rand.New(rand.NewPCG(7, 7))
	length, count := rounds()
	var edge, keto []float64
	for range count {
		w.Shuffle(t, random, 20)
		w.Settle(t)
		edge, keto = append(edge, perSecond(t, w.Edge, w, length)), append(keto, perSecond(t, w.Keto, w, length))
	}
	fast, slow := load.Median(edge), load.Median(keto)
	ratioRow(decisionGroup, "decisions/s at the edge to Keto's over gRPC", fast/slow, 1000, fmt.Sprintf("%.3g M/s to %.0f/s", fast/1e6, slow))
	agree(t, w, random)
}

// perSecond is how many questions one side answers.
func perSecond(t *testing.T, side func(context.Context, accesstest.Question) (bool, error), w *accesstest.World, length time.Duration) float64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	var answered atomic.Int64
	var asking sync.WaitGroup
	began := time.Now()
	forget := time.AfterFunc(length/2, func() { // in the middle of it one person's decisions are made anew
		if err := w.Forget(t.Context(), rand.New(rand.NewPCG(uint64(began.UnixNano()), 1))); err != nil {
			t.Errorf("forget: %v", err)
		}
	})
	defer forget.Stop()
	for n := range askers {
		asking.Go(func() {
			random, mine := rand.New(rand.NewPCG(uint64(n), 1)), int64(0)
			questions := make([]accesstest.Question, 1024)
			for i := range questions {
				questions[i] = w.Ask(random)
			}
			for ; mine%64 != 0 || ctx.Err() == nil; mine++ {
				if _, err := side(t.Context(), questions[mine%1024]); err != nil {
					t.Errorf("ask: %v", err)
					break
				}
			}
			answered.Add(mine)
		})
	}
	asking.Wait()
	return float64(answered.Load()) / time.Since(began).Seconds()
}

// agree compares answers until a million were, or the time is over. Keto is asked each different question once after each change, since it says the
// same until the next; the edge is asked every time.
func agree(t *testing.T, w *accesstest.World, random *rand.Rand) {
	t.Helper()
	const want, each = 1_000_000, 25_000
	patience := *agreeFor
	if *quick {
		patience = min(patience, 5*time.Second)
	}
	var compared, different, asked, changes int64
	for began := time.Now(); compared < want && time.Since(began) < patience; changes += 40 {
		w.Shuffle(t, random, 40)
		keto := answers{}
		n, wrong := compare(t, w, &keto, random.Uint64(), each)
		compared, different, asked = compared+n, different+wrong, asked+keto.asked.Load()
	}
	measured.Add(table.Row{
		Group: decisionGroup, What: "disagreements with Keto", Target: "none", Passed: different == 0,
		Result: fmt.Sprintf("%d of %d random questions, between which grants changed %d times (Keto was asked %d times: each different one once between two changes)",
			different, compared, changes, asked),
	})
}

// answers are what Keto said since the last change.
type answers struct {
	said  sync.Map // accesstest.Question -> bool
	asked atomic.Int64
}

func (a *answers) of(ctx context.Context, w *accesstest.World, q accesstest.Question) (bool, error) {
	if said, ok := a.said.Load(q); ok {
		return said.(bool), nil
	}
	a.asked.Add(1)
	allowed, err := w.Keto(ctx, q)
	if err == nil {
		a.said.Store(q, allowed)
	}
	return allowed, err
}

func compare(t *testing.T, w *accesstest.World, keto *answers, seed uint64, questions int64) (compared, different int64) {
	t.Helper()
	var n, wrong atomic.Int64
	var asking sync.WaitGroup
	for asker := range askers {
		asking.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(asker)))
			for range questions / askers {
				q := w.Ask(random)
				ours, err := w.Edge(t.Context(), q)
				theirs, other := keto.of(t.Context(), w, q)
				if err != nil || other != nil {
					t.Errorf("ask: %v, %v", err, other)
					return
				}
				n.Add(1)
				if ours != theirs {
					wrong.Add(1)
				}
			}
		})
	}
	asking.Wait()
	return n.Load(), wrong.Load()
}
