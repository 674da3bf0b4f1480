package intake

import (
	"encoding/json"
	"fmt"
	"sync"

	"outrider.dev/outrider/plugins/geofences/internal/watch"
	"outrider.dev/sdk/events"
)

// maxRecalled bounds how many vehicles and how many devices are recalled, about 1 KB each.
const maxRecalled = 20_000

// recall has what this process read or wrote last, so that what nobody changed since need not be read from JSON again: the states of vehicles, with the
// transaction that wrote them, and the vehicles of devices, with the text that they were read from.
type recall struct {
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

func newRecall() *recall {
	return &recall{states: map[ownID]written{}, fittings: map[ownID]fitting{}}
}

// take hands over the states of vehicles that are known. They are forgotten, since they are about to change: keep them again once that is committed.
func (r *recall) take(orgID string, ids []string) map[string]written {
	r.mu.Lock()
	defer r.mu.Unlock()
	taken := make(map[string]written, len(ids))
	for _, id := range ids {
		key := ownID{orgID, id}
		if w, ok := r.states[key]; ok {
			taken[id] = w
			delete(r.states, key)
		}
	}
	return taken
}

// keep remembers states that a committed transaction has written.
func (r *recall) keep(orgID, writer string, vehicles []*tracked) {
	if writer == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range vehicles {
		if v.state.Last != nil {
			makeRoom(r.states)
			r.states[ownID{orgID, v.id}] = written{v.state, writer}
		}
	}
}

// fitted reads the vehicles of a device.
func (r *recall) fitted(orgID, deviceID string, text []byte) ([]events.Assignment, error) {
	key := ownID{orgID, deviceID}
	r.mu.Lock()
	known, ok := r.fittings[key]
	r.mu.Unlock()
	if ok && known.text == string(text) {
		return known.list, nil
	}
	var list []events.Assignment
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("read the vehicles of device %s: %w", deviceID, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	makeRoom(r.fittings)
	r.fittings[key] = fitting{string(text), list}
	return list, nil
}

// makeRoom forgets any one entry of a map that is full.
func makeRoom[V any](m map[ownID]V) {
	if len(m) < maxRecalled {
		return
	}
	for key := range m {
		delete(m, key)
		return
	}
}
