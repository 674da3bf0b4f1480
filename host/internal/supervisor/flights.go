package supervisor

import (
	"context"
	"sync"
)

// flights counts the requests that are under way to one process.
type flights struct {
	mu       sync.Mutex
	count    int
	draining bool
	idle     chan struct{} // made by drain, closed when the last request ends
}

// begin reports false once draining: the request belongs to the next process.
func (f *flights) begin() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.draining {
		return false
	}
	f.count++
	return true
}

func (f *flights) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.count--
	if f.draining && f.count == 0 {
		close(f.idle)
	}
}

// drain refuses new requests and waits for those under way, at most until ctx ends. It may be called once.
func (f *flights) drain(ctx context.Context) {
	f.mu.Lock()
	f.draining, f.idle = true, make(chan struct{})
	idle := f.idle
	if f.count == 0 {
		close(idle)
	}
	f.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}
