package intake

import (
	"encoding/json"
	"fmt"
	"sync"

	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
)

// maxCached bounds how many vehicles and how many devices are in memory, about 1 KB each.
const maxCached = 20_000

// cache has what this process read or wrote last, so that what nobody changed since need not be read from JSON again: the states of vehicles, with the
// transaction that wrote them, and the vehicles of devices, with the text that they were read from.
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

type fitting struct {
	text string
	list []events.Assignment
}

func newCache() *cache {
	return &cache{states: map[ownID]written{}, fittings: map[ownID]fitting{}}
}

// take hands over the states of vehicles that are known. They are forgotten, since they are about to change: keep them again once that is committed.
func (c *cache) take(orgID string, ids []string) map[string]written {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := make(map[string]written, len(ids))
	for _, id := range ids {
		key := ownID{orgID, id}
		if w, ok := c.states[key]; ok {
			taken[id] = w
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

// fitted reads the vehicles of a device.
func (c *cache) fitted(orgID, deviceID string, text []byte) ([]events.Assignment, error) {
	key := ownID{orgID, deviceID}
	c.mu.Lock()
	known, ok := c.fittings[key]
	c.mu.Unlock()
	if ok && known.text == string(text) {
		return known.list, nil
	}
	var list []events.Assignment
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read the vehicles of device %s: %w", deviceID, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	makeRoom(c.fittings)
	c.fittings[key] = fitting{string(text), list}
	return list, nil
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
