package intake

import (
	"sync"

	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
)

// maxCached bounds how many vehicles and how many devices are in memory, about 1 KB each.
const maxCached = 20_000

// cache has what this process read or wrote last, so that what nobody changed since need not be read again: the states of vehicles, with the
// transaction that wrote them, and the vehicles of devices.
type cache struct {
	mu       sync.Mutex
	states   map[ownID]written
	fittings map[ownID]fitting
}

// ownID is an id within an organisation.
type ownID struct{ orgID, id string }

// written is a state and the transaction (xmin) that wrote it.
type written struct {
	state  watch.State
	writer string
}

// fitting are the vehicles of a device, and the number of the change that brought them.
type fitting struct {
	sequence int64
	list     []events.Assignment
}

func newCache() *cache {
	return &cache{states: map[ownID]written{}, fittings: map[ownID]fitting{}}
}

// take hands over the states of vehicles, in the order of their ids; one that is not known is empty. They are forgotten, since they are about to change: keep them again once that is committed.
func (c *cache) take(orgID string, ids []string) []written {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := make([]written, len(ids))
	for n, id := range ids {
		key := ownID{orgID, id}
		if w, ok := c.states[key]; ok {
			taken[n] = w
			delete(c.states, key)
		}
	}
	return taken
}

// keep remembers states that a committed transaction has written.
func (c *cache) keep(orgID, writer string, vehicles []*tracked) {
	if writer == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range vehicles {
		if v.state.Last != nil {
			makeRoom(c.states)
			c.states[ownID{orgID, v.id}] = written{v.state, writer}
		}
	}
}

// unknown is the sequence of a device that is not in the cache.
const unknown = -1

// fittingsOf are the vehicles of those devices that are known, and the sequence of each device, in the order of their ids.
func (c *cache) fittingsOf(orgID string, ids []string) (known map[string][]events.Assignment, sequences []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, sequences = make(map[string][]events.Assignment, len(ids)), make([]int64, len(ids))
	for n, id := range ids {
		one, ok := c.fittings[ownID{orgID, id}]
		if !ok {
			sequences[n] = unknown
			continue
		}
		known[id], sequences[n] = one.list, one.sequence
	}
	return known, sequences
}

// keepFitting remembers the vehicles of a device.
func (c *cache) keepFitting(orgID, deviceID string, one fitting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	makeRoom(c.fittings)
	c.fittings[ownID{orgID, deviceID}] = one
}

// makeRoom forgets any one entry of a map that is full.
func makeRoom[V any](m map[ownID]V) {
	if len(m) < maxCached {
		return
	}
	for key := range m {
		delete(m, key)
		return
	}
}
