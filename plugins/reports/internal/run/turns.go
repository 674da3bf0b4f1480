package run

import (
	"context"
	"math"
	"sync"
	"time"
)

const (
	shortRun  = time.Second      // a run that takes longer does not hold up the next
	paceEvery = 10 * time.Second // how often it is looked how many wait
	madeIn    = 9 * time.Minute  // what falls due is made by then, if the machine can
	leastLeft = 30 * time.Second // of that time, however late they are
)

// turns has short runs made one after the other, so that thousands that fall due at once leave the machine to those who use the portal. Runs that take long are made beside each
// other, and so are as many of those that wait as it takes to make all in time.
type turns struct {
	mu      sync.Mutex
	under   int // runs that hold a turn
	most    int
	made    int           // since the last look
	changed chan struct{} // closed when there may be a turn
}

func newTurns() *turns { return &turns{most: 1, changed: make(chan struct{})} }

// take waits for a turn; false: ctx has ended.
func (t *turns) take(ctx context.Context) bool {
	for {
		t.mu.Lock()
		if t.under < t.most {
			t.under++
			t.mu.Unlock()
			return true
		}
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		}
	}
}

// give ends a turn.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.under--
	t.tell()
}

func (t *turns) tell() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// ended counts a run that was made.
func (t *turns) ended() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made++
}

// pace says how many are made at once: as many as it takes at the speed of now, where so many wait, one of them for so long.
func (t *turns) pace(waiting int, oldest time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	made := t.made
	switch t.made = 0; {
	case waiting == 0:
		t.most = 1
	case made > 0:
		needed := float64(waiting) * float64(paceEvery) / float64(max(madeIn-oldest, leastLeft))
		t.most = min(workers, max(1, int(math.Ceil(needed*float64(t.most)/float64(made)))))
	}
	t.tell()
}

// held is the turn of one run; it ends after a while, or when the run does.
func (t *turns) held() (end func()) {
	once := sync.OnceFunc(t.give)
	timer := time.AfterFunc(shortRun, once)
	return func() {
		timer.Stop()
		once()
	}
}
