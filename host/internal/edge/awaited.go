package edge

import (
	"net/http"
	"sync"
	"time"
)

// awaitedRetry is when a client may ask again for what may belong to a plugin that has not come up yet.
const awaitedRetry = 2 * time.Second

// awaited are the plugins that have not told their operations yet. Until they have, nobody can say that an address of the API does not exist.
type awaited struct {
	mu       sync.Mutex
	ids      map[string]bool
	unlisted bool // nobody has said yet which will come
}

// AwaitList says that it is not known yet which plugins are coming up: until Listed every one may be.
func (e *Edge) AwaitList() { e.awaited.list(true) }

// Listed says that Await was called for every plugin that is coming up.
func (e *Edge) Listed() { e.awaited.list(false) }

func (a *awaited) list(missing bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.unlisted = missing
}

// Await says that a plugin is coming up: until Set or Remove, addresses that nobody serves are answered with 503 instead of 404.
func (e *Edge) Await(id string) {
	e.mu.Lock()
	_, there := e.plugins[id]
	e.mu.Unlock()
	if there {
		return
	}
	e.awaited.mu.Lock()
	defer e.awaited.mu.Unlock()
	if e.awaited.ids == nil {
		e.awaited.ids = map[string]bool{}
	}
	e.awaited.ids[id] = true
}

// arrived forgets a plugin that has come, or that nobody waits for any more.
func (a *awaited) arrived(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.ids, id)
}

func (a *awaited) any() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.unlisted || len(a.ids) > 0
}

func (a *awaited) has(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.unlisted || a.ids[id]
}

// notYet is the answer to what a plugin that is coming up may have to say.
func notYet() *problem {
	return unavailable(http.StatusServiceUnavailable, "A part of the product is not available yet. Please try again soon.", awaitedRetry)
}
